"""What stops a plan by how it would be paid for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import Context
from engine.decision.limits.failure import Failure, amount
from engine.decision.option import Option
from engine.decision.purchasing import paid_share, purchase_of

PaymentCheck = Callable[[Context, Option], Failure | None]


def purchase(context: Context, option: Option) -> Failure | None:
    """What is required must be on offer there, and something that is not ruled out."""
    if purchase_of(context, option) is not None:
        return None
    known = context.knowledge.purchases
    wanted = [name for name in context.workload.require or () if name in known]
    ruled_out = [name for name in context.workload.exclude or () if name in known]
    return Failure("purchase", " or ".join(wanted) or f"no {' and no '.join(ruled_out)}", "other ways to pay")


def hourly_budget(context: Context, option: Option) -> Failure | None:
    """The budget per hour, against what is paid."""
    return _over(context, "hourly_budget", context.most("budget_usd_per_hour"), option, option.usd_per_hour)


def monthly_budget(context: Context, option: Option) -> Failure | None:
    """The budget per month, against what is paid."""
    return _over(context, "monthly_budget", context.most("budget_usd_per_month"), option, option.usd_per_month)


def _over(context: Context, limit: str, most: float | None, option: Option, price: float) -> Failure | None:
    paid = price * paid_share(context, option) if most is not None else 0.0
    if most is None or paid <= most:
        return None
    return Failure(limit, amount(most, "USD"), amount(paid, "USD"), paid / most)


PAYMENT_LIMITS: Final[tuple[PaymentCheck, ...]] = (purchase, hourly_budget, monthly_budget)


def payment_limits(context: Context) -> tuple[PaymentCheck, ...]:
    """Those that are set."""
    work = context.workload
    budgets: dict[PaymentCheck, float | None] = {hourly_budget: work.budget_usd_per_hour, monthly_budget: work.budget_usd_per_month}
    return tuple(check for check in PAYMENT_LIMITS if check is purchase or budgets[check] is not None)


def payment_matters(context: Context) -> bool:
    """True where a budget is set, or a way to pay is required or ruled out."""
    work = context.workload
    named = (*(work.require or ()), *(work.exclude or ()))
    return bool(work.budget_usd_per_hour or work.budget_usd_per_month or any(name in context.knowledge.purchases for name in named))
