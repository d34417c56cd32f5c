"""What a person measured takes the place of what was estimated, and of nothing else."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from engine.decision.choice import WhatIf, decide
from engine.decision.context import DecisionCache, Option, range_factor
from engine.handover.advice_json import advice_as_json
from engine.handover.kept_advice import advice_from
from engine.measurement import Tail, Trial
from engine.pipeline import advise
from engine.sizing.queueing import percentile_latency_ms
from engine.workload import Workload
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.engine.workloads import SEVERAL, stated_workload

NETWORK = {"model": "vit-base", "requests_per_second": 20, "latency_p99_ms": 200, "neuron_compatible": False}
TIMES = st.floats(0.2, 5)
TAILS: tuple[Tail, ...] = ("p50", "p90", "p95", "p99", "mean", "max")


@pytest.fixture(scope="module")
def workload(knowledge: Knowledge) -> Workload:
    """A network that answers requests."""
    return stated_workload(knowledge, **NETWORK)


@pytest.fixture(scope="module")
def before(workload: Workload, knowledge: Knowledge) -> Advice:
    """Its advice by estimate."""
    return advise(workload, knowledge, explain="choice")


def chosen(advice: Advice) -> Plan:
    """The choice."""
    assert advice.choice is not None
    return advice.choice


def at_peak(plan: Plan, latency_ms: float) -> Trial:
    """A run at the planned load of a plan."""
    name = str(plan.instance_type).removeprefix("ml.")
    return Trial(instance_type=name, instance_count=plan.instance_count or 1, rate_per_s=20, latency_ms=latency_ms)


def test_the_time_of_a_run_at_the_planned_load_is_the_plans(workload: Workload, knowledge: Knowledge, before: Advice) -> None:
    """To the digit, with basis measured, a narrow range, and the trial kept in the advice and its JSON."""
    trial = at_peak(chosen(before), 12.5)
    after = advise(workload, knowledge, explain="choice", measurements=[trial])
    plan = chosen(after)
    assert plan.instance_type == chosen(before).instance_type
    assert plan.latency_ms.estimate == pytest.approx(12.5)
    assert plan.latency_ms.high == pytest.approx(12.5 * knowledge.weights["sizing"].thresholds["same_run_spread"])
    assert (chosen(before).basis, plan.basis) == ("estimated", "measured")
    assert after.measured == (trial,)
    assert advice_from(msgspec.json.decode(msgspec.json.encode(advice_as_json(after)))).measured == (trial,)
    assert "measured" not in advice_as_json(before)


def test_what_was_carried_at_most_is_the_capacity(knowledge: Knowledge, before: Advice) -> None:
    """A run that was asked for more than it could answer tells how many machines the peak takes."""
    name = str(chosen(before).instance_type).removeprefix("ml.")
    trial = Trial(instance_type=name, instance_count=2, rate_per_s=24, is_capacity=True, latency_ms=50)
    after = advise(stated_workload(knowledge, **NETWORK, require=[name]), knowledge, explain="choice", measurements=[trial])
    plan = chosen(after)
    assert plan.throughput_per_s.estimate == pytest.approx(12 * (plan.instance_count or 1))
    assert (plan.instance_count or 1) > (chosen(before).instance_count or 1)


def test_a_choice_that_proved_too_slow_gives_way(workload: Workload, knowledge: Knowledge, before: Advice) -> None:
    """The ranking is the engine's own: a time beyond the target rules the plan out, and the next one leads."""
    after = advise(workload, knowledge, explain="choice", measurements=[at_peak(chosen(before), 5_000)])
    assert chosen(after).family != chosen(before).family
    assert chosen(after).basis == "estimated"
    named = str(chosen(before).instance_type).removeprefix("ml.")
    assert named not in {str(plan.instance_type).removeprefix("ml.") for plan in (chosen(after), *after.alternatives)}


def test_types_with_the_same_hardware_are_corrected_and_others_left_as_they_were(workload: Workload, knowledge: Knowledge) -> None:
    """A machine with the same device does the model no quicker; it stays estimated, in the range of a measurement of another machine."""
    plain = decide(workload, knowledge, "today")
    trial = Trial(instance_type="g5.xlarge", rate_per_s=20, latency_ms=55)
    tried = decide(workload, knowledge, measurements=[trial])
    alike = {name for name in ("g5.xlarge", "g5.2xlarge", "g5.4xlarge", "g5.8xlarge", "g5.16xlarge") if name in knowledge.instances}

    def others(options: list[Option]) -> list[Option]:
        return [option for option in options if option.what not in alike]

    assert others(plain.options) == others(tried.options)
    own = {option.what: (option.is_own_measurement, option.is_measured) for option in tried.options if option.what in alike}
    assert own == {name: (name == "g5.xlarge", name == "g5.xlarge") for name in alike}
    assert {option.what for option in tried.options if option.is_alike_measured} == alike - {"g5.xlarge"}
    assert all(
        range_factor(tried.context, option) <= tried.context.thresholds["measured_spread"]
        for option in tried.options
        if option.is_alike_measured
    )


