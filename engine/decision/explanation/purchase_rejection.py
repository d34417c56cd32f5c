"""Why a way to pay is not the choice."""

from __future__ import annotations

from engine.advice import Rejection
from engine.decision.choice import Decision
from engine.decision.costs import is_sold_for, paid_share
from engine.decision.explanation.wording import build_rejection, say
from engine.decision.limits import Failure
from engine.number_format import format_money
from knowledge.schema.purchase import Purchase


def reject_purchase(decision: Decision, name: str) -> Rejection:
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
