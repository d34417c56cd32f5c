"""Workloads for tests: stated ones, and a strategy that draws any of them from the vocabulary."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from hypothesis import strategies as st

from engine.advice import Advice
from engine.decision.choice import Decision, decide
from engine.decision.context import DecisionCache
from engine.intake.from_mapping import from_mapping
from engine.pipeline import Explain, advise
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Quantity, Value, Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("workloads.yaml"))

Facts = dict[str, Any]

LENSES: tuple[Lens, ...] = ("today", "exam")

# Fact -> the range that people's workloads lie in; what the vocabulary allows is far wider.
_PLAUSIBLE: Mapping[str, tuple[float, float]] = CASES["plausible"]

# Ids that pull in different directions; all others behave like one of them.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "require": ("gpu", "cpu", "inferentia", "g5", "c5", "m5.xlarge", "sagemaker-async", "sagemaker-serverless", "lambda", "ec2", "spot"),
    "exclude": ("gpu", "cpu", "inferentia", "trainium", "g4dn", "g5.xlarge", "sagemaker-realtime", "lambda", "spot", "savings-plan"),
    "compare": ("c5", "p3.2xlarge", "gpu", "lambda", "spot", "inf2"),
    "current_instance": ("p3.2xlarge", "c5.large", "g4dn.xlarge"),
    "region": ("us-east-1", "eu-central-1", "sa-east-1", "ap-southeast-3"),
}


SEVERAL: Mapping[str, Facts] = CASES["several"]
"""One of each kind of work and of place."""


def stated_workload(knowledge: Knowledge, /, **facts: object) -> Workload:
    """A workload of the facts given."""
    return from_mapping(facts, knowledge)


@cache
def shared_cache(_: Knowledge) -> DecisionCache:
    """One cache for all tests of a process on one base, as `--jsonl` shares one; test_decision_cache proves that it changes nothing."""
    return DecisionCache()


def advise_on(
    knowledge: Knowledge, facts: Facts, lens: Lens = "today", explain: Explain = "choice", cache: DecisionCache | None = None
) -> Advice:
    """The advice for the facts given."""
    return advise(stated_workload(knowledge, **facts), knowledge, lens=lens, explain=explain, memo=cache or shared_cache(knowledge))


def decide_on(knowledge: Knowledge, facts: Facts, lens: Lens = "today") -> Decision:
    """The decision for the facts given."""
    return decide(stated_workload(knowledge, **facts), knowledge, lens, shared_cache(knowledge))


def encode_advice(advice: Advice) -> bytes:
    """The advice as JSON, for a comparison of every field."""
    return msgspec.json.encode(advice)


def whole_outcome(decision: Decision) -> tuple[object, ...]:
    """All that a decision holds: the ranking, and every place, machine and plan that fell away, with its limit."""
    fallen = decision.candidates
    stopped = [(instance.instance_type, failure) for instance, failure in fallen.ruled_out_types]
    return decision.ranked_options, fallen.near_misses, stopped, fallen.closed_places, decision.choice_key()


def values_of_fact(name: str, knowledge: Knowledge) -> st.SearchStrategy[Value]:
    """Plausible values of one fact."""
    kind = accepted_values(name)
    if isinstance(kind, Quantity):
        low, high = _PLAUSIBLE[name]
        logs = st.floats(math.log(max(low, 1e-3)), math.log(high))
        return logs.map(lambda log: float(max(round(math.exp(log)), 1)) if kind.whole else float(f"{math.exp(log):.3g}"))
    if isinstance(kind, Id):
        names = _NAMES.get(name) or _ids(knowledge, kind)
        return (
            st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True).map(tuple)
            if is_list_fact(name)
            else st.sampled_from(names)
        )
    if kind is not None and is_list_fact(name):
        choices: list[Any] = list(kind)
        return st.lists(st.sampled_from(choices), min_size=1, max_size=2, unique=True).map(tuple)
    return st.booleans() if kind is None else st.sampled_from(kind)


def draw_facts(
    knowledge: Knowledge, *, most: int = 9, without: tuple[str, ...] = (), **fixed: st.SearchStrategy[Any]
) -> st.SearchStrategy[Facts]:
    """Up to `most` facts of any kind; those of `fixed` are always there, those of `without` never."""
    always = {"stage": values_of_fact("stage", knowledge), **fixed}
    free = [name for name in FACT_NAMES if name not in without and name not in always]
    chosen = st.lists(st.sampled_from(free), max_size=most, unique=True)
    return chosen.flatmap(lambda names: st.fixed_dictionaries(always | {name: values_of_fact(name, knowledge) for name in names}))


@cache
def _ids(knowledge: Knowledge, kind: Id) -> tuple[str, ...]:
    return tuple(name for part in kind.kinds for name in getattr(knowledge, part))
