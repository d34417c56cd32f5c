"""What holds of every finding, whatever was measured."""

from __future__ import annotations

import functools
import itertools
from typing import Any, get_args
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.handover.rightsize import RISK_LEVELS, FleetContext, Rightsized, RowReader, Settings, judge_resource, market
from engine.policy import policy_from
from knowledge import Knowledge
from knowledge.schema.instance import Instance
from knowledge.schema.metric import ResourceKind
from tests.depth import rounds

TYPES = (
    *("m5.xlarge", "m5.4xlarge", "c5.2xlarge", "c5.9xlarge", "r5.4xlarge", "m7g.2xlarge", "t3.large", "m5d.2xlarge"),
    *("g4dn.2xlarge", "g5.2xlarge", "g5.12xlarge", "g6.4xlarge", "p4d.24xlarge", "inf2.8xlarge", "trn1.32xlarge"),
)
PLAIN = ("c5", "m5", "r5")
"""Families of one generation that add nothing, so that a person can enumerate what stands in for what."""
percent = st.floats(0, 100, allow_nan=False)
maybe = st.none() | percent
usages = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(get_args(ResourceKind)),
        "instance_type": st.sampled_from(TYPES),
        "count": st.integers(1, 9),
        "environment": st.sampled_from(("production", "test", None)),
        "hours": st.sampled_from((None, 1, 40, 400)),
        "cpu_average": maybe,
        "cpu_p95": maybe,
        "cpu_p99": maybe,
        "memory_max": maybe,
        "gpu_average": maybe,
        "gpu_max": maybe,
        "gpu_memory_max": maybe,
        "requests_per_second": st.none() | st.floats(0, 1e4),
        "latency_ms_average": st.none() | st.floats(0.1, 1e6),
    }
)
choices = st.fixed_dictionaries({"arm": st.booleans(), "any_accelerator": st.booleans(), "risk": st.sampled_from(RISK_LEVELS)})


@functools.cache
def shared_context(knowledge: Knowledge, **chosen: Any) -> FleetContext:  # noqa: ANN401  # the fields of Settings
    """One context for all examples with the same settings: what it looks up serves them all."""
    return FleetContext(knowledge, Settings(**chosen))


@functools.cache
def unfiltered_context(knowledge: Knowledge, **chosen: Any) -> FleetContext:  # noqa: ANN401  # the fields of Settings
    """One for judging while no machine is left out because a cheaper one beats it."""
    return FleetContext(knowledge, Settings(**chosen))


@functools.cache
def plain_context(knowledge: Knowledge) -> FleetContext:
    """A context in which only the plain families are approved."""
    return FleetContext(knowledge, Settings(policy=policy_from({"approved": list(PLAIN)}, knowledge)))


def judge_row(row: dict[str, Any], context: FleetContext) -> Rightsized:
    """Judge a row; what is None in it is left empty."""
    return judge_resource(RowReader(context.knowledge, "us-east-1").read_usage({"resource": "one", **row}), context)


def machine(knowledge: Knowledge, name: str) -> Instance:
    """The catalogue's entry of a name, with or without `ml.`."""
    return knowledge.instances[name.removeprefix("ml.")]


@settings(max_examples=rounds(quick=40, long=3_000))
@given(row=usages, chosen=choices)
def test_a_better_fit_can_take_the_place_of_todays_machines(row: dict[str, Any], chosen: dict[str, Any], knowledge: Knowledge) -> None:
    """Same architecture and kind of processor unless allowed, never two machines less than production wants, only endpoints in number."""
    result = judge_row(row, shared_context(knowledge, **chosen))
    better = result.better
    if better is None:
        return
    now, other = machine(knowledge, result.instance_type), machine(knowledge, better.instance_type)
    assert other.arch == now.arch or chosen["arm"]
    assert bool(other.accelerator) == bool(now.accelerator) or (chosen["any_accelerator"] and not other.accelerator)
    assert now.burstable or not other.burstable
    assert better.count == result.count or row["kind"] == "endpoint"
    assert better.count >= 2 or row["kind"] != "endpoint" or row["environment"] != "production"
    assert better.changes


@settings(max_examples=rounds(quick=40, long=3_000))
@given(row=usages, chosen=choices)
def test_what_was_not_measured_never_becomes_less(row: dict[str, Any], chosen: dict[str, Any], knowledge: Knowledge) -> None:
    """Unknown memory and unknown devices are kept."""
    result = judge_row(row, shared_context(knowledge, **chosen))
    if result.better is None:
        return
    now, other = machine(knowledge, result.instance_type), machine(knowledge, result.better.instance_type)
    if row["memory_max"] is None:
        assert other.memory_gib >= now.memory_gib
    if row["gpu_memory_max"] is None and other.accelerator == now.accelerator:
        assert other.accelerator_count >= now.accelerator_count
    if row["cpu_p99"] is None and row["cpu_p95"] is None:
        assert other.vcpu * result.better.count >= now.vcpu * result.count


