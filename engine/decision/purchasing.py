"""How a plan is paid for: every option with its saving, and the one advised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.advice import PurchaseOption
from engine.decision.context import Context
from engine.decision.option import Option
from engine.decision.owned import Owned, owned_of
from engine.decision.situation import ONLINE
from knowledge.schema.instance import HOURS_A_MONTH
from knowledge.schema.purchase import Plan as PurchasePlan
from knowledge.schema.purchase import Purchase, PurchaseKind


class _Paid(NamedTuple):
    """How plans of a family at a place are paid for."""

    kind: PurchaseKind | None
    share: float
    """Of the on-demand price."""


def purchase_of(context: Context, option: Option) -> PurchaseKind | None:
    """The purchase that the facts allow and advise; None where what is required cannot be had, or all that can is ruled out."""
    return _first_way(context, option) if context.policy.savings_plans else _paid(context, option).kind


def _paid(context: Context, option: Option) -> _Paid:
    """The same for all plans of a family at a place that are up for as long; a Savings Plan that is owned may cover a part of each."""
    known: dict[object, _Paid] = context.paid
    instance = option.instance
    machine = (instance.family, context.status(instance)) if instance is not None else None
    key = option.place.id, machine, _around_the_clock(option)
    if key not in known:
        kind = _first_way(context, option)
        bought = tuple(_of_kind(context, option, context.knowledge.purchases[kind], kind)) if kind is not None else ()
        known[key] = _Paid(kind, 1 - saving_of(bought) if kind is not None else 1.0)
    return known[key]


def _first_way(context: Context, option: Option) -> PurchaseKind | None:
    excluded, known = context.workload.exclude or (), context.knowledge.purchases
    wanted = [name for name in context.workload.require or () if name in known]
    ways = [kind for kind in _ways(context, option, wanted) if kind not in excluded and (not wanted or kind in wanted)]
    return ways[0] if ways else None


def _ways(context: Context, option: Option, wanted: Sequence[str]) -> Iterator[PurchaseKind]:
    """The purchases that can be had, the advised one first."""
    if option.instance is not None and context.status(option.instance) == "capacity-only":
        yield "capacity-block"
        return
    work, online = context.workload, context.situation == ONLINE
    if _is_dated(context) and _offers(context, option, "capacity-block"):
        yield "capacity-block"
    owned = owned_of(context, option)
    if owned is not None and owned.whole:
        yield "savings-plan"
    survives = work.interruptible or (work.checkpointing and work.interruptible is not False) or "spot" in wanted
    if survives and not online and _offers(context, option, "spot"):
        yield "spot"
    if owned is not None or (work.commitment_years and online and _saves(context, option, "savings-plan")):
        yield "savings-plan"
    yield "on-demand"
    others: tuple[PurchaseKind, ...] = ("savings-plan", "reserved", "capacity-block")
    yield from (kind for kind in others if _offers(context, option, kind))


def _is_dated(context: Context) -> bool:
    """Whether it runs on known days that a block can be booked for: soon enough, and not for too long."""
    work, limits = context.workload, context.knowledge.purchases["capacity-block"].limits
    if work.run_days is None or work.interruptible:
        return False
    days, weeks = limits["days_max"].under(context.lens), limits["weeks_ahead"].under(context.lens)
    return work.run_days <= days and (work.start_in_days or 0) <= weeks * 7


def advised_purchase(context: Context, option: Option) -> PurchaseKind:
    """The purchase of an option that keeps all limits, and so has one."""
    return purchase_of(context, option) or "on-demand"


def paid_share(context: Context, option: Option) -> float:
    """What is paid, as a share of the on-demand price."""
    if not context.policy.savings_plans:
        return _paid(context, option).share
    kind = purchase_of(context, option)
    return 1.0 if kind is None else 1 - saving_of(purchases_of(context, option, kind))


def purchases_of(context: Context, option: Option, advised: PurchaseKind) -> tuple[PurchaseOption, ...]:
    """Every way to pay for it, dearest first, with what it costs a month."""
    owned = used_of(context, option, advised)
    bought = None if owned is not None else advised
    found = [one for purchase in context.knowledge.purchases.values() for one in _of_kind(context, option, purchase, bought)]
    if owned is not None:
        found.append(_as_option(option, owned))
    return tuple(sorted(found, key=lambda one: (one.saving, one.name)))


def used_of(context: Context, option: Option, advised: PurchaseKind) -> Owned | None:
    """What is owned and pays for an option under the advised purchase: a plan is bought beside it only where it leaves much to pay."""
    owned = owned_of(context, option) if advised == "savings-plan" else None
    if owned is None or owned.whole or not (context.workload.commitment_years and context.situation == ONLINE):
        return owned
    bought = saving_of(tuple(_of_kind(context, option, context.knowledge.purchases[advised], advised)))
    return owned if owned.saving >= bought else None


def owned_share(context: Context, option: Option) -> float:
    """What is paid where plans that are owned pay, as a share of the on-demand price; 1 where none does."""
    if not context.policy.savings_plans or owned_of(context, option) is None:
        return 1.0
    kind = purchase_of(context, option)
    owned = used_of(context, option, kind) if kind is not None else None
    return 1 - owned.saving if owned is not None else 1.0


def _as_option(option: Option, owned: Owned) -> PurchaseOption:
    return PurchaseOption(
        kind="savings-plan",
        name=f"{owned.name}, owned",
        term_years=owned.term_years,
        saving=owned.saving,
        usd_per_month=option.usd_per_month * (1 - owned.saving),
        advised=True,
    )


def saving_of(purchases: tuple[PurchaseOption, ...]) -> float:
    """The share saved by the advised one."""
    return next((one.saving for one in purchases if one.advised), 0.0)


def _saves(context: Context, option: Option, kind: PurchaseKind) -> bool:
    """Whether a commitment costs less than paying for the hours in use: it is paid around the clock."""
    return saving_of(tuple(_of_kind(context, option, context.knowledge.purchases[kind], kind))) > 0


def _offers(context: Context, option: Option, kind: PurchaseKind) -> bool:
    return is_sold_for(context.knowledge.purchases[kind], option)


def is_sold_for(purchase: Purchase, option: Option) -> bool:
    """Whether one of its plans is sold for the place and the family of an option."""
    return any(_covers(plan, option) for plan in purchase.plans)


def _covers(plan: PurchasePlan, option: Option) -> bool:
    family = option.instance.family if option.instance else None
    return option.place.id in plan.covers and (not plan.families or family in plan.families)


def _of_kind(context: Context, option: Option, purchase: Purchase, advised: PurchaseKind | None) -> Iterator[PurchaseOption]:
    term_wanted = context.workload.commitment_years or 0
    chosen = False
    for plan in purchase.plans:
        if not _covers(plan, option):
            continue
        if purchase.kind == "spot" and context.situation == ONLINE:
            continue
        for term in plan.terms_years or (0,):
            typical = plan.saving_typical.get(str(term))
            paid = (1 - (typical.under(context.lens) if typical else 0.0)) * (_around_the_clock(option) if plan.terms_years else 1.0)
            right = purchase.kind == advised and not chosen and (not plan.terms_years or term == (term_wanted or 1))
            chosen = chosen or right
            yield PurchaseOption(
                kind=purchase.kind,
                name=plan.name,
                term_years=term,
                saving=1 - paid,
                usd_per_month=option.usd_per_month * paid,
                advised=right,
            )


def _around_the_clock(option: Option) -> float:
    """A month of every hour over a month of the hours in use; 1 where machines are not what is paid for."""
    if option.instance is None or option.usd_per_month <= 0:
        return 1.0
    return max(option.usd_per_hour * HOURS_A_MONTH / option.usd_per_month, 1.0)