@given(time=TIMES, tail=st.sampled_from(TAILS), busy=st.floats(0, 0.9), count=st.integers(1, 3))
def test_any_percentile_at_any_load_tells_the_same(knowledge: Knowledge, time: float, tail: Tail, busy: float, count: int) -> None:
    """A machine that takes so many times as long is found to, at whatever load and percentile it is measured."""
    workload, instance = stated_workload(knowledge, **NETWORK, require=["g5.xlarge"]), knowledge.instances["g5.xlarge"]
    estimate = decide(workload, knowledge, "today").context.speed_of(instance)
    assert estimate is not None
    slow = msgspec.structs.replace(
        estimate, latency_ms=estimate.latency_ms * time, alone_ms=estimate.alone_ms * time, capacity=estimate.capacity / time
    )
    rate = slow.capacity * count * busy
    latency = percentile_latency_ms(rate, slow, count, tail)
    trial = Trial(instance_type="g5.xlarge", instance_count=count, rate_per_s=rate, latency_ms=latency, tail=tail)
    speed = decide(workload, knowledge, measurements=[trial]).context.speed_of(instance)
    assert speed is not None
    assert speed.alone_ms == pytest.approx(slow.alone_ms)
    assert speed.capacity == pytest.approx(slow.capacity)


LADDER = ((1, 9.0, 1), (8, 9.5, None), (16, 11.0, None), (40, 27.0, None), (80, 130.0, None))
"""Requests a second, p99 in ms, requests always under way; by no curve that the model of queues would draw."""


def ladder_on(name: str) -> list[Trial]:
    """The runs of one machine at rising load."""
    return [
        Trial(instance_type=name, rate_per_s=rate, latency_ms=latency, concurrency=concurrency) for rate, latency, concurrency in LADDER
    ]


@pytest.mark.parametrize(("rate", "latency"), [(rate, latency) for rate, latency, concurrency in LADDER if not concurrency])
def test_each_run_of_a_ladder_tells_the_time_at_its_own_load(knowledge: Knowledge, rate: float, latency: float) -> None:
    """No run changes what another showed, in whatever order they are read."""
    workload = stated_workload(knowledge, **{**NETWORK, "requests_per_second": rate, "require": ["g5.xlarge"]})
    for trials in (ladder_on("g5.xlarge"), ladder_on("g5.xlarge")[::-1]):
        options = decide(workload, knowledge, measurements=trials).options
        [option] = [one for one in options if one.place.id == "sagemaker-realtime"]
        assert option.count == 1
        assert option.latency_ms == pytest.approx(latency)
        assert option.is_measured


@given(rate=st.floats(1, 80))
def test_between_two_runs_the_time_lies_between_theirs(knowledge: Knowledge, rate: float) -> None:
    """And is always one, whatever the runs are."""
    workload = stated_workload(knowledge, **NETWORK, require=["g5.xlarge"])
    context = decide(workload, knowledge, measurements=ladder_on("g5.xlarge")).context
    speed = context.speed_of(knowledge.instances["g5.xlarge"])
    assert speed is not None
    times = [latency for _, latency, _ in LADDER]
    rates = [0 if concurrency else rate for rate, _, concurrency in LADDER]
    after = next(at for at, one in enumerate(rates) if one >= rate)
    assert times[after - 1] * 0.999 <= percentile_latency_ms(rate, speed, 1) <= times[after] * 1.001


def test_of_repeated_runs_the_middle_one_counts(knowledge: Knowledge, workload: Workload) -> None:
    """A figure that one of them showed; of two the slower."""
    runs = [Trial(instance_type="g5.xlarge", rate_per_s=rate, latency_ms=latency) for rate, latency in ((20, 30), (20.4, 36), (19.8, 90))]
    for trials, middle in ((runs, 36), (runs[:2], 36)):
        speed = decide(workload, knowledge, measurements=trials).context.speed_of(knowledge.instances["g5.xlarge"])
        assert speed is not None
        assert len(speed.load_points) == 1
        rate = next(trial.rate_per_s for trial in trials if trial.latency_ms == middle) or 0.0
        assert percentile_latency_ms(rate, speed, 1) == pytest.approx(middle)


def test_a_load_beyond_what_was_measured_is_estimated(knowledge: Knowledge) -> None:
    """From the runs, and in their range, but not as measured; below the capacity that a run showed everything is."""
    workload = stated_workload(knowledge, **{**NETWORK, "requests_per_second": 20, "require": ["g5.xlarge"]})
    few, full = (
        Trial(instance_type="g5.xlarge", rate_per_s=4, latency_ms=30),
        Trial(instance_type="g5.xlarge", rate_per_s=90, is_capacity=True),
    )
    for trials, expected in (([few], False), ([few, full], True)):
        options = decide(workload, knowledge, measurements=trials).options
        assert {(one.is_measured, one.is_own_measurement) for one in options if one.count == 1} == {(expected, True)}


