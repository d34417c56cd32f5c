"""Workloads for the tests of a policy, and what an advice makes of them under its terms."""

from __future__ import annotations

from typing import Any

from engine.advice import Advice, Plan
from engine.pipeline import advise
from engine.policy import policy_from
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.engine.workloads import Facts, stated_workload

BERT: Facts = {"model": "bert-base", "requests_per_second": 20, "latency_p99_ms": 200}
NIGHTLY: Facts = {"algorithm": "xgboost", "items_per_run": 1e8, "runs_per_month": 30}
TUNING: Facts = {"stage": "fine-tuning", "model": "llama-3-8b", "fine_tuning_method": "lora", "rows": 20_000}
OWN_MACHINES: Facts = {"operations": "self-managed"}


def advise_under(knowledge: Knowledge, terms: dict[str, Any], facts: Facts, lens: Lens = "today") -> Advice:
    """The advice for the facts under a policy."""
    return advise(stated_workload(knowledge, **facts), knowledge, lens=lens, explain="choice", policy=policy_from(terms, knowledge))


def chosen(knowledge: Knowledge, terms: dict[str, Any], facts: Facts) -> Plan:
    """The choice, where there is one."""
    choice = advise_under(knowledge, terms, facts).choice
    assert choice is not None
    return choice


def list_price(knowledge: Knowledge, plan: Plan) -> float:
    """USD per hour of a plan's machines at list price."""
    name = plan.instance_type or ""
    instance = knowledge.instances[name.removeprefix("ml.")]
    price = instance.price_at(sagemaker=name.startswith("ml."))
    assert price is not None
    return price.usd_per_hour * (plan.instance_count or 0)


def plans_of(advice: Advice) -> list[Plan]:
    """The choice and its alternatives."""
    return [*([advice.choice] if advice.choice else []), *advice.alternatives]


def owned_plan(kind: str, usd: float, **more: object) -> dict[str, Any]:
    """A policy of one owned plan."""
    return {"savings_plans": [{"kind": kind, "usd_per_hour": usd, **more}]}
