"""The sentences of the practice screen, from `knowledge/data/wording/practice.yaml`."""

from __future__ import annotations

import math
from typing import Final

from knowledge import Knowledge
from knowledge.sentences import sentence
from quizzes.exam import Confidence
from tui.views.choice import Choice

_MINUTE: Final = 60
_IN_SECONDS: Final = 5
"""Minutes from which the time left is said in seconds."""
_LEVELS: Final[tuple[Confidence, ...]] = (1, 2, 3)


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return sentence(knowledge, "practice", key, **values)


def levels(knowledge: Knowledge) -> list[Choice]:
    """Guessed, fairly sure, sure."""
    return [Choice(say(knowledge, f"sure_{level}"), str(level), mark=str(level)) for level in _LEVELS]


def level_of(word: str, knowledge: Knowledge) -> Confidence | None:
    """How sure somebody is, from a number or the word for it in lower case; None for anything else."""
    return next((level for level in _LEVELS if word in (str(level), say(knowledge, f"sure_{level}").lower())), None)


def time_left(seconds: float, knowledge: Knowledge) -> str:
    """The time that is left of an exam, in words; none below zero."""
    if seconds < _IN_SECONDS * _MINUTE:
        return say(knowledge, "exam_left_seconds", left=max(math.ceil(seconds), 0))
    return say(knowledge, "exam_left_minutes", left=math.ceil(seconds / _MINUTE))
