"""How a number is said: as what is wanted, plainly, or as how things are and were.

"p99 is 180 ms, the SLA says 90 ms" states one target: 90 ms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from engine.intake.amounts import Amount
from engine.intake.message import Message
from engine.intake.quantities.amount_context import Around
from engine.intake.tokens import INSTANCE_TYPE
from engine.lazy_pattern import lazy_pattern

_TYPE: Final = (
    rf"{INSTANCE_TYPE}"
    r"|\b[cmrtgpx]\d[a-z]{0,3}\b"
    r"|\b(?:nvidia\s+|tesla\s+|geforce\s+|rtx\s+)*(?:[abhv][123]00|t4|l4|l40s?|a10g?|k80|m60|p40|[234]0[6-9]0(?:\s?ti)?|a[456]000)s?\b"
)
"""The name of a machine or of its chip."""
_MACHINE: Final = lazy_pattern(_TYPE, re.IGNORECASE)
_ON_MACHINE: Final = lazy_pattern(
    rf"\s*(?:on|with|using)\s+(?:an?\s|one\s|two\s|four\s|eight\s|our\s|the\s|\d+\s?x?\s)?(?:{_TYPE})", re.IGNORECASE
)
_ABOUT: Final = lazy_pattern(r"(?:[~≈∼]|\b(?:approx|aprox|ca|circa|abt|est)\.)\s*[$<≤]?\s*$", re.IGNORECASE)
_DOWN_TO: Final = lazy_pattern(
    r"[\s,]*(?:(?:a|per|each|/)\s*(?:month|hour|day|year)\s*)?(?:(?:back\s+)?down\s+)?"
    r"(?:to|towards?)\s*(?:under|below|at most|about|around)?\s*",
    re.IGNORECASE,
)
_OF: Final = lazy_pattern(r"\s*(?:of|is|at|:|=|<|≤)?\s*")
"""Between a goal word and the amount that it is of."""
_SIGN: Final = 10
_ISH: Final = lazy_pattern(r"\s?-?ish\b", re.IGNORECASE)
_SLOW: Final = frozenset({"min", "minute", "h", "hr", "hour"})
_LONG_ANSWER: Final = 300_000.0
"""Milliseconds from which on a time is a target only where it is said as one."""
_NOTE: Final = 6
"""Words beside an amount of money that makes a budget by itself: "around $500 a month please"."""
_GOAL_BEFORE: Final = 44
_GOAL_AFTER: Final = 18
_OBSERVED: Final = 36
_NOW_AFTER: Final = 22
_MACHINE_BEFORE: Final = 64
_MACHINE_AFTER: Final = 32
_COMPLAINT: Final = 34
_HALVED: Final = 40
"""Characters behind a sum within which it is told to be too much by half."""


_TIMES: Final = ("latency_p99_ms", "time_to_first_token_ms", "time_per_output_token_ms", "training_deadline_hours")
_LASTING: Final = frozenset({"processing_seconds", "run_days"})
_GROUPS: Final = {
    **{fact: fact for fact in _TIMES},
    "host_memory_gb": "host_memory_gb",
    **dict.fromkeys(("requests_per_second", "peak_requests_per_second"), "rate"),
    "tokens_per_second": "tokens_per_second",
    "budget_usd_per_run": "run_budget",
    **dict.fromkeys(("budget_usd_per_hour", "budget_usd_per_month"), "budget"),
}
"""Fact -> what it is compared within."""


class Modality(IntEnum):
    """How good a target a number is; a lower one is better."""

    TARGET = 0
    """It is called a target: "the SLA says"."""
    GOAL = 1
    """It is wanted: "must", "under"."""
    PLAIN = 2
    BESIDE = 3
    """It may as well be how things are: "p99 is 180 ms", "on g5.xlarge, 180 ms"."""
    NOW = 4
    """It is how things are: "takes 180 ms"."""
    PAST = 5
    """It is how things were: "took 180 ms"."""


_LONE: Final = {
    **dict.fromkeys(_TIMES, Modality.BESIDE),
    "training_deadline_hours": Modality.BESIDE,
    "budget": Modality.PLAIN,
    "run_budget": Modality.BESIDE,
}
"""Group -> the worst that is a target where nothing better is said."""


class Stated(NamedTuple):
    """One fact as the text states it."""

    fact: str
    value: float | int | str
    start: int
    end: int
    about: bool = False
    """Whether the words make the number an approximate one."""
    standing: Modality = Modality.PLAIN
    amount: Amount | None = None


def standing_of(around: Around) -> Modality:
    """How the words beside a number mean it."""
    amount, message = around.amount, around.message
    begin, finish = message.clause(amount.start, amount.end)
    begin, finish = max(begin, around.begin), min(finish, around.finish)
    goal = _last(message, "goal", max(begin, amount.start - _GOAL_BEFORE), amount.start)
    if around.before("it_is", 12) and message.has("nowadays", amount.end, min(finish, amount.end + _NOW_AFTER)):
        return Modality.PLAIN  # "it's 150 ms now" is what was changed
    past = _last(message, "past_tense", max(begin, amount.start - _OBSERVED), amount.start)
    now = _last(message, "present", max(begin, amount.start - _OBSERVED), amount.start)
    if past > max(goal, now) or _is_left(around):
        return Modality.PAST
    stands = _last(message, "stands", max(begin, amount.start - _OBSERVED), amount.start) > goal
    needed = now >= goal and around.clause("whole_job")  # "the job needs 5 hours"
    needed = needed or _last(message, "takes_more", max(begin, amount.start - _OBSERVED), amount.start) >= max(goal, 0)
    if stands or (now >= 0 and (needed or (goal >= 0 and around.clause_before("nowadays", 70)))):
        return Modality.NOW
    if goal >= 0 or _is_wanted_behind(around, finish):
        named = around.clause_before("target_word", 20) or around.after("target_word", 12)
        return Modality.TARGET if named else Modality.GOAL
    if now >= 0 or any(message.has(cue, amount.end, min(finish, amount.end + _NOW_AFTER)) for cue in ("nowadays", "complaint")):
        return Modality.NOW
    told = around.clause_before("is", 14) or around.clause_before("does_in", 16) or around.clause_before("nowadays", _OBSERVED)
    beside = told or _on_a_machine(around)
    return Modality.BESIDE if beside else Modality.PLAIN


def _is_wanted_behind(around: Around, finish: int) -> bool:
    """Whether the words behind it make it a goal: "200 ms max"; in "700 ms with a limit of 1 s" they are of the next amount."""
    amount, message, following = around.amount, around.message, around.following
    finish = min(finish, amount.end + _GOAL_AFTER)
    for found in message.between("goal_after", amount.end, finish):
        start, end = message.span(found)
        if following is not None and following.kind in {"bare", "count"} and following.start < start:
            continue  # "40 ms, and 150 would be fine"
        is_of_next = following is not None and following.kind in {amount.kind, "bare"} and _OF.fullmatch(message.text, end, following.start)
        if not is_of_next:
            return True
    return False


def _is_left(around: Around) -> bool:
    """Whether it is what shall change: "cut it from 900 ms to 300 ms", "bring the bill from $3,000 down to $1,800"."""
    following = around.following
    if following is None or following.kind not in {around.amount.kind, "bare"} or not around.follows_about("from"):
        return False
    return _DOWN_TO.fullmatch(around.message.text, around.amount.end, following.start) is not None


def money_standing_of(around: Around) -> Modality:
    """The same for money, of which the most is paid."""
    amount, message = around.amount, around.message
    begin, finish = message.clause(amount.start, amount.end)
    begin = max(begin, around.begin)
    if around.follows_about("was") or _is_left(around):
        return Modality.PAST
    wanted = max(_last(message, cue, begin, amount.start) for cue in ("goal", "willing"))
    is_halved = message.has("halved", amount.end, amount.end + _HALVED)  # "5,200 a month, want half of that"
    if is_halved or _last(message, "paid", max(begin, amount.start - _GOAL_BEFORE), amount.start) > wanted:
        return Modality.NOW
    is_most = message.has("goal_after", amount.end, min(finish, amount.end + _GOAL_AFTER))
    if wanted >= 0 or is_most or message.has("pays_no_more", amount.end, around.finish):
        return Modality.GOAL
    is_of_now = around.clause_before("nowadays", _OBSERVED) or around.near("complaint", _COMPLAINT, _COMPLAINT)
    if is_of_now or message.has("pays", max(begin, amount.start - _GOAL_BEFORE), amount.start):
        return Modality.NOW
    return Modality.PLAIN if around.is_terse(_NOTE) or message.has("budget_word", around.begin, around.finish) else Modality.BESIDE


def targets_of(found: Sequence[Stated], message: Message) -> list[Stated]:
    """Without what tells how things are or were, where it is no target: what is wanted stands before it.

    What was complained of, or is paid, is no target even where nothing better is said.
    """
    blamed = bool(message.cues["complaint"])
    best: dict[str, Modality] = {}
    for stated in found:
        group = _GROUPS.get(stated.fact, "")
        best[group] = min(stated.standing, best.get(group, Modality.PAST))
    ends = "training_deadline_hours" in {stated.fact for stated in found}
    found = [stated for stated in found if not (ends and stated.fact == "run_days" and stated.standing >= Modality.NOW)]
    return [stated for stated in found if _is_free(stated) or _is_target(stated, best[_GROUPS.get(stated.fact, "")], blamed=blamed)]


def _is_free(stated: Stated) -> bool:
    """Whether a fact is none that is wanted; it may be told in the present, but not as what was."""
    return stated.fact not in _GROUPS and (stated.fact not in _LASTING or stated.standing < Modality.PAST)


def _is_target(stated: Stated, best: Modality, *, blamed: bool) -> bool:
    """Whether it is one, where the best of its kind in the message stands so."""
    group, standing = _GROUPS.get(stated.fact, ""), stated.standing
    if group == "rate":
        return standing < Modality.PAST or best == Modality.PAST
    if group == "host_memory_gb":
        return standing <= Modality.GOAL or best > Modality.GOAL
    slow = stated.amount is not None and stated.amount.unit in _SLOW and stated.fact == "latency_p99_ms"
    if (blamed and standing >= Modality.BESIDE) or (slow and standing >= Modality.NOW):
        return False  # "runs in 20 minutes" is what a job takes
    if group == "latency_p99_ms" and stated.amount is not None and stated.amount.value >= _LONG_ANSWER and standing > Modality.GOAL:
        return False  # "sessions last 10 minutes" describes
    worst = {Modality.TARGET: Modality.GOAL, Modality.GOAL: Modality.PLAIN, Modality.PLAIN: Modality.BESIDE}.get(
        best, _LONE.get(group, Modality.NOW)
    )
    return standing <= worst


def is_about(around: Around) -> bool:
    """Whether the words make a number an approximate one: "about 150", "~100", "20 or so"."""
    text, amount = around.message.text, around.amount
    signs = _ABOUT.search(text, max(0, amount.start - _SIGN), amount.start) or _ISH.match(text, amount.end)
    return bool(signs) or amount.thing.startswith("ish ") or around.follows("about") or around.leads("about_after")


def _last(message: Message, cue: str, begin: int, end: int) -> int:
    """Where the last of a cue ends between two places; -1 where there is none."""
    return max((message.span(found)[1] for found in message.between(cue, begin, end)), default=-1)


def _on_a_machine(around: Around) -> bool:
    """Whether a machine is named shortly before or right after: it was measured there."""
    after = around.message.text[around.amount.end : min(around.finish, around.amount.end + _MACHINE_AFTER)]
    return _MACHINE.search(around.text_before(_MACHINE_BEFORE)) is not None or _ON_MACHINE.match(after) is not None
