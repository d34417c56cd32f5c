"""Typed answers whose learner overruled the grader: candidates for aliases, and signs of a key that says too much."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from knowledge.schema.record import Record
from quizzes.grading import Graded, grade
from quizzes.grading.rubric import Verdict
from quizzes.item import Item, Typed
from quizzes.practice_log import LogRow, rows_in_force

_BY: Final = "marked_by"
_LEARNER: Final = "learner"


class Overruled(Record):
    """One answer on which grader and learner still disagree."""

    item: str
    question: str
    answer: str
    grader: Verdict
    """Today's verdict; answers that the rubric has since learned to grade are left out."""
    learner: Literal["correct", "incorrect"]
    missing: tuple[str, ...]
    """Concepts that the grader did not find: where an alias may be missing."""
    contradicted: tuple[str, ...]
    times: int
    """How often it was given and marked so."""
    last: dt.datetime


def self_marked_answer(words: object, grader: Verdict) -> dict[str, Any]:
    """What the log stores of an answer marked by its learner: the words and the grader's verdict."""
    return {"text": words, _BY: _LEARNER, "grader": grader}


def list_disputed_grades(rows: Iterable[LogRow], items: Mapping[str, Item]) -> tuple[Overruled, ...]:
    """Every typed answer that its learner marked and that is still graded otherwise, by item, the most frequent first."""
    found: dict[tuple[str, str, bool], Overruled] = {}
    for row in rows_in_force(rows):
        item, words = items.get(row.about), _self_marked_words(row)
        if words is None or not isinstance(item, Typed):
            continue
        key = row.about, " ".join(words.split()).casefold(), row.is_right
        before = found.get(key)
        if before is not None:
            found[key] = msgspec.structs.replace(before, times=before.times + 1, last=row.time)
        elif (told := _dispute_of(item, words, grade(item, words), row)) is not None:
            found[key] = told
    return tuple(sorted(found.values(), key=lambda one: (one.item, -one.times, one.answer)))


def _self_marked_words(row: LogRow) -> str | None:
    """The words of an answer marked by its learner; None for any other row."""
    answer = row.answer
    if row.kind != "answer" or not isinstance(answer, dict) or answer.get(_BY) != _LEARNER:
        return None
    words = answer.get("text")
    return words if isinstance(words, str) else None


def _dispute_of(item: Typed, words: str, graded: Graded, row: LogRow) -> Overruled | None:
    if (graded.verdict == "correct") == row.is_right and graded.verdict != "unsure":
        return None
    return Overruled(
        item=item.id,
        question=item.stem,
        answer=words,
        grader=graded.verdict,
        learner="correct" if row.is_right else "incorrect",
        missing=graded.missing,
        contradicted=graded.contradicted,
        times=1,
        last=row.time,
    )
