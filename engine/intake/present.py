"""The present state that a message tells of: how many machines run, how busy they are, how long they take, what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.intake.amounts import Amount
from engine.intake.lazy_pattern import lazy_pattern
from engine.intake.message import Message
from engine.intake.quantities.modality import Modality, Stated
from engine.intake.quantities.quantity_facts import told_in
from engine.intake.unused import Span, overlaps

_TIMES: Final = lazy_pattern(r"\s*(?:x|×)?\s*(?:of\s+)?(?:(?:the|our|old|big|ec2|aws|sagemaker|identical)\s+)*", 2)
"""Between a count and the type that it is of: "3 x "."""
_COUNT_BEHIND: Final = lazy_pattern(r"\s*(?:x|×)\s*(?P<count>\d{1,4})\b", 2)
"""Behind a type: "c5.9xlarge x 6"."""
_PERCENT: Final = lazy_pattern(r"(?P<number>\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)", 2)
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
    "training_deadline_hours": "current_run_hours",
    "budget_usd_per_month": "current_usd_per_month",
    "budget_usd_per_run": "current_usd_per_run",
}
"""Target -> the fact that tells the same of today."""
_AT: Final = 14
"""Characters between a share that names nothing and the words that make it one of use."""
_NEAR: Final = 40
"""Characters between a share and what it is of."""
_REMARK: Final = 16
"""Characters behind a number within which it is said what one thinks of it."""
_RUN: Final = 600_000.0
"""Milliseconds from which on a time is that of a run, not of an answer."""
_MS_PER_HOUR: Final = 3.6e6
_MOST_COUNT: Final = 10_000


class Present(NamedTuple):
    """One fact of the present, and where it stands."""

    fact: str
    value: float
    start: int
    end: int


def count_beside(message: Message, start: int, end: int) -> tuple[float, int, int] | None:
    """How many machines of the type at a place there are, and where that is said: "three g4dn.xlarge", "c5.9xlarge x 6"."""
    for amount in message.amounts:
        is_count = amount.kind in {"machines", "count", "bare"} and amount.value == int(amount.value) and 1 <= amount.value < _MOST_COUNT
        if is_count and amount.start < start and _TIMES.fullmatch(message.text, min(_number_end(message, amount), start), start):
            return amount.value, amount.start, end
    behind = _COUNT_BEHIND.match(message.text, end)
    return (float(behind["count"]), start, behind.end()) if behind is not None else None


def _number_end(message: Message, amount: Amount) -> int:
    """Where the number itself ends, without the thing that it counts."""
    return amount.start + len(message.text[amount.start : amount.thing_start].rstrip()) if amount.thing else amount.end


def fact_beside_machine(stated: Stated, message: Message) -> str:
    """The fact that a quantity states in a sentence which tells of a machine in use: what nobody calls a target is how it does today."""
    sentence = message.sentence(stated.start, stated.end)
    tells = message.cues["stay_or_go"] or any(message.has(cue, *sentence) for cue in ("first_person", "owned", "nowadays", "present"))
    is_remark = message.has("which_goes_on", stated.end, stated.end + _REMARK)  # "1.8 s, which is fine" is how it does
    is_target = stated.standing == Modality.TARGET or (stated.standing == Modality.GOAL and not is_remark)
    return stated.fact if is_target or not tells else _AS_IT_IS.get(stated.fact, stated.fact)


def present_in(message: Message, used: Sequence[Span], machines: Sequence[tuple[int, int, bool]] = ()) -> Iterator[Present]:
    """Facts of the present that its amounts tell; those in `used` words state something else already.

    `machines`: where types in use are named, and whether they have an accelerator.
    """
    yield from _utilization(message, machines)
    is_used = overlaps(used)
    for amount, how, _ in told_in(message):
        clause = message.clauses.at(amount.start)
        if clause is not None and not (clause.is_statement and clause.is_of_workload):
            continue
        modality = Modality.NOW if clause is not None and clause.role in {"present", "log"} else how
        if modality in {Modality.NOW, Modality.BESIDE} and not is_used(amount.start, amount.end):
            yield from _told(message, amount, modality)


def _told(message: Message, amount: Amount, modality: Modality) -> Iterator[Present]:
    if amount.kind == "time" and amount.value >= _RUN:
        yield Present("current_run_hours", amount.value / _MS_PER_HOUR, amount.start, amount.end)
    elif amount.kind == "time" and not message.has("first_token", *message.clause(amount.start, amount.end)):
        yield Present("current_latency_ms", amount.value, amount.start, amount.end)
    elif amount.kind == "money" and modality == Modality.NOW and not amount.unit.startswith(("h", "d", "y")):
        begin, end = message.sentence(amount.start, amount.end)
        per_run = not amount.unit and message.has("a_run", begin, end)
        yield Present("current_usd_per_run" if per_run else "current_usd_per_month", amount.value, amount.start, amount.end)


def _utilization(message: Message, machines: Sequence[tuple[int, int, bool]]) -> Iterator[Present]:
    for share in (*_PERCENT.finditer(message.text), *_METRIC.finditer(message.text)):
        clause = message.clauses.at(share.start())
        if clause is not None and not clause.is_of_workload:
            continue
        found = _busy(message, *share.span()) or _busy_machine(message, *share.span(), machines)
        if found is not None:
            fact, start, end = found
            yield Present(fact, float(share["number"]), min(start, share.start()), max(end, share.end()))


def _busy_machine(message: Message, start: int, end: int, machines: Sequence[tuple[int, int, bool]]) -> tuple[str, int, int] | None:
    """A share that names nothing is of what does the work on the machine beside it: "2 x g4dn.xlarge at 60 %"."""
    begin, finish = message.sentence(start, end)
    if not (message.has("busy_at", max(begin, start - _AT), start) or message.has("busy_word", end, min(finish, end + _AT))):
        return None
    near = [one for one in machines if begin <= one[0] < finish]
    if not near:
        return None
    _, _, has_accelerator = min(near, key=lambda one: abs(one[0] - start))
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
