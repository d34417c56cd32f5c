"""Why something is not the choice: one answer for any processor, family, type, place or purchase."""

from __future__ import annotations

from typing import Final

from engine.advice import Plan, Rejection
from engine.decision.choice import Decision
from engine.decision.compare import names_of, stopped_by
from engine.decision.explained import explained
from engine.decision.limits import PLACE_LIMITS, Failure
from engine.decision.machines import first
from engine.decision.option import Option
from engine.decision.purchasing import advised_purchase, is_sold_for, paid_share
from engine.decision.ranking import cost_of
from engine.decision.rejections import by_family, lost, why_not_family
from engine.decision.tokens import token_option
from engine.decision.wording import money, rejection
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.place import Place
from knowledge.schema.purchase import Purchase

_KINDS: Final = ("processors", "families", "instances", "places", "purchases")


def why_not(decision: Decision, name: str) -> Plan | Rejection:
    """The choice where `name` is part of it, else what keeps it from being. Raises InputError for a name of nothing."""
    knowledge, best = decision.context.knowledge, decision.best
    name = name.removeprefix("ml.")
    known = [one for kind in _KINDS for one in getattr(knowledge, kind)]
    if name not in known:
        raise InputError(f"name: {shown(name)} is no processor, family, type, place or purchase.{suggestion(name, known)}")
    if best is not None and (name in names_of(best) or name == advised_purchase(decision.context, best)):
        return explained(decision, best)
    if name in knowledge.purchases:
        return _of_purchase(decision, name)
    if name in knowledge.families:
        kept, missed = by_family(decision)
        stopped = decision.fallen.telling()
        told = why_not_family(decision, name, kept, missed, stopped) if name in {*kept, *missed, *stopped} else None
        if told is not None:
            return told
    kind, failure, named = _stopped(decision, name)
    ranked = next((option for option in decision.ranked if name in names_of(option)), None)
    if ranked is not None and best is not None:
        failure, named = lost(decision, ranked, best), _in_words(ranked)
    return rejection(decision.context, kind, name, failure, named)


def _in_words(option: Option) -> str:
    return f"{option.count} × {option.what}" if option.instance is not None else option.place.name


def _stopped(decision: Decision, name: str) -> tuple[str, Failure, str]:
    """What stops hardware or a place; where hardware was not even looked at, what closed the places that have it."""
    kind, failure, named = stopped_by(decision, name)
    place = decision.context.knowledge.places.get(name)
    if place is not None and failure.limit == "not_in_question":
        return kind, _of_place(decision, place) or failure, place.name
    if failure.limit != "not_in_question" or kind == "place" or decision.fallen.open:
        return kind, failure, named
    closed = [pair for pair in decision.fallen.closed if pair[0].instances] or decision.fallen.closed
    place, failure = min(closed, key=lambda pair: (pair[1].limit in ("required", "operations"), pair[1].shortfall, pair[0].id))
    return kind, failure, place.name


def _of_place(decision: Decision, place: Place) -> Failure | None:
    """What keeps a place that is looked at only where it is asked for: a limit; of tokens, that none are sold, or their cost."""
    context, best = decision.context, decision.best
    failure = first(PLACE_LIMITS, context, place)
    if failure is not None or place.billing.by != "token":
        return failure
    tokens = token_option(context, place)
    if tokens is None or best is None:
        return Failure("not_sold", context.needs.name if not context.workload.is_assumed("model") else "a model that nobody named", "none")
    dearer = cost_of(context, tokens) > cost_of(context, best)
    more = Failure("cost", money(cost_of(context, best)), money(cost_of(context, tokens)))
    return more if dearer else Failure("rank", context.workload.priority or "balanced", "less control")


def _of_purchase(decision: Decision, name: str) -> Rejection:
    """Ruled out, not what was required, not sold for the choice, in need of a word from the person, or dearer."""
    context = decision.context
    purchase = context.knowledge.purchases[name]
    failure = _against(decision, purchase)
    machine = decision.best.what if decision.best is not None and failure.limit == "capacity" else None
    return rejection(context, "purchase", name, failure, machine or purchase.name)


def _against(decision: Decision, purchase: Purchase) -> Failure:
    context, best, work = decision.context, decision.best, decision.context.workload
    required = [one for one in work.require or () if one in context.knowledge.purchases]
    if purchase.kind in (work.exclude or ()):
        return Failure("excluded", f"no {purchase.kind}", purchase.kind)
    if required and purchase.kind not in required:
        return Failure("required", " or ".join(required), purchase.kind)
    if best is not None and not is_sold_for(purchase, best):
        what = f"{best.what} at {best.place.name}" if best.instance is not None else best.place.name
        return Failure("not_covered", what, "other things", 0, purchase.sources[:1])
    if purchase.needs or best is None:
        needs = purchase.needs[0] if purchase.needs else "a plan that keeps all limits"
        return Failure("not_said", needs[:1].lower() + needs[1:], "not stated", 0, purchase.sources[:1])
    if best.instance is not None and context.status(best.instance) == "capacity-only":
        return Failure("capacity", "on-demand", "capacity blocks or private offers")
    listed = best.usd_per_run if best.usd_per_run is not None else best.usd_per_month
    paid = listed * paid_share(context, best)
    return Failure("cost", money(paid), money(listed)) if paid < listed else Failure("rank", work.priority or "balanced", "the same price")
