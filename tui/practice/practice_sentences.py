"""Sentences of practice, from `knowledge/data/wording/practice.yaml`."""

from __future__ import annotations

import math
from typing import Final

from knowledge import Knowledge
from knowledge.sentences import fill_sentence
from quizzes.exam import Confidence
from tui.views.choice import Choice

_MINUTE: Final = 60
_IN_SECONDS: Final = 5
"""Minutes below which the time left is shown in seconds."""
_LEVELS: Final[tuple[Confidence, ...]] = (1, 2, 3)


def practice_sentence(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return fill_sentence(knowledge, "practice", key, **values)


def confidence_choices(knowledge: Knowledge) -> list[Choice]:
    """The choices guessed, fairly sure, sure."""
    return [Choice(practice_sentence(knowledge, f"sure_{level}"), str(level), mark=str(level)) for level in _LEVELS]


def parse_confidence(word: str, knowledge: Knowledge) -> Confidence | None:
    """The confidence meant by a number or its word in lower case; None for anything else."""
    return next((level for level in _LEVELS if word in (str(level), practice_sentence(knowledge, f"sure_{level}").lower())), None)


def format_time_left(seconds: float, knowledge: Knowledge) -> str:
    """The time left of an exam in words, never below zero."""
    if seconds < _IN_SECONDS * _MINUTE:
        return practice_sentence(knowledge, "exam_left_seconds", left=max(math.ceil(seconds), 0))
    return practice_sentence(knowledge, "exam_left_minutes", left=math.ceil(seconds / _MINUTE))
