"""Why not: each family, place and type that was considered, with the limit that stopped it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from engine.advice import Rejection
from engine.decision.candidates import TypeFailure
from engine.decision.choice import Decision
from engine.decision.context import Context, Option
from engine.decision.explanation.deciding_term import deciding_failure, score_terms
from engine.decision.explanation.wording import build_rejection
from engine.decision.limits import Failure
from engine.decision.scoring import cost_of
from engine.number_format import format_money

_NOT_ASKED_FOR: Final = frozenset({"required", "excluded"})
"""Limits that tell a person nothing new: it is what they said."""
_TOLD_LAST: Final = {"hosted_only": 1, "size_unknown": 1, "required": 2}
"""Limits of a place that are told after the others, for they send the person to another place, which may be closed too."""


def list_rejections(decision: Decision) -> tuple[Rejection, ...]:
    """Rejected families, the nearest first, then rejected places."""
    return (*_reject_families(decision), *_reject_places(decision))


def _reject_families(decision: Decision) -> Iterator[Rejection]:
    context, best = decision.context, decision.best
    chosen = best.instance.family if best and best.instance else None
    kept, missed = group_by_family(decision)
    stopped, expected = decision.candidates.failures_by_family(), _exam_families(context)
    current = (context.workload.current_instance or "").split(".")[0]
    asked = [name for name in (*(context.workload.compare or ()), current) if name in stopped]
    near = [name for name in dict.fromkeys((*missed, *kept, *asked)) if name != chosen and name in context.knowledge.families]
    found = ((name, reject_family(decision, name, kept, missed, stopped)) for name in near)
    rejected = [(name, one) for name, one in found if one is not None]
    yield from (one for name, one in sorted(rejected, key=lambda pair: _order_of_interest(decision, pair[0], kept, missed, expected)))
    listed_already = {*near, chosen}
    yield from (one for name, one in _reject_distant_families(decision, stopped, expected) if name not in listed_already)


def _reject_distant_families(decision: Decision, stopped: dict[str, TypeFailure], expected: frozenset[str]) -> list[tuple[str, Rejection]]:
    """Families without an option or a near miss: those that were asked for, then those that the exam expects first."""

    def order(name: str) -> tuple[bool, bool, str]:
        return stopped[name][1].limit in _NOT_ASKED_FOR, name not in expected, name

    names = sorted((name for name in stopped if name in decision.context.knowledge.families), key=order)
    return [(name, one) for name in names if (one := reject_family(decision, name, {}, {}, stopped)) is not None]


def _exam_families(context: Context) -> frozenset[str]:
    """Families that the exam expects as answers."""
    families = context.knowledge.families.items()
    return frozenset(name for name, family in families if family.exam_standing.value_for("exam") == "expected")


def _order_of_interest(
    decision: Decision,
    name: str,
    kept: dict[str, list[Option]],
    missed: dict[str, list[tuple[Option, Failure]]],
    expected: frozenset[str],
) -> tuple[object, ...]:
    """Sort key for families: named by the person, nearly chosen, expected by the exam, cheap."""
    context = decision.context
    current = (context.workload.current_instance or "").split(".")[0]
    asked = name in (context.workload.compare or ()) or name == current
    if name not in kept and name not in missed:
        return not asked, True, True, name not in expected, math.inf, name
    tempting = decision.best is not None and bool(_misses_at_no_higher_price(decision.best, missed.get(name, ())))
    cost = min((cost_of(context, option) for option in kept.get(name, ())), default=math.inf)
    return not asked, not tempting, False, name not in expected, cost, name


def group_by_family(decision: Decision) -> tuple[dict[str, list[Option]], dict[str, list[tuple[Option, Failure]]]]:
    """Family -> its options that keep all limits, and its near misses."""
    kept: dict[str, list[Option]] = defaultdict(list)
    missed: dict[str, list[tuple[Option, Failure]]] = defaultdict(list)
    for option in decision.ranked_options:
        if option.instance is not None:
            kept[option.instance.family].append(option)
    for option, failure in decision.candidates.near_misses:
        if option.instance is not None:
            missed[option.instance.family].append((option, failure))
    return kept, missed


def reject_family(
    decision: Decision,
    name: str,
    kept: dict[str, list[Option]],
    missed: dict[str, list[tuple[Option, Failure]]],
    stopped: dict[str, TypeFailure],
) -> Rejection | None:
    """The limit that keeps a family from being the choice.

    A family that could do it is stopped by its cost, unless only its larger sizes could: then by what stops the size at the choice's price.
    """
    context, best = decision.context, decision.best
    if name in kept and best is not None:
        cheapest = min(kept[name], key=lambda option: (cost_of(decision.context, option), option.what))
        below = _misses_at_no_higher_price(best, missed.get(name, ()))
        if below and cost_of(decision.context, cheapest) > cost_of(decision.context, best):
            near, failure = max(below, key=lambda pair: (pair[0].usd_per_machine_hour, pair[0].what))
            nearest = build_rejection(context, "family", name, failure, near.what)
            bigger = Failure(
                "larger_costs", format_money(cost_of(decision.context, best)), format_money(cost_of(decision.context, cheapest))
            )
            return _append_sentence(nearest, build_rejection(context, "family", name, bigger, f"{cheapest.count} × {cheapest.what}").text)
        if cheapest.open_condition == "neuron":
            return build_rejection(
                context, "family", name, Failure("neuron_unknown", "a model that compiles for Neuron", "not confirmed"), cheapest.what
            )
        return _reject_option(decision, "family", name, kept[name][0], best)
    if name in missed:
        near, failure = min(missed[name], key=lambda pair: (pair[1].shortfall, pair[0].what))
        return build_rejection(context, "family", name, failure, near.what)
    instance, failure = _failure_of_current_type(decision, name) or stopped[name]
    return build_rejection(context, "family", name, failure, instance.instance_type)


def _failure_of_current_type(decision: Decision, family: str) -> TypeFailure | None:
    """The failure of the type in use today, where it belongs to the family."""
    current = decision.context.workload.current_instance
    if current is None or current.split(".")[0] != family:
        return None
    return next((pair for pair in decision.candidates.ruled_out_types if pair[0].instance_type == current), None)


def _misses_at_no_higher_price(best: Option, missed: Iterable[tuple[Option, Failure]]) -> list[tuple[Option, Failure]]:
    """Near misses on machines that cost no more than the choice's: what a person would try first."""
    return [(option, failure) for option, failure in missed if option.usd_per_machine_hour <= best.usd_per_machine_hour]


