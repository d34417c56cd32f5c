"""How a plan is paid for: every purchase with its saving, and the advised one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, get_args

from engine.advice import PurchaseOption
from engine.decision.context import ONLINE, Context, Option
from engine.decision.costs.savings_plans import OwnedCoverage, owned_coverage
from engine.decision.costs.spot import leaves_time_for_one, may_be_interrupted
from knowledge.schema.instance import HOURS_A_MONTH
from knowledge.schema.purchase import Plan as PurchasePlan
from knowledge.schema.purchase import Purchase, PurchaseKind

_BLOCK: Final = "capacity-block"
_KINDS: Final[tuple[PurchaseKind, ...]] = get_args(PurchaseKind)
_HOURS_A_DAY: Final = 24.0
_MONTHS_A_YEAR: Final = 12


def allowed_purchase(context: Context, option: Option) -> PurchaseKind | None:
    """The advised purchase among those allowed; None where the required one is not on offer, or all are excluded."""
    excluded, known = context.workload.exclude or (), context.knowledge.purchases
    required = [name for name in context.workload.require or () if name in known]
    kinds = _possible_purchases(context, option, required)
    return next((kind for kind in kinds if kind not in excluded and (not required or kind in required)), None)


def _possible_purchases(context: Context, option: Option, wanted: Sequence[str]) -> Iterator[PurchaseKind]:
    """The purchases on offer, the advised one first."""
    if option.instance is not None and context.status_of(option.instance) == "capacity-only":
        yield "capacity-block"
        return
    work = context.workload
    yield from (kind for kind in _KINDS if kind in (work.prefer or ()) and _is_offered(context, option, kind))
    if _is_dated(context) and _is_offered(context, option, "capacity-block"):
        yield "capacity-block"
    owned = owned_coverage(context, option)
    if owned is not None and owned.is_complete:
        yield "savings-plan"
    is_offered = may_be_interrupted(context) and _is_offered(context, option, "spot")
    if is_offered and ("spot" in wanted or leaves_time_for_one(context, option)):
        yield "spot"
    if owned is not None or (work.commitment_years and _saving_of_kind(context, option, "savings-plan") > 0):
        yield "savings-plan"
    yield "on-demand"
    others: tuple[PurchaseKind, ...] = ("savings-plan", "reserved", "capacity-block")
    yield from (kind for kind in others if _is_offered(context, option, kind))


def _is_dated(context: Context) -> bool:
    """True if the run has dates that a capacity block can be booked for: soon enough and short enough."""
    work, limits = context.workload, context.knowledge.purchases["capacity-block"].limits
    if work.run_days is None or work.interruptible:
        return False
    days, weeks = limits["days_max"].value_for(context.lens), limits["weeks_ahead"].value_for(context.lens)
    return work.run_days <= days and (work.start_in_days or 0) <= weeks * 7


def advised_purchase(context: Context, option: Option) -> PurchaseKind:
    """The advised purchase of an option that keeps all limits."""
    return allowed_purchase(context, option) or "on-demand"


def paid_share(context: Context, option: Option) -> float:
    """The price paid, as a share of the on-demand price."""
    kind = allowed_purchase(context, option)
    if kind is None:
        return 1.0
    owned = used_savings_plans(context, option, kind)
    return 1 - (owned.saving if owned is not None else _saving_of_kind(context, option, kind))


def list_purchases(context: Context, option: Option, advised: PurchaseKind) -> tuple[PurchaseOption, ...]:
    """Every purchase on offer with its cost a month, the dearest first."""
    owned = used_savings_plans(context, option, advised)
    bought = None if owned is not None else advised
    found = [one for purchase in context.knowledge.purchases.values() for one in _purchase_options(context, option, purchase, bought)]
    if owned is not None:
        found.append(_owned_purchase_option(option, owned))
    return tuple(sorted(found, key=lambda one: (one.saving, one.name)))


def is_booked(context: Context, option: Option) -> bool:
    """True if an option is paid for by a capacity block."""
    work, is_only = context.workload, option.instance is not None and context.status_of(option.instance) == "capacity-only"
    is_named = _BLOCK in (*(work.prefer or ()), *(work.require or ()))
    return (is_only or is_named or _is_dated(context)) and allowed_purchase(context, option) == _BLOCK


def hourly_share(context: Context, option: Option, share: float) -> float:
    """The price paid for an hour, as a share of the on-demand price, where `share` is paid for a month or a run.

    They differ for a capacity block: it is paid for longer than it is used, but costs no more an hour.
    """
    return block_price_share(context, option) if is_booked(context, option) else share


def used_savings_plans(context: Context, option: Option, advised: PurchaseKind) -> OwnedCoverage | None:
    """The owned Savings Plans that pay for an option; None where buying a new one saves more, or none covers it."""
    owned = owned_coverage(context, option) if advised == "savings-plan" else None
    if owned is None or owned.is_complete or not (context.workload.commitment_years and context.situation == ONLINE):
        return owned
    return owned if owned.saving >= _saving_of_kind(context, option, advised) else None


def price_share_with_owned_plans(context: Context, option: Option) -> float:
    """The price paid with owned Savings Plans, as a share of the on-demand price; 1 where none covers the option."""
    if not context.policy.savings_plans or owned_coverage(context, option) is None:
        return 1.0
    kind = allowed_purchase(context, option)
    owned = used_savings_plans(context, option, kind) if kind is not None else None
    return 1 - owned.saving if owned is not None else 1.0


def _owned_purchase_option(option: Option, owned: OwnedCoverage) -> PurchaseOption:
    return PurchaseOption(
        kind="savings-plan",
        name=f"{owned.name}, owned",
        term_years=owned.term_years,
        saving=owned.saving,
        usd_per_month=option.usd_per_month * (1 - owned.saving),
        advised=True,
    )


def advised_saving(purchases: tuple[PurchaseOption, ...]) -> float:
    """The saving of the advised purchase, as a share of the on-demand price."""
    return next((one.saving for one in purchases if one.advised), 0.0)


def months_to_break_even(purchase: PurchaseOption) -> float:
    """Months after which a commitment, owed for its whole term, has cost less than on demand; beyond the term where it never has."""
    return _MONTHS_A_YEAR * purchase.term_years * (1 - purchase.saving)


def _saving_of_kind(context: Context, option: Option, kind: PurchaseKind) -> float:
    """The share saved by the advised plan of one kind; below 0 where a commitment around the clock costs more than the hours in use."""
    return advised_saving(tuple(_purchase_options(context, option, context.knowledge.purchases[kind], kind)))


def _is_offered(context: Context, option: Option, kind: PurchaseKind) -> bool:
    return is_sold_for(context.knowledge.purchases[kind], option)


def is_sold_for(purchase: Purchase, option: Option) -> bool:
    """True if one of the purchase's plans covers the place and family of the option."""
    return any(_is_covered(plan, option) for plan in purchase.plans)


