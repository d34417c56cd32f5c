"""What a person sets, and what a place allows: region, lens, policy, headroom, least hours."""

from __future__ import annotations

from typing import Any

import pytest

from engine.handover.rightsize import FleetContext, Rightsized, RowReader, Settings, judge_resource
from engine.policy import policy_from
from knowledge import Knowledge

MEASURED = {"cpu_p99": 20, "memory_max": 15, "hours": 400}
ENDPOINT: dict[str, object] = {"resource": "one", "kind": "endpoint", "instance_type": "ml.m5.4xlarge", "count": 2, **MEASURED}
INSTANCE: dict[str, object] = {"resource": "one", "instance_type": "m5.4xlarge", **MEASURED}


def judge_row(knowledge: Knowledge, row: dict[str, object], **chosen: Any) -> Rightsized:  # noqa: ANN401  # the fields of Settings
    """Judge a row."""
    return judge_resource(RowReader(knowledge, "us-east-1").read_usage(row), FleetContext(knowledge, Settings(**chosen)))


def better_family(result: Rightsized) -> str:
    """Give the family of the better fit."""
    assert result.better is not None
    return result.better.instance_type.removeprefix("ml.").partition(".")[0]


@pytest.mark.parametrize("region", ["us-east-1", "eu-west-1", "ap-southeast-4"])
@pytest.mark.parametrize("row", [ENDPOINT, INSTANCE], ids=["endpoint", "instance"])
def test_what_is_proposed_can_be_had_in_the_region(row: dict[str, object], region: str, knowledge: Knowledge) -> None:
    """And its price is an estimate outside the one whose prices are known."""
    result = judge_row(knowledge, row | {"region": region})
    assert result.better is not None
    assert region in knowledge.instances[result.better.instance_type.removeprefix("ml.")].regions.split()
    if region != knowledge.stamp.price_region:
        assert (result.price, result.better.price) == ("estimated", "estimated")


def test_the_exam_lens_proposes_what_the_study_material_knows(knowledge: Knowledge) -> None:
    """Families that it expects as an answer."""
    for row in (ENDPOINT, INSTANCE):
        assert knowledge.families[better_family(judge_row(knowledge, row, lens="exam"))].exam_standing.value_for("exam") == "expected"


def test_only_approved_hardware_is_proposed(knowledge: Knowledge) -> None:
    """Even where what is in use is not approved itself."""
    policy = policy_from({"approved": ["r5"]}, knowledge)
    assert better_family(judge_row(knowledge, INSTANCE, policy=policy)) == "r5"


def test_more_headroom_leaves_more_free(knowledge: Knowledge) -> None:
    """Nothing that is proposed uses more than the rest, and what uses more today is too small."""
    for free in (0, 30, 50):
        result = judge_row(knowledge, INSTANCE | {"cpu_p99": 20, "memory_max": 20}, headroom=free, risk="very-high")
        assert result.better is not None
        assert max(result.better.use_after.values()) <= 100 - free
    assert judge_row(knowledge, INSTANCE | {"cpu_p99": 60}, headroom=50).finding == "under-provisioned"
    assert judge_row(knowledge, INSTANCE | {"cpu_p99": 95}, headroom=0).finding != "under-provisioned"


def test_the_least_hours_are_the_persons_own(knowledge: Knowledge) -> None:
    """Of services and of jobs."""
    assert judge_row(knowledge, INSTANCE | {"hours": 20}).finding == "not-enough-data"
    assert judge_row(knowledge, INSTANCE | {"hours": 20}, min_hours=10).finding == "over-provisioned"
    assert judge_row(knowledge, INSTANCE | {"hours": 400}, min_hours=500).finding == "not-enough-data"


def test_hours_that_nobody_tells_are_no_bar_but_a_doubt(knowledge: Knowledge) -> None:
    """The finding stands, with low confidence."""
    result = judge_row(knowledge, {name: value for name, value in INSTANCE.items() if name != "hours"})
    assert (result.finding, result.confidence.level) == ("over-provisioned", "low")


def test_a_type_without_a_price_gets_no_saving_and_says_so(knowledge: Knowledge) -> None:
    """An unknown price is never 0."""
    name = next(one.instance_type for one in knowledge.instances.values() if one.price is None and not one.accelerator)
    result = judge_row(knowledge, {"resource": "one", "instance_type": name, "cpu_p99": 20, "memory_max": 20, "hours": 400})
    assert (result.usd_per_month, result.saving_usd_per_month, result.better) == (None, None, None)
    assert any("not known there" in note for note in result.notes)


def test_a_group_of_machines_outside_sagemaker_keeps_its_number(knowledge: Knowledge) -> None:
    """Nobody knows whether they share their work."""
    result = judge_row(knowledge, INSTANCE | {"count": 5, "place": "eks"})
    assert result.better is not None
    assert result.better.count == 5
