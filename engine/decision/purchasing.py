"""How a plan is paid for: every option with its saving, and the one advised."""

from __future__ import annotations

from collections.abc import Iterator

from engine.advice import PurchaseOption
from engine.decision.context import Context
from engine.decision.option import Option
from engine.decision.situation import ONLINE
from knowledge.schema.purchase import Plan as PurchasePlan
from knowledge.schema.purchase import Purchase, PurchaseKind


def purchase_of(context: Context, option: Option) -> PurchaseKind:
    """The purchase that the facts allow and that costs least."""
    work, wanted = context.workload, context.workload.require or ()
    for kind in context.knowledge.purchases.values():
        if kind.id in wanted:
            return kind.kind
    excluded = work.exclude or ()
    if option.instance is not None and context.status(option.instance) == "capacity-only":
        return "capacity-block"
    survives = work.interruptible or (work.checkpointing and work.interruptible is not False)
    if survives and context.situation not in ONLINE and _offers(context, option, "spot") and "spot" not in excluded:
        return "spot"
    steady = context.situation in ONLINE and (work.hours_per_day or 24.0) >= context.thresholds["steady_hours"]
    if work.commitment_years and steady and _offers(context, option, "savings-plan") and "savings-plan" not in excluded:
        return "savings-plan"
    return "on-demand"


def purchases_of(context: Context, option: Option, advised: PurchaseKind) -> tuple[PurchaseOption, ...]:
    """Every way to pay for it, dearest first, with what it costs a month."""
    found = [one for purchase in context.knowledge.purchases.values() for one in _of_kind(context, option, purchase, advised)]
    return tuple(sorted(found, key=lambda one: (one.saving, one.name)))


def saving_of(purchases: tuple[PurchaseOption, ...]) -> float:
    """The share saved by the advised one."""
    return next((one.saving for one in purchases if one.advised), 0.0)


def _offers(context: Context, option: Option, kind: str) -> bool:
    return any(_covers(plan, option) for plan in context.knowledge.purchases[kind].plans)


def _covers(plan: PurchasePlan, option: Option) -> bool:
    family = option.instance.family if option.instance else None
    return option.place.id in plan.covers and (not plan.families or family in plan.families)


def _of_kind(context: Context, option: Option, purchase: Purchase, advised: PurchaseKind) -> Iterator[PurchaseOption]:
    term_wanted = context.workload.commitment_years or 0
    chosen = False
    for plan in purchase.plans:
        if not _covers(plan, option):
            continue
        if purchase.kind == "spot" and context.situation in ONLINE:
            continue
        for term in plan.terms_years or (0,):
            typical = plan.saving_typical.get(str(term))
            saving = typical.under(context.lens) if typical else 0.0
            right = purchase.kind == advised and not chosen and (not plan.terms_years or term == (term_wanted or 1))
            chosen = chosen or right
            yield PurchaseOption(
                kind=purchase.kind,
                name=plan.name,
                term_years=term,
                saving=saving,
                usd_per_month=option.usd_per_month * (1 - saving),
                advised=right,
            )
