"""Whether a price is much: what it buys, what costs less, how much of it is used, what is paid today."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import Advice, Plan
from engine.fact_wording import say
from engine.number_format import format_money
from engine.plan_wording import name_hardware_and_place, name_purchase
from knowledge import Knowledge
from tui.views.text_lines import Line, bullet_lines, wrap_text

_BUSY: Final = 0.25
"""Used less than this at the peak, most of the money is paid for waiting."""


def price_lines(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    """The cost of the choice beside what it does and what else would do; nothing where no price is known."""
    plan = advice.choice
    if plan is None or plan.cost.usd_per_month is None:
        return
    month = plan.cost.usd_per_month
    bought = (
        say(base, "price_unit", month=format_money(month), each=format_money(plan.cost.usd_per_million), per=plan.cost.per)
        if plan.cost.usd_per_million is not None
        else say(base, "price_month", month=format_money(month))
    )
    yield from wrap_text(bought, width)
    for line in _comparisons(advice, plan, month, base):
        yield from bullet_lines("●", line, width)
    if advice.present is not None:
        yield from bullet_lines("●", advice.present.step, width)


def _comparisons(advice: Advice, plan: Plan, month: float, base: Knowledge) -> Iterator[str]:
    today = [one for one in advice.alternatives if one.role != "exam" or advice.lens == "exam"]
    cheaper = [one for one in today if one.cost.usd_per_month is not None and one.cost.usd_per_month < month]
    if cheaper:
        least = min(cheaper, key=lambda one: one.cost.usd_per_month or 0.0)
        what = ", ".join(name_hardware_and_place(least, base))
        yield say(base, "price_cheaper", what=what, month=format_money(least.cost.usd_per_month or 0.0))
    else:
        yield say(base, "price_cheapest")
    savings = [one for one in plan.purchases if one.saving > 0 and one.usd_per_month is not None and one.kind != plan.purchase]
    if savings:
        best = max(savings, key=lambda one: one.saving)
        yield say(base, "price_saving", what=name_purchase(best, base), month=format_money(best.usd_per_month or 0.0))
    if plan.utilization is not None and plan.utilization < _BUSY:
        yield say(base, "price_idle", share=f"{plan.utilization:.0%}")
