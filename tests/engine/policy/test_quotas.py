"""Quotas: a plan stays within the machines that are held, or says how many it takes."""

from __future__ import annotations

from knowledge import Knowledge
from tests.engine.policy.terms import BERT, OWN_MACHINES, TUNING, advise_under, chosen
from tests.engine.workloads import Facts

BUSY: Facts = {"model": "bert-base", "requests_per_second": 3000, "require": ["g6.xlarge"]}


def test_a_plan_within_its_quota_stands_and_asks_for_none(knowledge: Knowledge) -> None:
    """As many as are held will do, no caution speaks of a quota, and scaling stays within it."""
    free = chosen(knowledge, {}, BUSY)
    count = free.instance_count or 0
    assert count > 1
    assert any("quota" in caution for caution in free.cautions)
    plan = chosen(knowledge, {"quotas": {"ml.g6.xlarge": count}}, BUSY)
    assert plan.instance_count == count
    assert not any("quota" in caution for caution in plan.cautions)
    assert plan.scaling is not None
    assert plan.scaling.max == count


def test_a_plan_beyond_its_quota_is_stopped(knowledge: Knowledge) -> None:
    """One fewer than is needed stops it; what would help is a higher quota."""
    count = chosen(knowledge, {}, BUSY).instance_count or 0
    advice = advise_under(knowledge, {"quotas": {"g6": count - 1}}, BUSY)
    assert advice.choice is None
    assert any(f"a quota of {count} instances" in one.text for one in advice.relax)


def test_a_quota_of_none_stops_the_family_at_its_places(knowledge: Knowledge) -> None:
    """Without `ml.` everywhere, with it at SageMaker alone."""
    facts = BERT | {"require": ["g6"]}
    assert advise_under(knowledge, {"quotas": {"g6": 0}}, facts).choice is None
    assert advise_under(knowledge, {"quotas": {"ml.g6": 0}}, facts).choice is None
    assert chosen(knowledge, {"quotas": {"ml.g6": 0}}, facts | OWN_MACHINES).place == "ec2"


def test_a_job_takes_no_more_machines_than_are_held(knowledge: Knowledge) -> None:
    """Where no deadline was named it runs longer on fewer, instead of being stopped."""
    facts = TUNING | {"rows": 3_000_000, "require": ["g5.12xlarge"]}
    free, plan = chosen(knowledge, {}, facts), chosen(knowledge, {"quotas": {"ml.g5.12xlarge": 2}}, facts)
    assert (free.instance_count or 0) > 2
    assert plan.instance_count == 2
    assert (plan.hours_per_run or 0) > (free.hours_per_run or 0)


def test_too_few_machines_to_hold_a_training_are_a_matter_of_the_quota(knowledge: Knowledge) -> None:
    """It is the quota that stops it, and more of it that would help."""
    facts = TUNING | {"model": "llama-3-70b", "fine_tuning_method": "full", "require": ["p4d"]}
    needed = chosen(knowledge, {}, facts).instance_count or 0
    advice = advise_under(knowledge, {"quotas": {"p4d": 1}}, facts)
    assert advice.choice is None
    assert f"Ask AWS for a quota of {needed} instances (p4d.24xlarge)." in [one.text for one in advice.relax]
