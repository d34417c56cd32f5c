"""Several workloads in one message: where the words of one end and those of the next begin."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Final

from engine.intake.message import Message
from engine.intake.patterns import Found
from engine.lazy_pattern import lazy_pattern

LOADS: Final = frozenset(
    {
        "requests_per_second",
        "peak_requests_per_second",
        "items_per_run",
        "runs_per_month",
        "rows",
        "columns",
        "dataset_gb",
        "latency_p99_ms",
        "training_deadline_hours",
        "training_tokens_b",
        "epochs",
        "concurrency",
        "time_to_first_token_ms",
    }
)
"""Facts that are of one workload, not of a team or a model: a part without any of them is no workload of its own."""
_NUMBERED: Final = lazy_pattern(
    r"\b(?P<noun>version|variant|case|workload|job|scenario|model|service|setup|part|task|project)\s+(?P<first>one|1|a|i)\s*[:=–-].{1,2000}?"
    r"(?P<next>\b(?P=noun)\s+(?:two|2|b|ii)\s*[:=–-])",
    re.IGNORECASE | re.DOTALL,
)
"""Two that are numbered: "Version one: … Version two: …"."""
FactsOf = Callable[[str], AbstractSet[str]]
_SEPARATE: Final = {
    "training": "training",
    "fine-tuning": "training",
    "preprocessing": "preprocessing",
    "inference": "inference",
    "experimentation": "experimentation",
}
"""Stages that make a workload of their own -> the kind of work; a fine-tuning is a training here."""
_RATES: Final = frozenset({"requests_per_second", "peak_requests_per_second"})
_BREAK: Final = lazy_pattern(
    r"(?<=[.!?;:])\s|\n|\s(?=\(?[a-d\d][).]\s)|,\s*(?=(?:then|afterwards|after that|later|and then)\b)|\bafterwards\b"
    r"|,\s*(?=(?:and\s+)?an?\s|same\s)|\bthe second\b|\bdifferent thing\b",
    re.IGNORECASE,
)


def parts_of(message: Message, stages: Sequence[Found], stated: AbstractSet[str], facts_of: FactsOf) -> list[tuple[int, int]]:
    """The parts of a message that each speak of one workload; one part, the whole, where there is only one.

    `stages` are the places that name a stage, `stated` the facts that quantities of the message state; `facts_of` gives them for a part.
    """
    whole = [(0, len(message.text))]
    numbered = _NUMBERED.search(message.text)
    if numbered is not None:
        halves = [(0, numbered.start("next")), (numbered.start("next"), len(message.text))]
        if all(LOADS & facts_of(message.text[begin:end]) for begin, end in halves):
            return halves
    mixed = stated >= {"items_per_run", "requests_per_second"} or stated >= {"items_per_run", "peak_requests_per_second"}
    named = {_SEPARATE[one.value] for one in stages if one.value in _SEPARATE}
    mixed = mixed or (named & {"training", "preprocessing"} != set() and bool(stated & _RATES))
    if not mixed and len(named) <= 1:
        return whole
    parts = _pieces(message, stages, facts_of if mixed else None)
    kinds = {kind for _, _, kind in parts}
    loaded = [
        bool(LOADS & facts_of(message.text[begin:end])) or (index > 1 and kind == "experimentation")
        for index, (begin, end, kind) in enumerate(parts)
    ]
    if not 1 < len(parts) == len(kinds) or not all(loaded):
        return whole
    return [(begin, end) for begin, end, _ in parts]


def _pieces(message: Message, stages: Sequence[Found], facts_of: FactsOf | None) -> list[tuple[int, int, str | None]]:
    """Sentences, each joined to the one before where it names no other kind of work."""
    bounds = [0, *sorted({match.end() for match in _BREAK.finditer(message.text)}), len(message.text)]
    parts: list[tuple[int, int, str | None]] = []
    for begin, end in pairwise(bounds):
        if not message.text[begin:end].strip():
            continue
        kind = _kind_of(begin, end, message, stages)
        if facts_of is not None and kind in (None, "inference"):
            kind = _load_of(facts_of(message.text[begin:end])) or kind
        last = parts[-1] if parts else None
        if last is not None and (kind is None or last[2] is None or kind == last[2]):
            parts[-1] = (last[0], end, last[2] or kind)
        else:
            parts.append((begin, end, kind))
    return parts


def _load_of(facts: AbstractSet[str]) -> str | None:
    """A run over many items and requests that come one by one are two workloads, even of one model."""
    if "items_per_run" in facts:
        return "batch"
    return "inference" if facts & _RATES else None


def _kind_of(begin: int, end: int, message: Message, stages: Sequence[Found]) -> str | None:
    said = {_SEPARATE[one.value] for one in stages if one.value in _SEPARATE and begin <= message.span(one)[0] < end}
    return said.pop() if len(said) == 1 else None
