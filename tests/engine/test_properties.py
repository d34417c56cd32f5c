"""What holds for every workload, whatever its facts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.depth import rounds
from tests.engine.workloads import LENSES, Facts, answered, encoded, facts

lenses = st.sampled_from(LENSES)


def plans_of(advice: Advice) -> list[Plan]:
    """The choice and its alternatives."""
    return [*([advice.choice] if advice.choice else []), *advice.alternatives]


def identity(plan: Plan) -> tuple[object, ...]:
    """What tells one plan from another."""
    return plan.place, plan.instance_type, plan.memory_mb


@settings(max_examples=rounds(quick=12, long=2_000))
@given(st.data(), lenses)
def test_every_workload_gets_a_well_formed_answer(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Any facts get an answer, the same one each time, whose numbers are finite, sources known and plans distinct."""
    said = data.draw(facts(knowledge))
    advice = answered(knowledge, said, lens, "full")
    again = answered(knowledge, said, lens, "full")
    assert encoded(advice) == encoded(again)
    assert (advice.choice is None) == (advice.verdict == "nothing-fits")
    assert all(math.isfinite(number) for number in _numbers(msgspec.to_builtins(advice)))
    assert _sources(advice) <= set(knowledge.sources)
    assert len(advice.alternatives) <= 5
    shown = [identity(plan) for plan in plans_of(advice)]
    assert len(shown) == len(set(shown))
    assert advice.choice is None or advice.choice.reasons
    assert advice.choice is None or not advice.relax


def _numbers(whole: object) -> Iterator[float]:
    if isinstance(whole, dict):
        whole = list(whole.values())
    if isinstance(whole, (list, tuple)):
        for part in whole:
            yield from _numbers(part)
    elif isinstance(whole, (int, float)):
        yield float(whole)


def _sources(advice: Advice) -> set[str]:
    named = [source for plan in plans_of(advice) for reason in plan.reasons for source in reason.sources]
    named += [source for rejection in advice.rejected for source in rejection.sources]
    named += [source for one in advice.comparison if not isinstance(one, Plan) for source in one.sources]
    return set(named)


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), lenses)
def test_nothing_fits_always_comes_with_help_or_a_reason(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Where nothing fits, the answer names what to relax, or at least what stopped each way."""
    advice = answered(knowledge, data.draw(facts(knowledge, most=12)), lens)
    assert advice.choice is not None or advice.relax or advice.rejected


online = st.just("inference")
plain_cost = st.just("cost")


def _monthly(advice: Advice) -> float:
    """The choice's month; infinite where nothing fits, which is dearer than anything."""
    if advice.choice is None:
        return math.inf
    assert advice.choice.cost.usd_per_month is not None
    return advice.choice.cost.usd_per_month


def priced(knowledge: Knowledge, **fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[Facts]:
    """Online workloads for which only money counts. Commitments and open conditions order the choice by something else."""
    more: Facts = dict(fixed)
    unpriced = ("commitment_years", "budget_usd_per_hour", "budget_usd_per_month", "require", "compare", "current_instance", "operations")
    return facts(knowledge, without=unpriced, stage=online, priority=plain_cost, neuron_compatible=st.booleans(), **more)


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), lenses, st.floats(5, 20_000), st.floats(1.01, 20))
def test_a_tighter_latency_target_is_never_cheaper(
    knowledge: Knowledge, data: st.DataObject, lens: Lens, target: float, factor: float
) -> None:
    """Under priority cost, asking for an answer sooner never lowers the bill."""
    said = data.draw(priced(knowledge, latency_p99_ms=st.just(target)))
    loose = answered(knowledge, said | {"latency_p99_ms": target * factor}, lens)
    tight = answered(knowledge, said, lens)
    assert _monthly(tight) >= _monthly(loose) * (1 - 1e-9)


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), lenses, st.floats(0.01, 1_000), st.floats(1.01, 20))
def test_a_higher_peak_is_never_cheaper(knowledge: Knowledge, data: st.DataObject, lens: Lens, peak: float, factor: float) -> None:
    """Under priority cost, more requests at the busiest time never lower the bill."""
    said = data.draw(priced(knowledge, peak_requests_per_second=st.just(peak)))
    high = answered(knowledge, said | {"peak_requests_per_second": peak * factor}, lens)
    low = answered(knowledge, said, lens)
    assert _monthly(high) >= _monthly(low) * (1 - 1e-9)


