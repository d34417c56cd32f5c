"""Why a processor, family, type, place or purchase is not the choice."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.advice import Plan, Rejection
from engine.decision.choice import Decision
from engine.decision.context import Option
from engine.decision.costs import advised_purchase
from engine.decision.explanation.comparison import find_stopping_limit
from engine.decision.explanation.deciding_term import deciding_failure, score_terms
from engine.decision.explanation.plans import explain_plan
from engine.decision.explanation.purchase_rejection import reject_purchase
from engine.decision.explanation.rejections import group_by_family, reject_family
from engine.decision.explanation.wording import build_rejection
from engine.decision.limits import Failure
from knowledge.errors import InputError, quote_value, suggest_name

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
        return reject_purchase(decision, name)
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
