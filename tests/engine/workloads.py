"""Workloads for tests: stated ones, and a strategy that draws any of them from the vocabulary."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st

from engine.advice import Advice
from engine.decision.choice import Decision
from engine.decision.context import Memo
from engine.intake.given import from_mapping
from engine.pipeline import Explain, advise
from engine.vocabulary import accepts, holds_several
from engine.workload import FACT_NAMES, Id, Quantity, Value, Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens

Facts = dict[str, Any]

LENSES: tuple[Lens, ...] = ("today", "exam")

# Fact -> the range that people's workloads lie in; what the vocabulary allows is far wider.
_PLAUSIBLE: Mapping[str, tuple[float, float]] = {
    "parameters_b": (0.005, 400),
    "dataset_gb": (0.01, 5_000),
    "rows": (100, 1e9),
    "columns": (2, 2_000),
    "latency_p99_ms": (5, 120_000),
    "time_to_first_token_ms": (20, 5_000),
    "time_per_output_token_ms": (5, 200),
    "requests_per_second": (0.001, 2_000),
    "peak_requests_per_second": (0.001, 5_000),
    "tokens_per_second": (1, 100_000),
    "items_per_run": (10, 1e8),
    "runs_per_month": (1, 1_000),
    "concurrency": (1, 500),
    "input_tokens": (8, 32_000),
    "output_tokens": (1, 4_000),
    "batch_size": (1, 256),
    "hours_per_day": (0.5, 24),
    "payload_mb": (0.001, 2_000),
    "processing_seconds": (0.01, 7_200),
    "training_tokens_b": (0.001, 100),
    "epochs": (1, 100),
    "training_deadline_hours": (0.5, 500),
    "start_in_days": (0, 90),
    "run_days": (1, 90),
    "model_count": (1, 1_000),
    "instances_wanted": (1, 20),
    "host_memory_gb": (1, 2_000),
    "accelerator_memory_gb": (1, 700),
    "budget_usd_per_hour": (0.05, 200),
    "budget_usd_per_month": (10, 100_000),
}

# Ids that pull in different directions; all others behave like one of them.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "require": ("gpu", "cpu", "inferentia", "g5", "c5", "m5.xlarge", "sagemaker-async", "sagemaker-serverless", "lambda", "ec2", "spot"),
    "exclude": ("gpu", "cpu", "inferentia", "trainium", "g4dn", "g5.xlarge", "sagemaker-realtime", "lambda", "spot", "savings-plan"),
    "compare": ("c5", "p3.2xlarge", "gpu", "lambda", "spot", "inf2"),
    "current_instance": ("p3.2xlarge", "c5.large", "g4dn.xlarge"),
    "region": ("us-east-1", "eu-central-1", "sa-east-1", "ap-southeast-3"),
}


SEVERAL: Mapping[str, Facts] = {
    "a network": {"model": "bert-base", "requests_per_second": 20, "latency_p99_ms": 200},
    "a language model in 4 bits": {"model": "llama-3-70b", "requests_per_second": 1, "precision": "int4"},
    "one that is split": {"model": "llama-3-70b", "requests_per_second": 0.5, "environment": "production"},
    "a function": {"algorithm": "xgboost", "traffic": "intermittent", "requests_per_second": 0.01, "require": ["lambda"]},
    "serverless with a network": {"model": "distilbert", "traffic": "intermittent", "requests_per_second": 0.01},
    "tokens": {"model": "llama-3-8b", "requests_per_second": 1, "require": ["bedrock"]},
    "a device": {"model": "resnet-50", "require": ["edge"]},
    "some hours a day": {"model": "resnet-50", "hours_per_day": 8, "require": ["ec2"], "commitment_years": 1},
    "a queue": {"model": "whisper-small", "payload_mb": 300, "cold_start_ok": True, "traffic": "intermittent"},
    "a batch": {"model": "resnet-50", "items_per_run": 5e6, "runs_per_month": 4},
    "a table scored": {"algorithm": "xgboost", "items_per_run": 1e8, "runs_per_month": 1},
    "pretraining": {"stage": "training", "model": "llama-3-8b", "training_tokens_b": 3, "interruptible": True},
    "adapters": {"stage": "fine-tuning", "model": "llama-3-8b", "fine_tuning_method": "qlora", "rows": 20_000},
    "training on a table": {"stage": "training", "algorithm": "xgboost", "rows": 1e8, "columns": 200},
    "data": {"stage": "preprocessing", "dataset_gb": 2_000},
    "a notebook": {"stage": "experimentation", "model": "resnet-50", "hours_per_day": 6},
    "nothing that fits": {"model": "bert-base", "latency_p99_ms": 0.5},
}
"""One of each kind of work and of place."""


def stated(knowledge: Knowledge, /, **facts: object) -> Workload:
    """A workload of the facts given."""
    return from_mapping(facts, knowledge)


def answered(knowledge: Knowledge, facts: Facts, lens: Lens = "today", explain: Explain = "choice", memo: Memo | None = None) -> Advice:
    """The advice for the facts given."""
    return advise(stated(knowledge, **facts), knowledge, lens=lens, explain=explain, memo=memo)


def encoded(advice: Advice) -> bytes:
    """The advice as JSON, for a comparison of every field."""
    return msgspec.json.encode(advice)


def outcome(decision: Decision) -> tuple[object, ...]:
    """All that a decision holds: the ranking, and every place, machine and plan that fell away, with its limit."""
    fallen = decision.fallen
    stopped = [(instance.instance_type, failure) for instance, failure in fallen.stopped]
    return decision.ranked, fallen.missed, stopped, fallen.closed, decision.key()


def of_fact(name: str, knowledge: Knowledge) -> st.SearchStrategy[Value]:
    """Plausible values of one fact."""
    kind = accepts(name)
    if isinstance(kind, Quantity):
        low, high = _PLAUSIBLE[name]
        logs = st.floats(math.log(max(low, 1e-3)), math.log(high))
        return logs.map(lambda log: float(max(round(math.exp(log)), 1)) if kind.whole else float(f"{math.exp(log):.3g}"))
    if isinstance(kind, Id):
        names = _NAMES.get(name) or _ids(knowledge, kind)
        return (
            st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True).map(tuple)
            if holds_several(name)
            else st.sampled_from(names)
        )
    return st.booleans() if kind is None else st.sampled_from(kind)


def facts(
    knowledge: Knowledge, *, most: int = 9, without: tuple[str, ...] = (), **fixed: st.SearchStrategy[Any]
) -> st.SearchStrategy[Facts]:
    """Up to `most` facts of any kind; those of `fixed` are always there, those of `without` never."""
    always = {"stage": of_fact("stage", knowledge), **fixed}
    free = [name for name in FACT_NAMES if name not in without and name not in always]
    chosen = st.lists(st.sampled_from(free), max_size=most, unique=True)
    return chosen.flatmap(lambda names: st.fixed_dictionaries(always | {name: of_fact(name, knowledge) for name in names}))


@cache
def _ids(knowledge: Knowledge, kind: Id) -> tuple[str, ...]:
    return tuple(name for part in kind.kinds for name in getattr(knowledge, part))
