"""Sentences of practice, from `knowledge/data/wording/practice.yaml`."""

from __future__ import annotations

import math
import re
from typing import Final

from knowledge import Knowledge
from knowledge.sentences import fill_sentence
from quizzes.exam import Confidence
from tui.views.choice import Choice

_MINUTE: Final = 60
_IN_SECONDS: Final = 5
"""Minutes below which the time left is shown in seconds."""
_LETTER_AND_WORDS: Final = re.compile(r"([A-Za-z])\)?\s+(\S.*)")
_LEVELS: Final[tuple[Confidence, ...]] = (1, 2, 3)


def practice_sentence(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return fill_sentence(knowledge, "practice", key, **values)


def confidence_choices(knowledge: Knowledge) -> list[Choice]:
    """The choices guessed, fairly sure, sure."""
    return [Choice(practice_sentence(knowledge, f"sure_{level}"), str(level), mark=str(level)) for level in _LEVELS]


def parse_confidence(word: str, knowledge: Knowledge) -> Confidence | None:
    """The confidence meant by a number or by words in lower case, such as "pretty sure"; None for anything else."""
    word = word.strip(" .!,")
    for level in _LEVELS:
        also = practice_sentence(knowledge, f"sure_also_{level}").split(", ")
        if word in (str(level), practice_sentence(knowledge, f"sure_{level}").lower(), *also):
            return level
    return None


def split_confidence(answer: str, knowledge: Knowledge) -> tuple[str, Confidence | None]:
    """An answer, and the confidence said in words behind it: "b, pretty sure", "a serverless endpoint, sure". None where none is said."""
    head, comma, tail = answer.rpartition(",")
    if not comma and (found := _LETTER_AND_WORDS.fullmatch(answer.strip())):
        head, tail = found.groups()
    level = parse_confidence(" ".join(tail.lower().split()), knowledge)
    is_said = level is not None and head.strip() and not tail.strip().isdigit()
    return (head.strip(), level) if is_said else (answer, None)


def format_time_left(seconds: float, knowledge: Knowledge) -> str:
    """The time left of an exam in words, never below zero."""
    if seconds < _IN_SECONDS * _MINUTE:
        return practice_sentence(knowledge, "exam_left_seconds", left=max(math.ceil(seconds), 0))
    return practice_sentence(knowledge, "exam_left_minutes", left=math.ceil(seconds / _MINUTE))
