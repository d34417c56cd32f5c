"""Why not: each family, place and type that was considered, with the limit that stopped it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from engine.advice import Rejection
from engine.decision.choice import Decision
from engine.decision.context import Context
from engine.decision.limits import Failure
from engine.decision.machines import Stopped
from engine.decision.option import Option
from engine.decision.ranking import cost_of
from engine.decision.wording import money, rejection

_DEARER: Final = 1.005
"""How many times the cost a plan has to have to be told that it costs more; nearer ones lost by their rank."""


def rejections(decision: Decision) -> tuple[Rejection, ...]:
    """Families first by how near they came, then places."""
    return (*_families(decision), *_places(decision))


def _families(decision: Decision) -> Iterator[Rejection]:
    context, best = decision.context, decision.best
    chosen = best.instance.family if best and best.instance else None
    kept, missed = by_family(decision)
    stopped, expected = decision.fallen.telling(), _expected(context)
    current = (context.workload.current_instance or "").split(".")[0]
    asked = [name for name in (*(context.workload.compare or ()), current) if name in stopped]
    near = [name for name in dict.fromkeys((*missed, *kept, *asked)) if name != chosen and name in context.knowledge.families]
    found = ((name, why_not_family(decision, name, kept, missed, stopped)) for name in near)
    told = [(name, one) for name, one in found if one is not None]
    yield from (one for name, one in sorted(told, key=lambda pair: _interest(decision, pair[0], kept, missed, expected)))
    told_already = {*near, chosen}
    yield from (one for name, one in _far(decision, stopped, expected) if name not in told_already)


def _far(decision: Decision, stopped: dict[str, Stopped], expected: frozenset[str]) -> list[tuple[str, Rejection]]:
    """Families that never came near, those that the exam expects first; the same for all decisions that stop the same types."""
    context, gone = decision.context, tuple(at_place.gone for at_place in decision.fallen.open)
    known: dict[object, tuple[object, list[tuple[str, Rejection]]]] = context.memo.setdefault("far", {})
    current = context.workload.current_instance  # the type that its family's rejection speaks of
    key = (current, *map(id, gone))  # of records that the entry keeps, so that no other gets their place
    unpriced = any(at_place.unpriced for at_place in decision.fallen.open)
    if key in known and not unpriced:
        return known[key][1]
    names = sorted((name for name in stopped if name in context.knowledge.families), key=lambda name: (name not in expected, name))
    found = [(name, one) for name in names if (one := why_not_family(decision, name, {}, {}, stopped)) is not None]
    if not unpriced:
        known[key] = gone, found
    return found


def _expected(context: Context) -> frozenset[str]:
    """Families that the exam expects."""
    key = "expected"
    if key not in context.memo:
        families = context.knowledge.families.items()
        context.memo[key] = frozenset(name for name, family in families if family.exam_standing.under("exam") == "expected")
    expected: frozenset[str] = context.memo[key]
    return expected


def _interest(
    decision: Decision,
    name: str,
    kept: dict[str, list[Option]],
    missed: dict[str, list[tuple[Option, Failure]]],
    expected: frozenset[str],
) -> tuple[object, ...]:
    """What a person would ask about first: what they named, what they use, what came near, what the exam expects."""
    context = decision.context
    current = (context.workload.current_instance or "").split(".")[0]
    asked = name in (context.workload.compare or ()) or name == current
    if name not in kept and name not in missed:
        return not asked, True, True, name not in expected, math.inf, name
    tempting = decision.best is not None and bool(_tempting(decision.best, missed.get(name, ())))
    cost = min((cost_of(context, option) for option in kept.get(name, ())), default=math.inf)
    return not asked, not tempting, False, name not in expected, cost, name


def by_family(decision: Decision) -> tuple[dict[str, list[Option]], dict[str, list[tuple[Option, Failure]]]]:
    """Family -> its plans that keep all limits, and those that break one."""
    kept: dict[str, list[Option]] = defaultdict(list)
    missed: dict[str, list[tuple[Option, Failure]]] = defaultdict(list)
    for option in decision.ranked:
        if option.instance is not None:
            kept[option.instance.family].append(option)
    for option, failure in decision.fallen.missed:
        if option.instance is not None:
            missed[option.instance.family].append((option, failure))
    return kept, missed


def why_not_family(
    decision: Decision,
    name: str,
    kept: dict[str, list[Option]],
    missed: dict[str, list[tuple[Option, Failure]]],
    stopped: dict[str, Stopped],
) -> Rejection | None:
    """The limit that keeps a family from being the choice.

    A family that could do it is stopped by its cost, unless only its larger sizes could: then by what stops the size at the choice's price.
    """
    context, best = decision.context, decision.best
    if name in kept and best is not None:
        cheapest = min(kept[name], key=lambda option: (cost_of(decision.context, option), option.what))
        below = _tempting(best, missed.get(name, ()))
        if below and cost_of(decision.context, cheapest) > cost_of(decision.context, best):
            near, failure = max(below, key=lambda pair: (pair[0].each, pair[0].what))
            told = rejection(context, "family", name, failure, near.what)
            bigger = Failure("larger_costs", money(cost_of(decision.context, best)), money(cost_of(decision.context, cheapest)))
            return _with_more(told, rejection(context, "family", name, bigger, f"{cheapest.count} × {cheapest.what}").text)
        if cheapest.open_condition == "neuron":
            return rejection(
                context, "family", name, Failure("neuron_unknown", "a model that compiles for Neuron", "not confirmed"), cheapest.what
            )
        return rejection(context, "family", name, lost(decision, cheapest, best), f"{cheapest.count} × {cheapest.what}")
    if name in missed:
        near, failure = min(missed[name], key=lambda pair: (pair[1].shortfall, pair[0].what))
        return rejection(context, "family", name, failure, near.what)
    instance, failure = _of_current(decision, name) or stopped[name]
    known: dict[object, Rejection] = context.memo.setdefault("stopped", {})
    key = (name, failure, instance.instance_type)
    if key not in known:
        known[key] = rejection(context, "family", name, failure, instance.instance_type)
    return known[key]


def _of_current(decision: Decision, family: str) -> Stopped | None:
    """What stops the type that is in use today, where it is one of the family."""
    current = decision.context.workload.current_instance
    if current is None or current.split(".")[0] != family:
        return None
    return next((pair for pair in decision.fallen.stopped if pair[0].instance_type == current), None)


def _tempting(best: Option, missed: Iterable[tuple[Option, Failure]]) -> list[tuple[Option, Failure]]:
    """Machines no dearer than the choice's, which break a target: what a person would try first."""
    return [(option, failure) for option, failure in missed if option.each <= best.each]


