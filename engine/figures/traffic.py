"""Cost against traffic: the choice at rates from a hundredth to a hundred times the current one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from engine.decision.choice import Decision
from engine.decision.context import ONLINE
from engine.decision.costs import paid_share
from engine.dialogue.desk import Turn
from engine.vocabulary import accepted_values
from engine.workload import Quantity
from knowledge.schema.record import Record

LoadFact = Literal["requests_per_second", "peak_requests_per_second", "tokens_per_second", "concurrency", "items_per_run", "runs_per_month"]
_FACTORS: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
_RATES: Final[tuple[LoadFact, ...]] = ("requests_per_second", "peak_requests_per_second")
_OTHER_LOADS: Final[tuple[LoadFact, ...]] = ("tokens_per_second", "concurrency")


class TrafficStep(Record):
    """The choice at one rate; only the rate where nothing fits."""

    rate: float
    what: str = ""
    count: int = 1
    place: str = ""
    usd_per_month: float | None = None
    """Under the purchase advised there; None where nothing fits or no price is known."""
    is_now: bool = False


class Traffic(Record):
    """Choices by rising traffic."""

    fact: LoadFact = "requests_per_second"
    """The fact that holds the rate."""
    steps: tuple[TrafficStep, ...] = ()
    missing: Literal["", "no_rate", "no_plan", "no_price"] = ""
    """Why there are no steps."""


def compute_traffic(turn: Turn) -> Traffic:
    """At most nine rates, the current one among them; each other one is a decision on the workload with that rate."""
    facts = _load_facts(turn)
    if not facts:
        return Traffic(missing="no_rate")
    fact = facts[0]
    now = float(getattr(turn.decision.context.workload, fact))
    steps = {rate: _traffic_step(rate, decision, is_now=rate == now) for rate, decision in _decisions_by_rate(turn, facts, now)}
    if all(step.usd_per_month is None for step in steps.values()):
        return Traffic(fact=fact, missing="no_price" if any(step.what for step in steps.values()) else "no_plan")
    return Traffic(fact=fact, steps=tuple(steps[rate] for rate in sorted(steps)))


def _load_facts(turn: Turn) -> tuple[LoadFact, ...]:
    """The facts that hold the load, stated ones first; a rate and its peak change together."""
    stated, work = turn.stated, turn.decision.context.workload
    situation = turn.decision.context.situation
    if situation == ONLINE:
        rates = tuple(fact for fact in _RATES if getattr(stated, fact) is not None)
        other = next(((fact,) for fact in _OTHER_LOADS if getattr(stated, fact) is not None), ())
        return rates or other or (("requests_per_second",) if work.requests_per_second else ())
    if situation == "notebook":
        return ()
    if situation == "batch" and work.items_per_run:
        return ("items_per_run",)
    return ("runs_per_month",) if work.runs_per_month else ()


def _decisions_by_rate(turn: Turn, facts: tuple[LoadFact, ...], now: float) -> Iterator[tuple[float, Decision]]:
    for factor in _FACTORS:
        changed: dict[str, float] = {fact: _clamp_to_fact(fact, getattr(turn.decision.context.workload, fact) * factor) for fact in facts}
        rate = changed[facts[0]]
        if factor == 1:
            yield now, turn.decision
        elif rate != now:
            yield rate, turn.what_if.decide_with_all(changed)


def _clamp_to_fact(fact: str, value: float) -> float:
    """The nearest value in the range of the fact."""
    kind = accepted_values(fact)
    if not isinstance(kind, Quantity):
        raise TypeError(f"{fact} is no quantity.")
    return float(min(max(round(value) if kind.whole else float(f"{value:.6g}"), kind.low), kind.high))


def _traffic_step(rate: float, decision: Decision, *, is_now: bool) -> TrafficStep:
    best = decision.best
    if best is None:
        return TrafficStep(rate=rate, is_now=is_now)
    return TrafficStep(
        rate=rate,
        what=best.what,
        count=best.count,
        place=best.place.id,
        usd_per_month=None if not best.is_priced else best.usd_per_month * paid_share(decision.context, best),
        is_now=is_now,
    )