@settings(max_examples=rounds(quick=40, long=3_000))
@given(row=usages, chosen=choices)
def test_a_saving_is_worth_it_and_a_risk_is_taken(row: dict[str, Any], chosen: dict[str, Any], knowledge: Knowledge) -> None:
    """What is large enough changes only for a twentieth or more, and at no more risk than is allowed; headroom is left."""
    result = judge_row(row, shared_context(knowledge, **chosen))
    if result.better is None or result.finding == "under-provisioned":
        return
    assert result.saving is not None
    assert result.saving >= 0.05 - 1e-9
    assert result.risk is not None
    assert result.risk.score <= RISK_LEVELS.index(chosen["risk"])
    before = {"cpu": row["cpu_p99"], "memory": row["memory_max"], "gpu": row["gpu_max"], "gpu_memory": row["gpu_memory_max"]}
    for dimension, after in result.better.use_after.items():
        room = 90 if dimension == "gpu_memory" else 80
        assert after <= room + 1e-6 or after <= (before[dimension] or 0) + 1e-6


@settings(max_examples=rounds(quick=40, long=3_000))
@given(row=usages, more=st.floats(1, 3))
def test_less_use_never_makes_a_dearer_fit(row: dict[str, Any], more: float, knowledge: Knowledge) -> None:
    """What holds more holds less as well; only the effort of a change, at most 15 %, may be weighed against the price."""
    busier = row | {name: min(row[name] * more, 100.0) for name in ("cpu_p99", "memory_max", "gpu_max", "gpu_memory_max") if row[name]}
    one, other = (judge_row(each, shared_context(knowledge)) for each in (row, busier))
    if one.finding == other.finding == "over-provisioned":
        assert one.better is not None
        assert other.better is not None
        assert one.better.usd_per_month <= other.better.usd_per_month * 1.16


@settings(max_examples=rounds(quick=40, long=3_000))
@given(row=usages, chosen=choices)
def test_what_is_left_out_of_the_search_is_never_the_answer(row: dict[str, Any], chosen: dict[str, Any], knowledge: Knowledge) -> None:
    """Machines that a cheaper one beats are not looked at; looking at them changes nothing."""
    with mock.patch.object(market, "_drop_beaten", list):
        everything = judge_row(row, unfiltered_context(knowledge, **chosen))
    assert judge_row(row, shared_context(knowledge, **chosen)) == everything


def find_price_by_hand(knowledge: Knowledge, row: dict[str, Any]) -> float | None:
    """USD an hour of the cheapest safe group for a test endpoint on plain types, found by going through all of them."""
    now, count = knowledge.instances[row["instance_type"]], row["count"]
    found: list[tuple[float, float]] = []
    for other, several in itertools.product(knowledge.instances.values(), range(1, 2 * count + 1)):
        if other.family not in PLAIN or other.bare_metal or other.ml is None or other.ml.price is None or "hosting" not in other.ml.jobs:
            continue
        cpu = row["cpu_p99"] * now.vcpu * count / (other.vcpu * several)
        memory = row["memory_max"] * now.memory_gib / other.memory_gib
        score = max(count_bands(cpu, row["cpu_p99"]), count_bands(memory, row["memory_max"])) + (
            other.physical_cores < now.physical_cores / 2
        )
        if max(cpu, memory) <= 80 + 1e-6 and score <= 2:
            price = other.ml.price.usd_per_hour * several
            found.append((price * (1 if other.family == now.family else 1.05), price))
    return min(found)[1] if found else None


def count_bands(after: float, before: float) -> int:
    """The score of a dimension: how many thresholds of risk the use after the move exceeds."""
    return 0 if after <= before else sum(after > edge for edge in (60, 70, 80, 90))


@settings(max_examples=rounds(quick=40, long=3_000))
@given(
    name=st.sampled_from(("m5.xlarge", "m5.4xlarge", "c5.2xlarge", "c5.9xlarge", "r5.4xlarge", "m5.24xlarge")),
    count=st.integers(1, 6),
    cpu=st.integers(6, 80),
    memory=st.integers(1, 80),
)
def test_the_better_fit_is_what_going_through_all_machines_finds(
    name: str, count: int, cpu: int, memory: int, knowledge: Knowledge
) -> None:
    """The search leaves nothing out: a second one, which knows no shortcut, finds the same price."""
    row = {"kind": "endpoint", "instance_type": name, "count": count, "environment": "test", "hours": 400}
    row |= {"cpu_p99": cpu, "memory_max": memory}
    result = judge_row(row | {"instance_type": f"ml.{name}"}, plain_context(knowledge))
    assert result.usd_per_month is not None
    cheapest = find_price_by_hand(knowledge, row)
    if result.better is not None:
        assert cheapest is not None
        assert abs(result.better.usd_per_hour - cheapest) < 1e-9
    elif cheapest is not None:  # it saves less than a tenth, or too little to pay half a day of work within a year
        saving = result.usd_per_month - cheapest * 730
        assert saving < max(result.usd_per_month * (0.05 + 0.05), 0.5 * 600 / 12) + 1e-6