def _reject_option(decision: Decision, kind: str, name: str, option: Option, best: Option) -> Rejection:
    """An option that keeps all limits and is not the choice, with the term that decides and its score."""
    label = option.place.name if option.instance is None else f"{option.count} × {option.what}"
    rejection = build_rejection(decision.context, kind, name, deciding_failure(decision, option, best), label)
    return msgspec.structs.replace(rejection, score=score_terms(decision, option))


def _append_sentence(rejection: Rejection, sentence: str) -> Rejection:
    return msgspec.structs.replace(rejection, text=f"{rejection.text} {sentence}")


def _reject_places(decision: Decision) -> Iterator[Rejection]:
    context, best = decision.context, decision.best
    for place, failure in sorted(decision.candidates.closed_places, key=lambda pair: _TOLD_LAST.get(pair[1].limit, 0)):
        yield build_rejection(context, "place", place.id, failure, place.name)
    if best is None:
        return
    for place_id in dict.fromkeys(option.place.id for option in decision.ranked_options if option.place.id != best.place.id):
        first = next(option for option in decision.ranked_options if option.place.id == place_id)
        yield msgspec.structs.replace(
            build_rejection(context, "place", place_id, deciding_failure(decision, first, best), first.place.name),
            score=score_terms(decision, first),
        )
    for place_id in _places_with_misses_only(decision.candidates.near_misses, decision.ranked_options):
        option, failure = min(
            ((o, f) for o, f in decision.candidates.near_misses if o.place.id == place_id),
            key=lambda pair: (pair[1].shortfall, pair[0].what),
        )
        yield build_rejection(context, "place", place_id, failure, option.place.name)


def _places_with_misses_only(missed: Iterable[tuple[Option, Failure]], ranked: Iterable[Option]) -> list[str]:
    open_places = {option.place.id for option in ranked}
    return list(dict.fromkeys(option.place.id for option, _ in missed if option.place.id not in open_places))
