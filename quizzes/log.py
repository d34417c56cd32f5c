"""What is kept of practice: one row per answer, flag or undo, in the order it happened. Rows are added, never changed."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from hashlib import blake2b
from typing import Annotated, Any, Final, Literal, Protocol, TypeVar

import msgspec

from knowledge.errors import InputError, shown
from knowledge.schema.record import Record

SCHEMA: Final = 1
"""Of a row. It stands in each one, so that a later Sizewise knows how to read it."""
Kind = Literal["answer", "undo", "flag", "unflag", "suspend", "resume", "lesson"]
Verdict = Literal["correct", "partial", "incorrect", "unsure", "timeout", "unknown"]
"""What a grader says, and two that need none: the time was over, or "I don't know"."""
Mode = Literal["learn", "review", "exam", "drill", "path"]
MODES: Final[tuple[Mode, ...]] = ("learn", "review", "exam", "drill", "path")
_MOST_SURE: Final = 3
Line = TypeVar("Line", bound="Fact")


class Askable(Protocol):
    """What scheduling has to know of an item."""

    @property
    def id(self) -> str:
        """Stays the same when the item is edited."""

    @property
    def type(self) -> str:
        """The form of the question."""

    @property
    def exams(self) -> tuple[str, ...]:
        """Exams that ask it; none for one beyond."""

    @property
    def task(self) -> str:
        """Task statement of the live exam."""

    @property
    def difficulty(self) -> int:
        """1 to 5."""

    @property
    def stands_on(self) -> tuple[str, ...]:
        """The knowledge points it tests, as kind/id."""

    @property
    def confusable(self) -> str:
        """Its set of things that are mixed up; empty for none."""


class Fact(Record):
    """What a line of the log says to the schedule."""

    seq: int = 0
    """Its place in the log, from 1; 0 until it is kept."""
    time: dt.datetime
    """In UTC."""
    kind: Kind
    about: str
    """An item's id (answer, flag, unflag), a point (suspend, resume), a lesson's id, or the `seq` that an undo takes back."""
    part: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """Which question of a case, from 0."""
    type: str = ""
    points: tuple[str, ...] = ()
    """The knowledge points that the answer was about, as the item named them that day."""
    verdict: Verdict | None = None

    @property
    def right(self) -> bool:
        """True where an exam would count the answer."""
        return self.verdict == "correct"

    @property
    def counts(self) -> bool:
        """True for an answer with a verdict to learn from; an unsure grader says nothing either way."""
        return self.kind == "answer" and self.verdict != "unsure"


class Row(Fact):
    """One line of the log."""

    content: str = ""
    """Hash of the item as it was asked."""
    task: str = ""
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    answer: Any = None
    """As it was given: anything that JSON can hold."""
    score: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    confidence: Annotated[int, msgspec.Meta(ge=1, le=3)] | None = None
    """Guessed, fairly sure, sure; given before the feedback. None where it was not asked."""
    seconds: Annotated[float, msgspec.Meta(ge=0)] | None = None
    """Time taken."""
    mode: Mode | None = None
    schema: int = SCHEMA
    algorithm: str = ""
    """What scheduled when the row was kept, with its version."""


def answered(
    item: Askable,
    *,
    time: dt.datetime,
    verdict: Verdict,
    answer: object,
    mode: Mode,
    score: float | None = None,
    confidence: int | None = None,
    seconds: float | None = None,
    part: int | None = None,
    points: tuple[str, ...] | None = None,
) -> Row:
    """A row for an answer, not kept yet; `score` is 1 for a right one and 0 otherwise, `points` are all of the item's, unless given.

    A negative duration, of a clock that was set back, is not kept. Raises InputError for a time without a zone and for values
    out of range.
    """
    score = float(verdict == "correct") if score is None else score
    if not 0 <= score <= 1:
        raise InputError(f"score: {shown(score)} is out of range; give a share from 0 to 1.")
    if confidence is not None and confidence not in range(1, _MOST_SURE + 1):
        raise InputError(f"confidence: {shown(confidence)} is out of range; give 1 (guessed), 2 (fairly sure) or 3 (sure).")
    if mode not in MODES:
        raise InputError(f"mode: there is no {shown(mode)}; give one of {', '.join(MODES)}.")
    return Row(
        time=in_utc(time),
        kind="answer",
        about=item.id,
        part=part,
        content=content_of(item),
        type=item.type,
        task=item.task,
        difficulty=item.difficulty,
        points=tuple(dict.fromkeys(item.stands_on)) if points is None else points,
        answer=answer,
        verdict=verdict,
        score=score,
        confidence=confidence,
        seconds=seconds if seconds is not None and math.isfinite(seconds) and seconds >= 0 else None,
        mode=mode,
    )


def flagged(item: str, *, time: dt.datetime, on: bool = True) -> Row:
    """A row that marks an item as bad, or takes the mark off."""
    return Row(time=in_utc(time), kind="flag" if on else "unflag", about=item)


def suspended(point: str, *, time: dt.datetime, on: bool = True) -> Row:
    """A row that leaves a knowledge point out, or brings it back."""
    return Row(time=in_utc(time), kind="suspend" if on else "resume", about=point)


def lesson_read(lesson: str, *, time: dt.datetime) -> Row:
    """A row that says a lesson was read to its end."""
    return Row(time=in_utc(time), kind="lesson", about=lesson)


def taken_back(seq: int, *, time: dt.datetime) -> Row:
    """A row that takes the answer `seq` back."""
    return Row(time=in_utc(time), kind="undo", about=str(seq))


def in_utc(time: dt.datetime) -> dt.datetime:
    """The same moment in UTC. Raises InputError for a time that does not say its zone."""
    if time.tzinfo is None:
        raise InputError(f"time: {time.isoformat()} has no zone; give one in UTC.")
    return time.astimezone(dt.UTC)


def content_of(item: object) -> str:
    """A short hash of all that an item says, so that a row tells which wording was asked."""
    return blake2b(msgspec.json.encode(item, enc_hook=repr), digest_size=8).hexdigest()


def standing(rows: Iterable[Line]) -> list[Line]:
    """The rows that hold: without undo rows and what they took back."""
    kept = list(rows)
    gone = undone(kept)
    return [row for row in kept if row.kind != "undo" and row.seq not in gone]


def undone(rows: Iterable[Fact]) -> frozenset[int]:
    """The `seq` of every answer that was taken back."""
    return frozenset(int(row.about) for row in rows if row.kind == "undo" and row.about.isascii() and row.about.isdigit())
