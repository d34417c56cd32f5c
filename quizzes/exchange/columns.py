"""The columns of a table of items: our own, and what others call them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from quizzes.order import LETTERS

SINGLE: Final = (
    "id", "bank", "part", "type", "exams", "task", "difficulty", "confusable", "scenario", "stem", "right", "extra", "principle", "sources",
    "stands_on", "asks", "cues", "hints", "rubric",
)  # fmt: skip
"""Columns that stand once."""
FIRST: Final = SINGLE[: SINGLE.index("right")]
"""Those before the numbered columns."""
LAST: Final = SINGLE[len(FIRST) :]
LISTS: Final = ("exams", "sources", "stands_on", "cues", "hints", "extra")
"""Columns whose cells hold several values with | between them."""
_ALIASES: Final = {
    "stem": ("question", "question_text", "questiontext", "prompt", "text", "front", "q"),
    "right": ("answer", "correct", "correct_answer", "correct_answers", "correct_option", "right_answer", "key", "answers", "back"),
    "principle": ("explanation", "feedback", "rationale", "general_feedback", "reason"),
    "id": ("name", "identifier", "question_id"),
    "exams": ("exam",),
    "sources": ("source", "reference"),
    "hints": ("hint",),
    "type": ("question_type", "kind"),
}  # fmt: skip
_OPTION: Final = re.compile(r"(?:(?:option|choice|answer|opt|distractor)_?)?([a-h]|[1-9]\d?)")
_WHY: Final = re.compile(r"(?:why|feedback|explanation|rationale|reason)_?([a-h]|[1-9]\d?)")
_PROMPT: Final = re.compile(r"(?:prompt|premise)_?([a-h]|[1-9]\d?)")
_MOST: Final = 26
"""Options that have letters."""


class Column(NamedTuple):
    """What a column holds."""

    name: str
    """One of SINGLE, or option, why, prompt."""
    number: int
    """Which option, from 1; 0 for a column that stands once."""
    ours: bool
    """Whether it bears the name we write."""


def column(head: str) -> Column | None:
    """What the column with that head holds; None for one that items have no place for."""
    plain = re.sub(r"[^a-z0-9]+", "_", head.strip().lower()).strip("_")
    if plain in SINGLE:
        return Column(plain, 0, ours=True)
    alias = next((name for name, others in _ALIASES.items() if plain in others), None)
    if alias:
        return Column(alias, 0, ours=False)
    for name, pattern in (("why", _WHY), ("prompt", _PROMPT), ("option", _OPTION)):
        if (found := pattern.fullmatch(plain)) and (number := _number(found[1])) <= _MOST:
            return Column(name, number, ours=plain == f"{name}_{number}")
    return None


def heads(options: int, prompts: int) -> list[str]:
    """The heads of a table whose items have at most so many options and prompts."""
    numbered = [
        f"{name}_{number}"
        for number in range(1, options + 1)
        for name in ("prompt", "option", "why")
        if name != "prompt" or number <= prompts
    ]
    return [*FIRST, *numbered, *LAST]


def joined(values: Sequence[str]) -> str:
    """Several values in one cell."""
    return " | ".join(value.replace("\\", "\\\\").replace("|", "\\|") for value in values)


def parted(cell: str) -> list[str]:
    """The values of a cell that `joined` wrote."""
    parts: list[str] = [""]
    for piece in re.findall(r"\\[\\|]|\||[^\\|]+|\\", cell):
        if piece == "|":
            parts.append("")
        else:
            parts[-1] += piece[1:] if piece in {"\\\\", "\\|"} else piece
    return [part.strip() for part in parts if part.strip()]


def _number(label: str) -> int:
    return int(label) if label.isdigit() else LETTERS.index(label) + 1
