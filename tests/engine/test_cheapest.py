"""The choice alone is that of all plans, though most of them are not made for it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decision.cheapest import best_endpoint
from engine.decision.choice import decide
from engine.policy import NO_POLICY, policy_from
from engine.workload import Origin
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.depth import rounds
from tests.engine.workloads import LENSES, SEVERAL, Facts, facts, of_fact, stated

TERMS: tuple[dict[str, Any], ...] = (
    {"discounts": {"sagemaker": 0.3, "g5": 0.6}},
    {"approved": ["g5", "c6i", "inf2", "m5"]},
    {"savings_plans": [{"kind": "compute", "usd_per_hour": 3}]},
)


@settings(max_examples=rounds(quick=40, long=4000))
@given(st.data(), st.sampled_from(LENSES))
def test_it_is_the_first_of_all_plans(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """For any endpoint, and for any answer that a what-if gives next, with what was made before at hand."""
    said = data.draw(facts(knowledge, most=6, stage=st.just("inference"), requests_per_second=of_fact("requests_per_second", knowledge)))
    policy = data.draw(st.sampled_from((NO_POLICY, *(policy_from(terms, knowledge) for terms in TERMS))))
    workload, memo = stated(knowledge, **said), dict[Any, Any]()
    decide(workload, knowledge, lens, memo, policy).whole()
    for fact, value in data.draw(facts(knowledge, most=3)).items():
        changed = workload.with_fact(fact, value, Origin(kind="answered"))
        alone = decide(changed, knowledge, lens, memo, policy).best
        assert alone == decide(changed, knowledge, lens, {}, policy).whole().best, (said, fact, value)


@pytest.mark.parametrize("said", SEVERAL.values(), ids=SEVERAL)
def test_it_is_the_first_for_each_kind_of_work(knowledge: Knowledge, said: Facts) -> None:
    """Jobs, functions, tokens and devices too, where it is found among all plans."""
    workload = stated(knowledge, **said)
    for lens in LENSES:
        whole = decide(workload, knowledge, lens, {}).whole()
        assert decide(workload, knowledge, lens, {}).best == whole.best == next(iter(whole.ranked), None)


def test_plans_that_are_too_dear_are_not_made(knowledge: Knowledge) -> None:
    """Of the hundreds of machines that may run a small model, less than half are looked at."""
    workload = stated(knowledge, model="bert-base", requests_per_second=20, operations="self-managed")
    made = []
    for whole in (False, True):
        memo: dict[Any, Any] = {}
        decision = decide(workload, knowledge, "today", memo)
        assert (decision.whole() if whole else decision).best is not None
        made.append(sum(len(plans) for key, plans in memo.items() if key[0] == "plans"))
    assert made[0] < made[1] / 2, made


@pytest.mark.parametrize("priority", ["cost", "latency", "throughput"])
def test_where_cost_alone_decides_or_hardly_does_all_are_made(knowledge: Knowledge, priority: str) -> None:
    """No plan is too dear for a priority that asks for speed, and under cost a plan that breaks a target counts too."""
    workload = stated(knowledge, model="bert-base", requests_per_second=20, priority=priority)
    assert best_endpoint(decide(workload, knowledge, "today", {}).context) is None


def test_owned_savings_plans_make_plans_cheaper_than_they_are_listed(knowledge: Knowledge) -> None:
    """So all are made."""
    workload = stated(knowledge, model="bert-base", requests_per_second=20)
    decision = decide(workload, knowledge, "today", {}, policy_from(TERMS[2], knowledge))
    assert best_endpoint(decision.context) is None
