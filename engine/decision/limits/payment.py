"""Limits on how a plan is paid for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import Context, Option
from engine.decision.costs import allowed_purchase, hourly_share, paid_share
from engine.decision.limits.failure import Failure
from engine.number_format import format_money

PaymentCheck = Callable[[Context, Option], Failure | None]


def purchase(context: Context, option: Option) -> Failure | None:
    """What is required must be on offer there, and something that is not ruled out."""
    if allowed_purchase(context, option) is not None:
        return None
    known = context.knowledge.purchases
    wanted = [name for name in context.workload.require or () if name in known]
    ruled_out = [name for name in context.workload.exclude or () if name in known]
    return Failure("purchase", " or ".join(wanted) or f"no {' and no '.join(ruled_out)}", "other ways to pay")


def hourly_budget(context: Context, option: Option) -> Failure | None:
    """The budget per hour, against what is paid."""
    return _check_budget(context, "hourly_budget", context.upper_limit("budget_usd_per_hour"), option, option.usd_per_hour)


def monthly_budget(context: Context, option: Option) -> Failure | None:
    """The budget per month, against what is paid."""
    return _check_budget(context, "monthly_budget", context.upper_limit("budget_usd_per_month"), option, option.usd_per_month)


def run_budget(context: Context, option: Option) -> Failure | None:
    """The budget for one run, against what is paid."""
    return _check_budget(context, "run_budget", context.upper_limit("budget_usd_per_run"), option, option.usd_per_run or 0.0)


def _check_budget(context: Context, limit: str, most: float | None, option: Option, price: float) -> Failure | None:
    if most is None:
        return None
    share = paid_share(context, option)
    paid = price * (min(hourly_share(context, option, share), 1.0) if limit == "hourly_budget" else share)
    if paid <= most:
        return None
    return Failure(limit, format_money(most), format_money(paid), paid / most)


PAYMENT_LIMITS: Final[tuple[PaymentCheck, ...]] = (purchase, hourly_budget, monthly_budget, run_budget)


_IS_ACTIVE: Final[dict[PaymentCheck, Callable[[Context], bool]]] = {
    purchase: lambda context: any(
        name in context.knowledge.purchases for name in (*(context.workload.require or ()), *(context.workload.exclude or ()))
    ),
    hourly_budget: lambda context: context.workload.budget_usd_per_hour is not None,
    monthly_budget: lambda context: context.workload.budget_usd_per_month is not None,
    run_budget: lambda context: context.workload.budget_usd_per_run is not None,
}
"""Limit -> True if it applies to the workload at all."""


def payment_limits(context: Context) -> tuple[PaymentCheck, ...]:
    """The payment limits that apply to the workload; empty where no budget is set and no purchase is required or excluded."""
    return tuple(check for check in PAYMENT_LIMITS if _IS_ACTIVE[check](context))
