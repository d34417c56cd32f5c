"""Typed answers that a learner marked otherwise than the grader: candidates for aliases, and traces of a key that says too much."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from knowledge.schema.record import Record
from quizzes.grading import Graded, grade
from quizzes.grading.rubric import Verdict
from quizzes.item import Item, Typed
from quizzes.log import Row, standing

_BY: Final = "marked_by"
_LEARNER: Final = "learner"


class Overruled(Record):
    """One answer, on which grader and learner differ to this day."""

    item: str
    question: str
    answer: str
    grader: Verdict
    """Today's verdict: what the rubric has learned since is left out."""
    learner: Literal["correct", "incorrect"]
    missing: tuple[str, ...]
    """Concepts that the grader did not find: where an alias would belong."""
    contradicted: tuple[str, ...]
    times: int
    """How often it was given and marked so."""
    last: dt.datetime


def by_learner(words: object, grader: Verdict) -> dict[str, Any]:
    """What the log keeps of an answer that its writer marked: the words, and what the grader had said."""
    return {"text": words, _BY: _LEARNER, "grader": grader}


def overruled(rows: Iterable[Row], items: Mapping[str, Item]) -> tuple[Overruled, ...]:
    """Every answer in words that was marked by its learner and is graded otherwise still, item by item, the most frequent first."""
    found: dict[tuple[str, str, bool], Overruled] = {}
    for row in standing(rows):
        item, words = items.get(row.about), _words_of(row)
        if words is None or not isinstance(item, Typed):
            continue
        key = row.about, " ".join(words.split()).casefold(), row.right
        before = found.get(key)
        if before is not None:
            found[key] = msgspec.structs.replace(before, times=before.times + 1, last=row.time)
        elif (told := _told(item, words, grade(item, words), row)) is not None:
            found[key] = told
    return tuple(sorted(found.values(), key=lambda one: (one.item, -one.times, one.answer)))


def _words_of(row: Row) -> str | None:
    """The words of an answer that its writer marked; None for any other row."""
    answer = row.answer
    if row.kind != "answer" or not isinstance(answer, dict) or answer.get(_BY) != _LEARNER:
        return None
    words = answer.get("text")
    return words if isinstance(words, str) else None


def _told(item: Typed, words: str, graded: Graded, row: Row) -> Overruled | None:
    if (graded.verdict == "correct") == row.right and graded.verdict != "unsure":
        return None
    return Overruled(
        item=item.id,
        question=item.stem,
        answer=words,
        grader=graded.verdict,
        learner="correct" if row.right else "incorrect",
        missing=graded.missing,
        contradicted=graded.contradicted,
        times=1,
        last=row.time,
    )
