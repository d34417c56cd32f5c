"""How long to run at which rate: enough answers for the percentile, time for the queue to settle, and the users it takes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.advice import Plan
from engine.handover.verify.plan_facts import PlanFacts
from engine.handover.verify.plan_record import LoadTest, Step, StepName
from engine.number_format import format_amount, format_duration

_PERCENTILES: Final = ("p50", "p90", "p95", "p99")
_SECOND_MS: Final = 1e3


def plan_load_test(facts: PlanFacts, plan: Plan) -> LoadTest | None:
    """The test of a plan that answers requests; None if its load or its speed is unknown."""
    peak, capacity, latency = facts.peak_rate(plan), facts.plan_capacity(plan), plan.latency_ms
    if not peak or not capacity or not latency.estimate:
        return None
    times = [(ms or latency.estimate) / _SECOND_MS for ms in (latency.low, latency.estimate, latency.high)]
    return _LoadTestPlanner(facts, peak, facts.capacity_range(plan), _Estimate(*times)).build_test()


class _Estimate(NamedTuple):
    """A number that is not known yet, and the range it lies in."""

    low: float
    value: float
    high: float


class _LoadTestPlanner:
    """The arithmetic of one test."""

    def __init__(self, facts: PlanFacts, peak: float, capacities: tuple[float, float, float], latencies: _Estimate) -> None:
        self._facts, self._rates = facts, facts.rates
        self._peak, self._capacities, self._latencies = peak, _Estimate(*capacities), latencies
        self._capacity, self._latency = self._capacities.value, latencies.value
        self._answers = math.ceil(self._rates["tail_answers"] / self._rates["tail"])

    def build_test(self) -> LoadTest:
        """Lay out the whole test: what is sent, warm-up in seconds, steps by rising load, when to stop, and the arithmetic of it."""
        return LoadTest(
            send=describe_request(self._facts),
            warm_up_seconds=int(self._rates["warm_up_seconds"]),
            steps=tuple(self._build_steps()),
            repetitions=int(self._rates["repetitions"]),
            repeat_spread=self._rates["repeat_spread"],
            percentiles=_PERCENTILES,
            stop_when=tuple(self._describe_stops()),
            arithmetic=tuple(self._describe_arithmetic()),
        )

    def _build_steps(self) -> Iterator[Step]:
        rates, alone = self._rates, math.ceil(self._rates["run_seconds_least"] / self._latency)
        requests = max(min(self._answers, alone), 1)
        seconds = math.ceil(requests * self._latencies.high)
        yield Step(name="alone", rate_per_s=None, requests=requests, seconds=seconds, users=1, users_ladder=(1,))
        yield self._build_step("half", self._peak * rates["half"])
        yield self._build_step("peak", self._peak)
        for rate in self._rates_above():
            yield self._build_step("above", rate)

    def _rates_above(self) -> Iterator[float]:
        """Rates above the peak: where the capacity may lie by estimate, from the least of its range to beyond the most."""
        before, factor = self._peak, self._rates["step_up"]
        for rate in (*self._capacities, self._capacities.high * factor):
            if rate >= before * factor * (1 - 1e-9):
                yield rate
                before = rate
        if before < self._capacities.high:
            yield self._capacities.high * factor

    def _build_step(self, name: StepName, rate: float) -> Step:
        seconds = self._run_seconds(rate)
        rounded = float(f"{rate:.3g}")
        return Step(
            name=name,
            rate_per_s=rounded,
            requests=max(math.ceil(rounded * seconds), 1),
            seconds=seconds,
            users=self._count_users(rounded),
            users_ladder=tuple(dict.fromkeys(max(math.ceil(rounded * latency), 1) for latency in self._latencies)),
        )

    def _run_seconds(self, rate: float) -> int:
        longest = max(self._rates["run_seconds_least"], self._answers / rate, self._settling_seconds())
        return math.ceil(min(longest, self._rates["run_seconds_most"]))

    def _settling_seconds(self) -> float:
        """Seconds until the queue at the peak no longer depends on how it began, up to the longest run."""
        load = min(self._peak / self._capacity, 1 - 1e-6)
        return min(self._rates["settling"] / (self._capacity * (1 - math.sqrt(load)) ** 2), self._rates["run_seconds_most"])

    def _count_users(self, rate: float) -> int:
        """Users by Little's law for the slowest answers of the estimate's range, and some to spare."""
        return max(math.ceil(rate * self._latencies.high * self._rates["spare_users"]), 1)

    def _describe_stops(self) -> Iterator[str]:
        target = self._facts.number_fact("latency_p99_ms")
        if target:
            yield self._facts.say("stop_target", target=format_duration(target))
        yield self._facts.say("stop_flat", failed=f"{self._rates['most_failed']:.0%}")

    def _describe_arithmetic(self) -> Iterator[str]:
        say, rates, peak = self._facts.say, self._rates, float(f"{self._peak:.3g}")
        long, settle, run = self._answers / self._peak, math.ceil(self._settling_seconds()), self._run_seconds(self._peak)
        yield say("how_requests", answers=f"{rates['tail_answers']:g}", tail=f"{rates['tail']:g}", count=f"{self._answers:,}")
        values = {"times": f"{rates['settling']:g}", "capacity": f"{self._capacity:.3g}", "load": f"{self._peak / self._capacity:.2f}"}
        yield say("how_settle", **values, settle=settle)
        values = {"count": f"{self._answers:,}", "rate": f"{peak:g}", "long": format_amount(long, ""), "run": f"{run:,}"}
        if long > rates["run_seconds_most"]:
            yield say("how_run_cut", **values)
        else:
            yield say("how_run", **values, least=f"{rates['run_seconds_least']:g}", settle=settle)
        spare = {"spare": f"{rates['spare_users']:g}", "users": self._count_users(peak)}
        yield say("how_users", rate=f"{peak:g}", latency=f"{self._latencies.high:.3g}", **spare)


def describe_request(facts: PlanFacts) -> str:
    """What one request holds."""
    if facts.generates_text:
        given, made = facts.number_fact("input_tokens"), facts.number_fact("output_tokens")
        return facts.say("send_tokens", input=format_amount(given, ""), output=format_amount(made, ""))
    payload = facts.number_fact("payload_mb")
    return facts.say("send_payload", payload=f"{payload:g} MB") if payload else facts.say("send_plain")