def _asked(plan: Plan) -> set[str | None]:
    """All names that a plan goes by."""
    name = (plan.instance_type or "").removeprefix("ml.")
    return {plan.place, plan.processor, plan.family, name, plan.purchase}


# The next two fail with "cpu" and "gpu" alone: places without instances pass no limit of hardware (see test_demands).
@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), lenses)
def test_no_plan_is_what_was_ruled_out(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """No plan that is shown carries an id of `exclude`."""
    said = data.draw(facts(knowledge, most=6, exclude=_several("gpu", "cpu", "inferentia", "g4dn", "lambda", "sagemaker-realtime", "spot")))
    for plan in plans_of(answered(knowledge, said, lens)):
        assert not _asked(plan) & set(said["exclude"]), plan


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), lenses)
def test_every_plan_is_what_was_asked_for(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Every plan that is shown is of a required processor, family and place, where some are required."""
    said = data.draw(facts(knowledge, most=6, require=_several("gpu", "cpu", "inferentia", "g5", "lambda", "ec2", "sagemaker-serverless")))
    for plan in plans_of(answered(knowledge, said, lens)):
        for records in (knowledge.processors, knowledge.families, knowledge.places):
            wanted = {name for name in said["require"] if name in records}
            assert not wanted or wanted & _asked(plan), plan


def _several(*names: str) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True).map(tuple)


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), lenses)
def test_every_plan_keeps_the_stated_numbers(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Every plan that is shown keeps latency, budgets, deadline and number of machines."""
    musts = ("latency_p99_ms", "budget_usd_per_hour", "budget_usd_per_month", "instances_wanted", "training_deadline_hours")
    said = data.draw(facts(knowledge, most=8).filter(lambda drawn: any(name in drawn for name in musts)))
    for plan in plans_of(answered(knowledge, said, lens)):
        found = {
            "latency_p99_ms": plan.latency_ms.estimate,
            "budget_usd_per_hour": plan.cost.usd_per_hour,
            "budget_usd_per_month": plan.cost.usd_per_month,
            "instances_wanted": plan.instance_count,
            "training_deadline_hours": plan.hours_per_run,
        }
        for name, value in found.items():
            assert value is None or name not in said or value <= said[name] * (1 + 1e-9), (name, plan)


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), lenses)
def test_every_plan_keeps_the_limits_of_its_place(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """A request fits the place in megabytes and seconds, and every type is offered in the region and not retired."""
    said = data.draw(facts(knowledge, most=6))
    for plan in plans_of(answered(knowledge, said, lens)):
        seen: Lens = plan.role if plan.role in ("exam", "today") else lens
        limits = {name: fact.under(seen) for name, fact in knowledge.places[plan.place].limits.items()}
        for name in ("payload_mb", "processing_seconds"):
            assert name not in said or name not in limits or said[name] <= limits[name], plan
        if plan.instance_type is not None and seen == "today":
            instance = knowledge.instances[plan.instance_type.removeprefix("ml.")]
            assert instance.status != "retired"
            assert instance.offered_in(said.get("region", "us-east-1")) or instance.status == "capacity-only"


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), lenses)
def test_costs_follow_from_hours_and_prices(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """The month follows from the hour and the hours, a run from its hours, and both from the list price and the saving."""
    said = data.draw(facts(knowledge, most=6))
    for plan in plans_of(answered(knowledge, said, lens)):
        if plan.instance_type is None:
            continue
        advised = [one for one in plan.purchases if one.advised]
        saving = advised[0].saving if advised else 0.0
        instance = knowledge.instances[plan.instance_type.removeprefix("ml.")]
        price = (instance.ml.price if instance.ml else None) if plan.instance_type.startswith("ml.") else instance.price
        assert price is not None
        hour, month, run = plan.cost.usd_per_hour, plan.cost.usd_per_month, plan.cost.usd_per_run
        assert hour is not None
        assert month is not None
        assert plan.instance_count is not None
        assert math.isclose(hour, price.usd_per_hour * plan.instance_count * (1 - saving))
        assert all(one.usd_per_month is not None and math.isclose(one.usd_per_month, month) for one in advised)
        if plan.hours_per_run is not None:
            assert run is not None
            assert math.isclose(run, hour * plan.hours_per_run)
            assert math.isclose(month, run * said.get("runs_per_month", month / run))
        else:
            stops = plan.place != "sagemaker-realtime"
            assert math.isclose(month, hour * 730 * (said.get("hours_per_day", month / hour / 730 * 24) / 24 if stops else 1))
