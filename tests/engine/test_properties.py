"""What holds for every workload, whatever its facts."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.depth import rounds
from tests.engine.workloads import LENSES, advise_on, draw_facts

lenses = st.sampled_from(LENSES)


def plans_of(advice: Advice) -> list[Plan]:
    """The choice and its alternatives."""
    return [*([advice.choice] if advice.choice else []), *advice.alternatives]


def identity(plan: Plan) -> tuple[object, ...]:
    """What tells one plan from another."""
    return plan.place, plan.instance_type, plan.memory_mb


@settings(max_examples=rounds(quick=5, long=2_000))
@given(st.data(), lenses)
def test_every_workload_gets_a_well_formed_answer(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Any facts get an answer whose numbers are finite, sources known and plans distinct."""
    advice = advise_on(knowledge, data.draw(draw_facts(knowledge)), lens, "full")
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


@settings(max_examples=rounds(quick=20, long=2_000))
@given(st.data(), lenses)
def test_nothing_fits_always_comes_with_help_or_a_reason(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Where nothing fits, the answer names what to relax, or at least what stopped each way."""
    advice = advise_on(knowledge, data.draw(draw_facts(knowledge, most=12)), lens)
    assert advice.choice is not None or advice.relax or advice.rejected


@settings(max_examples=rounds(quick=15, long=2_000))
@given(st.data(), lenses)
def test_costs_follow_from_hours_and_prices(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """The month follows from the hour and the hours, a run from its hours, and both from the list price and the saving."""
    said = data.draw(draw_facts(knowledge, most=6))
    for plan in plans_of(advise_on(knowledge, said, lens)):
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
