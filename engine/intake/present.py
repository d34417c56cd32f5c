"""The present state that a message tells of: how many machines run, how busy they are, how long they take, what they cost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.intake.amounts import Amount
from engine.intake.message import Message
from engine.intake.numbers import numbers_in
from engine.intake.quantities.modality import Modality, Stated
from engine.intake.quantities.quantity_facts import told_in
from engine.intake.unused import Span, overlaps
from engine.lazy_pattern import lazy_pattern

_TIMES: Final = lazy_pattern(
    r"\s*(?:x|×)?\s*(?:of\s+)?"
    r"(?:(?:the|our|their|my|those|these|old|older|big|small|large|huge|tiny|new|same|separate|identical|dedicated|reserved|rented|leased|shared"
    r"|spot|on[- ]demand|always[- ]on|idle|running|production|prod|dev|staging|ec2|ecs|eks|aws|sagemaker|gpu|cpu)\s+)*"
    r"(?:(?:machines?|instances?|nodes?|servers?|boxes|tasks?|containers?|pods?|hosts?|vms?|endpoints?|workers?)"
    r"\s*(?:of(?:\s+type)?|on|[(:,])?\s*)?",
    2,
)
"""Between a count and the type that it is of: "3 x ", "three reserved ", "6 ECS GPU tasks ("."""
_COUNT_BEHIND: Final = lazy_pattern(
    r"\s*(?:(?:x|×)\s*|,?\s*(?:quantity|qty|count|number)[:\s]*)(?P<count>\d{1,4})\b"
    r"|[^.;:?!\n]{0,24}?[,(]?\s*(?P<many>\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|a dozen|twelve)"
    r"\s+of\s+(?:them|those|these)\b",
    2,
)
"""Behind a type: "c5.9xlarge x 6", "inf1.6xlarge, quantity 3", "c5.4xlarge, ten of them"."""
_SINGLE: Final = lazy_pattern(r"\b(?:an?|one|the|just one|my|our)\s+(?:single|lone|lonely)\s+(?:ml\.)?$", 2)
"""Before the only machine of a type."""
_EACH_ON_ONE: Final = lazy_pattern(
    r"(?P<count>\d{1,4})\s+(?:endpoints?|services?|nodes?)\s*(?:x|×|with|of|on|,)?\s*(?:1|one|an?)\s*(?:x|×)?\s*(?:ml\.)?$", 2
)
"""Before a type: "14 endpoints x 1 "."""
_OF_THEM: Final = lazy_pattern(
    r"(?P<count>\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+of\s+(?:them|these|those)\s*,?\s*(?:all\s+|each\s+)?"
    r"(?:on|running on|hosted on|with)\s*(?:an?\s+)?(?:ml\.)?$",
    2,
)
"""Before a type: "endpoints, 11 of them on "."""
_EACH: Final = lazy_pattern(r"\s*,?\s*(?:each|apiece|per (?:person|head|user))\b", 2)
"""Behind a type of which each of several people has one."""
_BEFORE: Final = 40
_PERCENT: Final = lazy_pattern(r"(?P<number>\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)", 2)
_OF_REQUESTS: Final = lazy_pattern(
    r"\s*(?:of\s+)?(?:(?:all|the|our|its|your)\s+){0,2}(?:calls|requests|answers|responses|replies|cases|users|queries|predictions|transactions"
    r"|customers|traffic|orders|the time|times?)\b",
    2,
)
"""Behind a share that is none of a device: "99 % of the calls"."""
_FAILED: Final = lazy_pattern(
    r"\b(?:killed|died|dies|failed|fails|stopped|stops|crashed|crashes|aborted|interrupted|lost|stuck)\s+(?:at|after)\s*~?\s*$", 2
)
"""Before a share that tells how far something came."""
_METRIC: Final = lazy_pattern(r"\b(?P<name>\w{0,24}(?:util|mem)\w{0,24})\s*[=:]\s*(?P<number>\d{1,3}(?:\.\d+)?)(?![\d./])", 2)
"""A metric of a log: "GPUUtilization=99.1"."""
_BUSY: Final = {
    "gpu_busy": "current_gpu_utilization_percent",
    "cpu_busy": "current_cpu_utilization_percent",
    "memory_busy": "current_memory_utilization_percent",
}
"""Cue of what is busy -> the fact that says how much."""
_AS_IT_IS: Final = {
    "latency_p99_ms": "current_latency_ms",
    "processing_seconds": "current_latency_ms",
    "training_deadline_hours": "current_run_hours",
    "budget_usd_per_hour": "current_usd_per_month",
    "budget_usd_per_month": "current_usd_per_month",
    "budget_usd_per_run": "current_usd_per_run",
}
"""Target -> the fact that tells the same of today."""
_OF_SOMETHING: Final = lazy_pattern(r"\s+of\s+(?!training|compute|computing|gpu|cpu|work|runtime|run time|processing)\w", 2)
"""Behind a time that is none of a run: "60 hours of new tape"."""
_PART: Final = lazy_pattern(
    r"(?P<used>\d[\d,.]{0,6})\s*(?:gb|gib)?\s+(?:out\s+)?of\s+(?:the\s+|its\s+)?"
    r"(?P<whole>\d[\d,.]{0,6})\s*(?P<unit>gb|gib|cores?|vcpus?|cpus?|gpus?)\b",
    2,
)
"""A part of what a machine has: "35 of 976 GB used"."""
_BYTES: Final = frozenset({"gb", "gib"})
_CALENDAR: Final = ("w", "mo", "y")
"""How the units begin in which no run or answer is timed: weeks, months, years."""
_AT: Final = 14
"""Characters between a share that names nothing and the words that make it one of use."""
_NEAR: Final = 40
"""Characters between a share and what it is of."""
_REMARK: Final = 16
"""Characters behind a number within which it is said what one thinks of it."""
_RUN: Final = 600_000.0
"""Milliseconds from which on a time is that of a run, not of an answer."""
_MS_PER_SECOND: Final = 1e3
_MS_PER_HOUR: Final = 3.6e6
_MONTHS_A_YEAR: Final = 12
_MOST_COUNT: Final = 10_000


class Present(NamedTuple):
    """One fact of the present, and where it stands."""

    fact: str
    value: float
    start: int
    end: int


def count_beside(message: Message, start: int, end: int) -> tuple[float, int, int] | None:
    """How many machines of the type at a place there are, and where that is said: "three g4dn.xlarge", "c5.9xlarge x 6"."""
    return next(_counts_beside(message, start, end), None)


def _counts_beside(message: Message, start: int, end: int) -> Iterator[tuple[float, int, int]]:
    """Numbers that may count the type at a place, the surest first."""
    near = max(0, start - _BEFORE), start
    several = _EACH_ON_ONE.search(message.text, *near)
    if several is not None:
        yield float(several["count"]), several.start(), end
    for amount in message.amounts:
        is_count = amount.kind in {"machines", "count", "bare"} and amount.value == int(amount.value) and 1 <= amount.value < _MOST_COUNT
        if is_count and amount.start < start and _TIMES.fullmatch(message.text, min(_number_end(message, amount), start), start):
            yield amount.value, amount.start, end
    of_them = _OF_THEM.search(message.text, *near)
    if of_them is not None:
        yield numbers_in(of_them["count"])[0].high, of_them.start(), end
    if _EACH.match(message.text, end):
        begin, _ = message.sentence(start, end)
        yield from (
            (one.value, one.start, end) for one in message.amounts if one.kind == "count" and begin <= one.start < start and one.value > 1
        )
    if _SINGLE.search(message.text, *near):
        yield 1.0, start, end
    behind = _COUNT_BEHIND.match(message.text, end)
    if behind is not None:
        yield numbers_in(behind["count"] or behind["many"])[0].high, start, behind.end()


def _number_end(message: Message, amount: Amount) -> int:
    """Where the number itself ends, without the thing that it counts."""
    return amount.start + len(message.text[amount.start : amount.thing_start].rstrip()) if amount.thing else amount.end


def reports_today(message: Message, in_use: Sequence[Span]) -> bool:
    """Whether a message that names machines in use, at these places, tells how they do: what it says of times and money is so today."""
    if not in_use:
        return False
    if message.cues["stay_or_go"] or message.cues["asks_if_fine"] or any(_shares(message)):
        return True
    if not message.cues["goal"] and not message.cues["planned"]:
        return True
    sentences = {message.sentence(*span) for span in in_use}
    return any(message.has(cue, *sentence) for sentence in sentences for cue in ("first_person", "owned", "nowadays", "present"))


def fact_of_today(stated: Stated, message: Message) -> tuple[str, float | str]:
    """The fact that a quantity states in a message which reports of today: what nobody calls a target is how it does.

    With the value, in the unit of that fact.
    """
    is_remark = message.has("which_goes_on", stated.end, stated.end + _REMARK)  # "1.8 s, which is fine" is how it does
    is_target = stated.standing == Modality.TARGET or (stated.standing == Modality.GOAL and not is_remark)
    is_target = is_target or (stated.fact.startswith("budget") and message.has("budget_word", *message.clause(stated.start, stated.end)))
    if is_target or stated.fact not in _AS_IT_IS:
        return stated.fact, stated.value
    if stated.fact == "budget_usd_per_hour" and (stated.amount is None or stated.amount.unit):
        return stated.fact, stated.value  # the price of an hour
    is_in_seconds = stated.fact == "processing_seconds"
    return _AS_IT_IS[stated.fact], float(stated.value) * (_MS_PER_SECOND if is_in_seconds else 1.0)


def present_in(
    message: Message, used: Sequence[Span], machines: Sequence[tuple[int, int, bool]] = (), *, reports: bool = False
) -> Iterator[Present]:
    """Facts of the present that its amounts tell; those in `used` words state something else already.

    `machines`: where types in use are named, and whether they have an accelerator. `reports`: whether it tells how they do.
    """
    yield from _utilization(message, machines)
    yield from _parts(message) if machines else ()
    is_used = overlaps(used)
    for amount, how, _ in told_in(message):
        clause = message.clauses.at(amount.start)
        if clause is not None and not (clause.is_statement and clause.is_of_workload):
            continue
        modality = Modality.NOW if clause is not None and clause.role in {"present", "log"} else how
        if reports and amount.kind in {"money", "time"} and modality in {Modality.PLAIN, Modality.BESIDE}:
            modality = Modality.NOW
        if modality in {Modality.NOW, Modality.BESIDE} and not is_used(amount.start, amount.end):
            yield from _told(message, amount, modality)


def _told(message: Message, amount: Amount, modality: Modality) -> Iterator[Present]:
    if amount.kind == "time" and _is_no_duration(message, amount):
        return
    if amount.kind == "time" and amount.value >= _RUN:
        yield Present("current_run_hours", amount.value / _MS_PER_HOUR, amount.start, amount.end)
    elif amount.kind == "time" and not message.has("first_token", *message.clause(amount.start, amount.end)):
        yield Present("current_latency_ms", amount.value, amount.start, amount.end)
    elif amount.kind == "money" and modality == Modality.NOW and amount.unit.startswith("y"):
        yield Present("current_usd_per_month", amount.value / _MONTHS_A_YEAR, amount.start, amount.end)
    elif amount.kind == "money" and modality == Modality.NOW and not amount.unit.startswith(("h", "d")):
        begin, end = message.sentence(amount.start, amount.end)
        per_run = not amount.unit and message.has("a_run", begin, end)
        yield Present("current_usd_per_run" if per_run else "current_usd_per_month", amount.value, amount.start, amount.end)


def _is_no_duration(message: Message, amount: Amount) -> bool:
    """Whether a time is neither of an answer nor of a run: "for two years", "the 60 s timeout", "1.2 s per step"."""
    behind = amount.end, amount.end + _AT
    if _OF_SOMETHING.match(message.text, amount.end) or message.text[: amount.start].rstrip().lower().endswith((" by", "\nby")):
        return True  # "60 hours of new tape", "delays the start by 50 minutes"
    return amount.unit.startswith(_CALENDAR) or any(message.has(cue, *behind) for cue in ("of_a_limit", "of_a_part"))


def _parts(message: Message) -> Iterator[Present]:
    """Shares that are told as a part of a whole: "35 of 976 GB", "only 6 of 96 cores"."""
    for part in _PART.finditer(message.text):
        whole, unit = float(part["whole"].replace(",", "")), part["unit"].lower()
        used = float(part["used"].replace(",", ""))
        fact = _BUSY["memory_busy"] if unit in _BYTES else _BUSY["gpu_busy" if unit.startswith("gpu") else "cpu_busy"]
        if 0 < used <= whole:
            yield Present(fact, 100 * used / whole, *part.span())


def _shares(message: Message) -> Iterator[re.Match[str]]:
    """Every share of the message, and every metric of a log that is one."""
    yield from _PERCENT.finditer(message.text)
    yield from _METRIC.finditer(message.text)


def _utilization(message: Message, machines: Sequence[tuple[int, int, bool]]) -> Iterator[Present]:
    for share in _shares(message):
        clause = message.clauses.at(share.start())
        if (clause is not None and not clause.is_of_workload) or _OF_REQUESTS.match(message.text, share.end()):
            continue
        if _FAILED.search(message.text, max(0, share.start() - _NEAR), share.start()):
            continue
        found = _busy(message, *share.span()) or _busy_machine(message, *share.span(), machines)
        if found is not None:
            fact, start, end = found
            yield Present(fact, float(share["number"]), min(start, share.start()), max(end, share.end()))


def _busy_machine(message: Message, start: int, end: int, machines: Sequence[tuple[int, int, bool]]) -> tuple[str, int, int] | None:
    """A share that names nothing is of what does the work on the machine beside it: "2 x g4dn.xlarge at 60 %".

    In a sentence without a machine it is of those of the message, where all are of one kind.
    """
    begin, finish = message.sentence(start, end)
    if not (message.has("busy_at", max(begin, start - _AT), start) or message.has("busy_word", end, min(finish, end + _AT))):
        return None
    near = [one for one in machines if begin <= one[0] < finish]
    kinds = {has_accelerator for _, _, has_accelerator in machines}
    if not near and len(kinds) != 1:
        return None
    has_accelerator = min(near, key=lambda one: abs(one[0] - start))[2] if near else kinds.pop()
    return _BUSY["gpu_busy" if has_accelerator else "cpu_busy"], start, end


def _busy(message: Message, start: int, end: int) -> tuple[str, int, int] | None:
    """The fact of what is nearest to a share and told to be busy, and where that is named."""
    begin, finish = message.sentence(start, end)
    near: list[tuple[int, str, int, int]] = []
    for cue, fact in _BUSY.items():
        for found in message.between(cue, max(begin, start - _NEAR), min(finish, end + _NEAR)):
            first, last = message.span(found)
            gap = start - last if last <= start else first - end if first >= end else 0
            apart = message.text[min(last, end) : max(first, start)]
            near.append((gap + 2 * _NEAR * any(stop in apart for stop in ",;"), fact, first, last))
    nearest = min(near, default=None)
    return nearest[1:] if nearest is not None and nearest[0] <= _NEAR else None