def lost(decision: Decision, option: Option, best: Option) -> Failure:
    """Why a plan that keeps all limits is not the choice: its cost, else its rank."""
    paid, least = cost_of(decision.context, option), cost_of(decision.context, best)
    if paid > least * _DEARER:
        return Failure("cost", money(least), money(paid))
    return Failure("rank", decision.context.workload.priority or "balanced", f"rank {decision.ranked.index(option) + 1}")


def _with_more(told: Rejection, more: str) -> Rejection:
    return Rejection(
        what=told.what, kind=told.kind, limit=told.limit, need=told.need, has=told.has, text=f"{told.text} {more}", sources=told.sources
    )


def _places(decision: Decision) -> Iterator[Rejection]:
    context, best = decision.context, decision.best
    for place, failure in sorted(decision.fallen.closed, key=lambda pair: pair[1].limit == "required"):
        yield rejection(context, "place", place.id, failure, place.name)
    if best is None:
        return
    for place_id in dict.fromkeys(option.place.id for option in decision.ranked if option.place.id != best.place.id):
        first = next(option for option in decision.ranked if option.place.id == place_id)
        yield rejection(context, "place", place_id, lost(decision, first, best), first.place.name)
    for place_id in _only_missed(decision.fallen.missed, decision.ranked):
        option, failure = min(
            ((o, f) for o, f in decision.fallen.missed if o.place.id == place_id), key=lambda pair: (pair[1].shortfall, pair[0].what)
        )
        yield rejection(context, "place", place_id, failure, option.place.name)


def _only_missed(missed: Iterable[tuple[Option, Failure]], ranked: Iterable[Option]) -> list[str]:
    open_places = {option.place.id for option in ranked}
    return list(dict.fromkeys(option.place.id for option, _ in missed if option.place.id not in open_places))
