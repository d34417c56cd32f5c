"""The columns of a table of items, under our names and those of other programs; and how cells are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from quizzes.display_order import LETTERS

SINGLE: Final = (
    "id", "bank", "part", "type", "exams", "task", "difficulty", "confusable", "scenario", "stem", "right", "extra", "principle", "sources",
    "stands_on", "asks", "twins", "cues", "hints", "rubric",
)  # fmt: skip
"""Columns that occur once."""
FIRST: Final = SINGLE[: SINGLE.index("right")]
"""Those before the numbered columns."""
LAST: Final = SINGLE[len(FIRST) :]
LISTS: Final = ("exams", "sources", "stands_on", "cues", "hints", "extra")
"""Columns whose cells hold several values, separated by |."""
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
_MAX_OPTIONS: Final = 26
"""Options that have letters."""


class Column(NamedTuple):
    """What a column holds."""

    name: str
    """One of SINGLE, or option, why, prompt."""
    number: int
    """The option's number, from 1; 0 for a column that occurs once."""
    ours: bool
    """True if the name is the one we write."""


def parse_column(head: str) -> Column | None:
    """What the column with that head holds; None for an unknown head."""
    plain = re.sub(r"[^a-z0-9]+", "_", head.strip().lower()).strip("_")
    if plain in SINGLE:
        return Column(plain, 0, ours=True)
    alias = next((name for name, others in _ALIASES.items() if plain in others), None)
    if alias:
        return Column(alias, 0, ours=False)
    for name, pattern in (("why", _WHY), ("prompt", _PROMPT), ("option", _OPTION)):
        if (found := pattern.fullmatch(plain)) and (number := _option_number(found[1])) <= _MAX_OPTIONS:
            return Column(name, number, ours=plain == f"{name}_{number}")
    return None


def column_heads(options: int, prompts: int) -> list[str]:
    """The heads of a table whose items have at most so many options and prompts."""
    numbered = [
        f"{name}_{number}"
        for number in range(1, options + 1)
        for name in ("prompt", "option", "why")
        if name != "prompt" or number <= prompts
    ]
    return [*FIRST, *numbered, *LAST]


def join_cell(values: Sequence[str]) -> str:
    """Several values in one cell."""
    return " | ".join(value.replace("\\", "\\\\").replace("|", "\\|") for value in values)


def split_cell(cell: str) -> list[str]:
    """The values of a cell that `join_cell` wrote."""
    parts: list[str] = [""]
    for piece in re.findall(r"\\[\\|]|\||[^\\|]+|\\", cell):
        if piece == "|":
            parts.append("")
        else:
            parts[-1] += piece[1:] if piece in {"\\\\", "\\|"} else piece
    return [part.strip() for part in parts if part.strip()]


def _option_number(label: str) -> int:
    return int(label) if label.isdigit() else LETTERS.index(label) + 1
