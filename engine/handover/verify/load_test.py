"""How long to run at which rate: enough answers for the percentile, long enough for the queue to settle, as many users as it takes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.advice import Plan
from engine.decision.limits.failure import amount, duration
from engine.handover.verify.facts import Facts
from engine.handover.verify.plan_record import LoadTest, Step, StepName

_PERCENTILES: Final = ("p50", "p90", "p95", "p99")
_SECOND_MS: Final = 1e3


def load_test(facts: Facts, plan: Plan) -> LoadTest | None:
    """The test of a plan that answers requests; None where its load or its speed is not known."""
    peak, capacity, latency = facts.peak(plan), facts.capacity(plan), plan.latency_ms.estimate
    if not peak or not capacity or not latency:
        return None
    return _Test(facts, peak, capacity, latency / _SECOND_MS).test()


class _Test:
    """The arithmetic of one test."""

    def __init__(self, facts: Facts, peak: float, capacity: float, latency: float) -> None:
        self._facts, self._rates = facts, facts.rates
        self._peak, self._capacity, self._latency = peak, capacity, latency
        self._answers = math.ceil(self._rates["tail_answers"] / self._rates["tail"])

    def test(self) -> LoadTest:
        """Lay out the whole test: what is sent, warm-up in seconds, steps by rising load, when to stop, and the arithmetic of it."""
        return LoadTest(
            send=send(self._facts),
            warm_up_seconds=int(self._rates["warm_up_seconds"]),
            steps=tuple(self._steps()),
            repetitions=int(self._rates["repetitions"]),
            repeat_spread=self._rates["repeat_spread"],
            percentiles=_PERCENTILES,
            stop_when=tuple(self._stops()),
            arithmetic=tuple(self._arithmetic()),
        )

    def _steps(self) -> Iterator[Step]:
        rates, alone = self._rates, math.ceil(self._rates["run_seconds_least"] / self._latency)
        requests = max(min(self._answers, alone), 1)
        yield Step(name="alone", rate_per_s=None, requests=requests, seconds=math.ceil(requests * self._latency), users=1)
        yield self._step("half", self._peak * rates["half"])
        yield self._step("peak", self._peak)
        count = int(rates["steps_up"])
        factor = max((self._capacity * rates["step_up"] / self._peak) ** (1 / count), rates["step_up"])
        for number in range(1, count + 1):
            yield self._step("above", self._peak * factor**number)

    def _step(self, name: StepName, rate: float) -> Step:
        seconds = self._seconds(rate)
        rounded = float(f"{rate:.3g}")
        return Step(
            name=name, rate_per_s=rounded, requests=max(math.ceil(rounded * seconds), 1), seconds=seconds, users=self._users(rounded)
        )

    def _seconds(self, rate: float) -> int:
        longest = max(self._rates["run_seconds_least"], self._answers / rate, self._settled())
        return math.ceil(min(longest, self._rates["run_seconds_most"]))

    def _settled(self) -> float:
        """Seconds until the queue of the peak no longer tells how it began; bounded where it hardly ever does."""
        load = min(self._peak / self._capacity, 1 - 1e-6)
        return min(self._rates["settling"] / (self._capacity * (1 - math.sqrt(load)) ** 2), self._rates["run_seconds_most"])

    def _users(self, rate: float) -> int:
        """Little's law, and some to spare."""
        return max(math.ceil(rate * self._latency * self._rates["spare_users"]), 1)

    def _stops(self) -> Iterator[str]:
        target = self._facts.number("latency_p99_ms")
        if target:
            yield self._facts.say("stop_target", target=duration(target))
        yield self._facts.say("stop_flat", failed=f"{self._rates['most_failed']:.0%}")

    def _arithmetic(self) -> Iterator[str]:
        say, rates, peak = self._facts.say, self._rates, float(f"{self._peak:.3g}")
        long, settle, run = self._answers / self._peak, math.ceil(self._settled()), self._seconds(self._peak)
        yield say("how_requests", answers=f"{rates['tail_answers']:g}", tail=f"{rates['tail']:g}", count=f"{self._answers:,}")
        values = {"times": f"{rates['settling']:g}", "capacity": f"{self._capacity:.3g}", "load": f"{self._peak / self._capacity:.2f}"}
        yield say("how_settle", **values, settle=settle)
        values = {"count": f"{self._answers:,}", "rate": f"{peak:g}", "long": amount(long, ""), "run": f"{run:,}"}
        if long > rates["run_seconds_most"]:
            yield say("how_run_cut", **values)
        else:
            yield say("how_run", **values, least=f"{rates['run_seconds_least']:g}", settle=settle)
        spare = {"spare": f"{rates['spare_users']:g}", "users": self._users(peak)}
        yield say("how_users", rate=f"{peak:g}", latency=f"{self._latency:.3g}", **spare)


def send(facts: Facts) -> str:
    """What one request is."""
    if facts.generates:
        given, made = facts.number("input_tokens"), facts.number("output_tokens")
        return facts.say("send_tokens", input=amount(given, ""), output=amount(made, ""))
    payload = facts.number("payload_mb")
    return facts.say("send_payload", payload=f"{payload:g} MB") if payload else facts.say("send_plain")
