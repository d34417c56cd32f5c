"""What holds for every policy: it is kept, followed in whole answers, and leaves nothing behind in a cache."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decision.choice import decide
from engine.decision.context import DecisionCache
from engine.pipeline import advise
from engine.policy import NO_POLICY, OwnedPlan, Policy, policy_from
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.depth import LONG, rounds
from tests.engine.policy.terms import BERT, NIGHTLY, TUNING, advise_under, owned_plan, plans_of
from tests.engine.workloads import LENSES, Facts, encode_advice, stated_workload, whole_outcome
from tests.engine.workloads import draw_facts as any_facts

POLICIES: tuple[dict[str, Any], ...] = (
    {"discounts": {"g5": 0.5, "sagemaker": 0.1}},
    {"discounts": {"g5": 0.1, "sagemaker": 0.1}},
    {"approved": ["g5", "c5", "m5"]},
    {"approved": ["sagemaker-realtime", "sagemaker-training", "ec2"]},
    {"quotas": {"g5": 1, "c5": 0, "m5": 1}},
    owned_plan("sagemaker", 0.2),
    owned_plan("ec2-instance", 3, family="g5"),
)


@for_each(("first", "facts"), enumerate([BERT, NIGHTLY, TUNING]))
def test_no_decision_hangs_on_another_policy(knowledge: Knowledge, first: int, facts: Facts) -> None:
    """One cache serves several policies: each decides as it would alone; for each kind of work every third of them, in a long run all."""
    cache = DecisionCache()
    workload = stated_workload(knowledge, **facts)
    for policy in (
        NO_POLICY,
        *(policy_from(terms, knowledge) for terms in POLICIES[0 if LONG else first :: rounds(quick=3, long=1)]),
        NO_POLICY,
    ):
        warm, cold = (decide(workload, knowledge, "today", used, policy) for used in (cache, None))
        assert whole_outcome(warm) == whole_outcome(cold), policy


def test_a_whole_answer_follows_the_policy_each_time(knowledge: Knowledge) -> None:
    """Questions and flips included, and the same bytes with a cache that served others before.

    Every fourth of the policies, in a long run all.
    """
    cache = DecisionCache()
    workload = stated_workload(knowledge, **BERT)
    advise(workload, knowledge, memo=cache)
    for terms in POLICIES[:: rounds(quick=4, long=1)]:
        policy = policy_from(terms, knowledge)
        warm = advise(workload, knowledge, memo=cache, policy=policy)
        assert encode_advice(warm) == encode_advice(advise(workload, knowledge, policy=policy)), terms
        assert warm.policy == policy.applied_terms(), terms


@settings(max_examples=rounds(quick=12, long=2_000))
@given(st.data(), st.sampled_from(LENSES))
def test_every_plan_that_is_shown_keeps_the_policy(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Whatever the workload: choice and alternatives are approved and within their quotas."""
    hardware = data.draw(
        st.lists(st.sampled_from(("gpu", "cpu", "inferentia", "c5", "m5", "g5", "g6", "m5.xlarge")), max_size=3, unique=True)
    )
    places = data.draw(
        st.lists(st.sampled_from(("sagemaker-realtime", "sagemaker-training", "lambda", "ec2", "eks")), max_size=3, unique=True)
    )
    quotas = data.draw(st.dictionaries(st.sampled_from(("g5", "c5", "ml.m5", "g6.xlarge")), st.integers(0, 3)))
    advice = advise_under(knowledge, {"approved": [*hardware, *places], "quotas": quotas}, data.draw(any_facts(knowledge, most=6)), lens)
    policy = policy_from({"quotas": quotas}, knowledge)
    for plan in plans_of(advice):
        assert not places or plan.place in places
        if plan.instance_type is None:
            continue
        instance = knowledge.instances[plan.instance_type.removeprefix("ml.")]
        assert not hardware or {plan.processor, plan.family, instance.instance_type} & set(hardware)
        held = policy.quota_for(knowledge.places[plan.place], instance)
        assert held is None or (plan.instance_count or 0) <= held


def test_a_policy_can_be_part_of_a_key(knowledge: Knowledge) -> None:
    """Equal terms are one policy; others are another."""
    found = {policy_from(terms, knowledge) for terms in (*POLICIES, *POLICIES)}
    assert len(found) == len(POLICIES)
    assert Policy(savings_plans=(OwnedPlan(kind="compute", usd_per_hour=1),)) not in found
