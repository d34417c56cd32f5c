"""Why a processor, family, type, place or purchase is not the choice."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.advice import Plan, Rejection
from engine.decision.choice import Decision
from engine.decision.context import Option
from engine.decision.costs import advised_purchase, is_sold_for, paid_share
from engine.decision.explanation.comparison import find_stopping_limit
from engine.decision.explanation.deciding_term import deciding_failure, score_terms
from engine.decision.explanation.plans import explain_plan
from engine.decision.explanation.rejections import group_by_family, reject_family
from engine.decision.explanation.wording import build_rejection, say
from engine.decision.limits import Failure
from engine.number_format import format_money
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.purchase import Purchase

_KINDS: Final = ("processors", "families", "instances", "places", "purchases")


def why_not(decision: Decision, name: str) -> Plan | Rejection:
    """The choice where `name` is part of it, else its rejection. Raises InputError for an unknown name."""
    knowledge, best = decision.context.knowledge, decision.best
    name = name.removeprefix("ml.")
    known = [one for kind in _KINDS for one in getattr(knowledge, kind)]
    if name not in known:
        raise InputError(f"name: {quote_value(name)} is no processor, family, type, place or purchase.{suggest_name(name, known)}")
    if best is not None and (name in best.names or name == advised_purchase(decision.context, best)):
        return explain_plan(decision, best)
    if name in knowledge.purchases:
        return _reject_purchase(decision, name)
    if name in knowledge.families:
        kept, missed = group_by_family(decision)
        stopped = decision.candidates.failures_by_family()
        rejected = reject_family(decision, name, kept, missed, stopped) if name in {*kept, *missed, *stopped} else None
        if rejected is not None:
            return rejected
    kind, failure, named = _find_stopping_limit(decision, name)
    ranked = next((option for option in decision.ranked_options if name in option.names), None)
    if ranked is not None and best is not None:
        rejection = build_rejection(decision.context, kind, name, deciding_failure(decision, ranked, best), _describe_option(ranked))
        return msgspec.structs.replace(rejection, score=score_terms(decision, ranked))
    return build_rejection(decision.context, kind, name, failure, named)


def _describe_option(option: Option) -> str:
    return f"{option.count} × {option.what}" if option.instance is not None else option.place.name


def _find_stopping_limit(decision: Decision, name: str) -> tuple[str, Failure, str]:
    """The failure that stops hardware or a place; for hardware that was not considered, the one that closed its places."""
    kind, failure, named = find_stopping_limit(decision, name)
    if failure.limit != "not_in_question" or kind == "place" or decision.candidates.offers:
        return kind, failure, named
    closed = [pair for pair in decision.candidates.closed_places if pair[0].instances] or decision.candidates.closed_places
    place, failure = min(closed, key=lambda pair: (pair[1].limit in ("required", "operations"), pair[1].shortfall, pair[0].id))
    return kind, failure, place.name


def _reject_purchase(decision: Decision, name: str) -> Rejection:
    """The rejection of a purchase: excluded, another is required, not sold for the choice, dependent on an unstated fact, or dearer."""
    context = decision.context
    purchase = context.knowledge.purchases[name]
    failure = _purchase_failure(decision, purchase)
    machine = decision.best.what if decision.best is not None and failure.limit == "capacity" else None
    return build_rejection(context, "purchase", name, failure, machine or purchase.name)


def _purchase_failure(decision: Decision, purchase: Purchase) -> Failure:
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
    if best.instance is not None and context.status_of(best.instance) == "capacity-only":
        return Failure("capacity", "on-demand", "capacity blocks or private offers")
    listed = best.usd_per_run if best.usd_per_run is not None else best.usd_per_month
    paid = listed * paid_share(context, best)
    return (
        Failure("cost", format_money(paid), format_money(listed))
        if paid < listed
        else Failure("rank", say(context, "score", "same_price"), "")
    )