def test_what_if_the_load_changes_rests_on_what_was_measured(knowledge: Knowledge, workload: Workload, before: Advice) -> None:
    """Another rate on the same machine: the measured ratio holds there too."""
    trial = at_peak(chosen(before), 40)
    decision = decide(workload, knowledge, measurements=[trial])
    more = WhatIf(workload, decision).decide_with("requests_per_second", 40)
    assert more.best is not None
    assert more.context.measured.measurements == (trial,)
    named = [option for option in more.options if option.what == trial.instance_type]
    assert named
    assert all(option.is_own_measurement for option in named)


@for_each("kind", ["pretraining", "adapters", "training on a table", "data", "a batch", "a table scored"])
def test_the_hours_of_a_run_are_those_measured(knowledge: Knowledge, kind: str) -> None:
    """On the machines that were measured, and in proportion on more of them; the start comes on top."""
    workload = stated_workload(knowledge, **SEVERAL[kind])
    before = chosen(advise(workload, knowledge, explain="choice"))
    name, hours = str(before.instance_type).removeprefix("ml."), (before.hours_per_run or 0) * 0.5
    pinned = stated_workload(knowledge, **SEVERAL[kind], **({} if "require" in SEVERAL[kind] else {"require": [name]}))
    trial = Trial(instance_type=name, instance_count=before.instance_count or 1, hours_per_run=hours)
    after = chosen(advise(pinned, knowledge, explain="choice", measurements=[trial]))
    start = decide(pinned, knowledge, "today").context.rates["job_start_hours"]
    scale = (before.instance_count or 1) / (after.instance_count or 1)
    assert after.basis == ("measured" if scale == 1 else "estimated")
    if scale == 1:
        assert after.hours_per_run == pytest.approx(hours + start)


def test_a_rate_of_training_tells_its_hours(knowledge: Knowledge) -> None:
    """Tokens a second of a language model, over all its tokens."""
    workload = stated_workload(knowledge, stage="training", model="llama-3-8b", training_tokens_b=3, require=["p5.48xlarge"])
    trial = Trial(instance_type="p5.48xlarge", rate_per_s=100_000)
    plan = chosen(advise(workload, knowledge, explain="choice", measurements=[trial]))
    start = decide(workload, knowledge, "today").context.rates["job_start_hours"]
    assert plan.hours_per_run == pytest.approx(3e9 / 100_000 / 3600 + start)


def test_a_serverless_place_answers_in_the_time_measured(knowledge: Knowledge) -> None:
    """At the memory size that was tried."""
    workload = stated_workload(knowledge, **SEVERAL["serverless with a network"], require=["sagemaker-serverless"])
    before = chosen(advise(workload, knowledge, explain="choice"))
    trial = Trial(place=before.place, memory_mb=before.memory_mb, latency_ms=80, tail="p50")
    after = decide(workload, knowledge, measurements=[trial])
    [same] = [option for option in after.options if option.memory_mb == before.memory_mb]
    assert same.latency_ms == pytest.approx(80)
    assert same.is_own_measurement


def test_what_cannot_be_held_against_an_estimate_changes_nothing(workload: Workload, knowledge: Knowledge, before: Advice) -> None:
    """A type that nobody knows, and a run that measured nothing."""
    trials = [
        Trial(instance_type="z99.large", latency_ms=5),
        Trial(instance_type="g5.xlarge"),
        Trial(place="mars", memory_mb=5, latency_ms=1),
    ]
    after = advise(workload, knowledge, explain="choice", measurements=trials)
    assert msgspec.structs.replace(after, measured=()) == before


def test_a_cache_that_served_other_measurements_changes_nothing(workload: Workload, knowledge: Knowledge) -> None:
    """With one, with another and with none at all, the answer is the one of a cache of its own."""
    cache = DecisionCache()
    slow, slower = (Trial(instance_type="g5.xlarge", latency_ms=latency) for latency in (5, 500))
    runs: tuple[list[Trial], ...] = ([slow], [], [slower])
    for measurements in (*runs, *runs):
        shared = advise(workload, knowledge, explain="choice", memo=cache, measurements=measurements)
        assert shared == advise(workload, knowledge, explain="choice", measurements=measurements)
        assert shared.measured == tuple(measurements)


def test_decisions_on_other_measurements_are_refused(workload: Workload, knowledge: Knowledge) -> None:
    """An advice would rest on what was not measured."""
    trial = Trial(instance_type="g5.xlarge", latency_ms=5)
    what_if = WhatIf(workload, decide(workload, knowledge))
    with pytest.raises(ValueError, match="measurements"):
        advise(workload, knowledge, what_if=what_if, measurements=[trial])
