"""Which budget an amount of money is."""

from __future__ import annotations

import re

from engine.intake.late import late
from engine.intake.quantities.amounts import Amount
from engine.intake.quantities.around import Around, Facts
from knowledge.schema.instance import HOURS_A_MONTH

_PRICED = late(r"\b(?:ml\.)?[a-z]+\d\w*\.\w+\s*(?:\(|at|for|costs?|=|:)\s*$", re.IGNORECASE)
"""Before the price of a type: "g5.xlarge ($1.01/h)"."""
_TYPE_LENGTH = 40
_PERIODS = ("month", "hour")


def facts_of_money(amount: Amount, around: Around) -> Facts:
    """Yield the budget; what was saved, spent or given once is none."""
    if _PRICED.search(around.message.text, max(0, amount.start - _TYPE_LENGTH), amount.start):
        return
    if around.near("whole_sum", 10, 30) or (around.near("other_money", 30, 20) and not around.clause_before("goal", 44)):
        return
    if not amount.unit and around.leads("sum_total"):
        return
    per = amount.unit or next((period for period in _PERIODS if around.near(period, 40, 40)), "month")
    if per.startswith("h"):
        yield "budget_usd_per_hour", amount.value
    elif per.startswith("d"):
        yield "budget_usd_per_month", amount.value * HOURS_A_MONTH / 24
    else:
        yield "budget_usd_per_month", amount.value / (12 if per.startswith("y") else 1)
