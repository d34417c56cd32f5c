"""Two decisions side by side: what a what-if changes in choice, cost, speed, ranks and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.advice import Barrier, Change, Difference, Moved, Plan, PlanInShort, Rejection
from engine.decision.choice import Decision
from engine.decision.plans import plan_of
from engine.decision.whatif import in_short
from engine.decision.why_not import why_not


def difference(before: Decision, after: Decision) -> Difference:
    """What is another in `after` than in `before`; costs are what is paid."""
    plans = _plan(before), _plan(after)
    return Difference(
        before=_in_short(before),
        after=_in_short(after),
        usd_per_month=_change(*plans, lambda plan: plan.cost.usd_per_month),
        usd_per_run=_change(*plans, lambda plan: plan.cost.usd_per_run),
        latency_ms=_change(*plans, lambda plan: plan.latency_ms.estimate),
        hours_per_run=_change(*plans, lambda plan: plan.hours_per_run),
        moved=tuple(_moved(before.families, after.families)),
        opened=tuple(_stopped_in(before, after)),
        closed=tuple(_stopped_in(after, before)),
    )


def _plan(decision: Decision) -> Plan | None:
    return plan_of(decision.context, decision.best) if decision.best is not None else None


def _change(old: Plan | None, new: Plan | None, number: Callable[[Plan], float | None]) -> Change:
    return Change(before=number(old) if old else None, after=number(new) if new else None)


def _in_short(decision: Decision) -> PlanInShort | None:
    return in_short(decision) if decision.best is not None else None


def _moved(before: list[str], after: list[str]) -> Iterator[Moved]:
    both = set(before) & set(after)
    old, new = ([family for family in ranked if family in both] for ranked in (before, after))
    for rank, family in enumerate(new, 1):
        was = old.index(family) + 1
        if was != rank:
            yield Moved(family=family, before=was, after=rank)


def _stopped_in(one: Decision, other: Decision) -> Iterator[Barrier]:
    """Families, then places, that only the other decision leaves open, each with the limit that stops it in this one."""
    for family in other.families:
        if family not in one.families:
            yield Barrier(what=family, kind="family", limit=_limit(one, family))
    for place in other.places:
        if place not in one.places:
            yield Barrier(what=place, kind="place", limit=_limit(one, place))


def _limit(decision: Decision, name: str) -> str:
    told = why_not(decision, name)
    return told.limit if isinstance(told, Rejection) else ""
