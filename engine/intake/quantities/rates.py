"""What a number of things a second, a day or a night states: requests, or the items of a run."""

from __future__ import annotations

import re
from typing import Final

from engine.intake.late import late
from engine.intake.quantities.amounts import Amount
from engine.intake.quantities.around import Around, Facts
from engine.intake.quantities.units import SECONDS
from knowledge.schema.instance import HOURS_A_MONTH

RUNS: Final = {
    "night": 30, "nightly": 30, "overnight": 30, "evening": 30, "day": 30, "d": 30, "daily": 30, "week": 4, "wk": 4, "w": 4, "weekly": 4,
    "weekend": 4, "month": 1, "mo": 1, "mth": 1, "monthly": 1, "quarter": 1 / 3, "quarterly": 1 / 3, "hourly": HOURS_A_MONTH,
    "year": 1 / 12, "yearly": 1 / 12,
}  # fmt: skip
"""Period -> runs a month."""
_X: Final = late(r"\d+\s*[x×]\s*(?:per|an?|each|every|/)", re.IGNORECASE)
_BATCH_PERIODS: Final = frozenset({"night", "nightly", "overnight", "weekend", "evening", "quarter", "quarterly"})
"""Nobody waits for the answers of such a period one by one."""
_LONG: Final = frozenset({"week", "wk", "w", "weekly", "month", "mo", "mth", "monthly"})
"""Periods whose work is done in one run unless requests are spoken of."""
_MONTHS: Final = frozenset({"month", "mo", "mth", "year"})
_TIMES: Final = frozenset({"time", "times"})


def facts_of_rate(amount: Amount, around: Around) -> Facts:
    """Yield tokens or requests a second, or the items of a run and how often it comes."""
    if around.counts("column", 1):
        yield "columns", round(amount.value * SECONDS[amount.unit])
        if amount.unit in RUNS:
            yield "runs_per_month", RUNS[amount.unit]
    elif not amount.thing and amount.unit in _MONTHS and (around.clause_before("own_money", 20) or around.sentence("money_word")):
        return  # "I have 1,400 a month"
    elif around.counts("token") and around.after("each_user", 22):
        yield "time_per_output_token_ms", 1e3 / amount.value
    elif around.counts("token") and amount.spoken:
        yield "time_per_output_token_ms", 1e3 / amount.value  # "one token each 60 ms"
    elif around.counts("token"):
        yield "tokens_per_second", amount.value
    elif _is_times(amount, around) and amount.unit in RUNS and (around.near("batch", 60, 40) or around.near("training", 60, 40)):
        yield "runs_per_month", amount.value * SECONDS[amount.unit] * RUNS[amount.unit]
    elif _is_batch(amount, around):
        learned = around.sentence("training", "learns") and not around.sentence("trained_already")
        yield "rows" if learned else "items_per_run", round(amount.value * SECONDS[amount.unit])
        yield "runs_per_month", RUNS.get(amount.unit, 30)
    elif not around.counts("not_requests") or (amount.thing in _TIMES and around.sentence("is_called")):
        yield from _of_requests(amount, around)


def _of_requests(amount: Amount, around: Around) -> Facts:
    """The usual rate or the peak; both, where it rises from one to the other."""
    if amount.low < amount.high and around.follows("rises_from"):
        yield "requests_per_second", amount.low
        yield "peak_requests_per_second", amount.high
    else:
        peak = (around.is_said_of("peak") or around.leads("at_peak")) and not around.is_said_of("usual") and not around.leads("in_bursts")
        peak = peak and (SECONDS[amount.unit] < SECONDS["day"] or around.near("peak", 16, 16))
        yield "peak_requests_per_second" if peak else "requests_per_second", amount.value


def _is_times(amount: Amount, around: Around) -> bool:
    """Whether it tells how often: "twice a week", "2x per week"."""
    return amount.thing in _TIMES or _X.match(around.message.text, amount.start) is not None


def _is_batch(amount: Amount, around: Around) -> bool:
    if amount.unit in _BATCH_PERIODS or around.counts("at_one_go"):
        return True
    if amount.unit not in RUNS or around.counts("request"):
        return False
    if around.counts("of_data") and around.sentence("training") and not around.sentence("trained_already"):
        return True  # rows that a training goes through are no requests
    through = amount.unit in _LONG and (around.sentence("works_through") or bool(around.message.cues["batch_job"]))
    return around.sentence("batch") or through