def _is_covered(plan: PurchasePlan, option: Option) -> bool:
    instance = option.instance
    family, name = (instance.family, instance.instance_type) if instance is not None else (None, None)
    return plan.is_sold_for(option.place.id, family, name)


def _purchase_options(context: Context, option: Option, purchase: Purchase, advised: PurchaseKind | None) -> Iterator[PurchaseOption]:
    term_wanted = context.workload.commitment_years or 0
    chosen = False
    for plan in sorted(purchase.plans, key=lambda plan: plan.binds_family != _is_family_fixed(context)):
        if not _is_covered(plan, option):
            continue
        if purchase.kind == "spot" and context.situation == ONLINE and not may_be_interrupted(context):
            continue
        for term in plan.terms_years or (0,):
            typical = plan.typical_saving(option.place.id, term)
            paid = (1 - (typical.value_for(context.lens) if typical else 0.0)) * _billed_share(context, option, plan, purchase.kind)
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


def _billed_share(context: Context, option: Option, plan: PurchasePlan, kind: PurchaseKind) -> float:
    """What a plan bills before any saving, over the hours in use at the on-demand price: whole months, or the whole days of a block."""
    if plan.terms_years:
        return _full_month_factor(option)
    return booked_factor(context, option) * block_price_share(context, option) if kind == _BLOCK else 1.0


def _is_family_fixed(context: Context) -> bool:
    """True if a type or a family is insisted on, so that a plan that binds it gives nothing up."""
    known = context.knowledge
    return any(name in known.instances or name in known.families for name in context.workload.require or ())


def booked_factor(context: Context, option: Option) -> float:
    """Hours of the whole days that a capacity block is booked and paid for over the hours of a run; 1 without a job."""
    if option.hours is None or option.instance is None:
        return 1.0
    days = max(context.workload.run_days or 1.0, math.ceil(option.hours / _HOURS_A_DAY))
    return max(days * _HOURS_A_DAY / option.hours, 1.0)


def block_price_share(context: Context, option: Option) -> float:
    """The published rate of a capacity block, as a share of the on-demand price; 1 where one of them is not known."""
    if option.instance is None or context.status_of(option.instance) == "capacity-only" or option.usd_per_hour <= 0:
        return 1.0
    price = context.block_price(option.place, option.instance)
    return price / option.usd_per_machine_hour if price is not None else 1.0


def _full_month_factor(option: Option) -> float:
    """Hours of a whole month over the hours in use, since commitments are billed around the clock; 1 without instances."""
    if option.instance is None or option.usd_per_month <= 0:
        return 1.0
    return max(option.usd_per_hour * HOURS_A_MONTH / option.usd_per_month, 1.0)
