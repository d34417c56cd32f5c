"""Two decisions compared: what a what-if changes in choice, cost, speed, ranks and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.advice import Barrier, Change, Difference, Moved, Plan, PlanInShort, Rejection
from engine.decision.choice import Decision, summarize_choice
from engine.decision.explanation.plans import build_plan
from engine.decision.explanation.why_not import why_not


def compare_decisions(before: Decision, after: Decision) -> Difference:
    """What differs in `after` from `before`; costs are those paid."""
    plans = _plan_of_choice(before), _plan_of_choice(after)
    return Difference(
        before=_choice_summary(before),
        after=_choice_summary(after),
        usd_per_month=_compare_numbers(*plans, lambda plan: plan.cost.usd_per_month),
        usd_per_run=_compare_numbers(*plans, lambda plan: plan.cost.usd_per_run),
        latency_ms=_compare_numbers(*plans, lambda plan: plan.latency_ms.estimate),
        hours_per_run=_compare_numbers(*plans, lambda plan: plan.hours_per_run),
        moved=tuple(_moved_families(before.families, after.families)),
        opened=tuple(_barriers_only_in(before, after)),
        closed=tuple(_barriers_only_in(after, before)),
    )


def _plan_of_choice(decision: Decision) -> Plan | None:
    return build_plan(decision.context, decision.best) if decision.best is not None else None


def _compare_numbers(old: Plan | None, new: Plan | None, number: Callable[[Plan], float | None]) -> Change:
    return Change(before=number(old) if old else None, after=number(new) if new else None)


def _choice_summary(decision: Decision) -> PlanInShort | None:
    return summarize_choice(decision) if decision.best is not None else None


def _moved_families(before: list[str], after: list[str]) -> Iterator[Moved]:
    both = set(before) & set(after)
    old, new = ([family for family in ranked if family in both] for ranked in (before, after))
    for rank, family in enumerate(new, 1):
        was = old.index(family) + 1
        if was != rank:
            yield Moved(family=family, before=was, after=rank)


def _barriers_only_in(one: Decision, other: Decision) -> Iterator[Barrier]:
    """Families, then places, that only `other` leaves open, each with the limit that stops it in `one`."""
    for family in other.families:
        if family not in one.families:
            yield Barrier(what=family, kind="family", limit=_stopping_limit(one, family))
    for place in other.places:
        if place not in one.places:
            yield Barrier(what=place, kind="place", limit=_stopping_limit(one, place))


def _stopping_limit(decision: Decision, name: str) -> str:
    found = why_not(decision, name)
    return found.limit if isinstance(found, Rejection) else ""
