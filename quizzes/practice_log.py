"""The learner's log: one row per answer, flag or undo, in order. Rows are added, never changed."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from hashlib import blake2b
from typing import Annotated, Any, Final, Literal, Protocol, TypeVar

import msgspec

from knowledge.errors import InputError, quote_value
from knowledge.schema.record import Record

SCHEMA: Final = 1
"""Version of a row, stored in each one."""
Kind = Literal["answer", "undo", "flag", "unflag", "suspend", "resume", "lesson"]
Verdict = Literal["correct", "partial", "incorrect", "unsure", "timeout", "unknown"]
"""A grader's verdict, or `timeout` and `unknown` ("I don't know"), which need no grader."""
DRILL_PREFIX: Final = "drill-"
"""Beginning of the ids of drills, which count towards no exam and need not be listed to tell that an id is of none."""
Mode = Literal["learn", "review", "exam", "drill", "path"]
MODES: Final[tuple[Mode, ...]] = ("learn", "review", "exam", "drill", "path")
GUESSED: Final = 1
"""The least confidence."""
_MOST_SURE: Final = 3
Line = TypeVar("Line", bound="ScheduleRow")


class Askable(Protocol):
    """What scheduling needs to know of an item."""

    @property
    def id(self) -> str:
        """Stays the same when the item is edited."""

    @property
    def type(self) -> str:
        """Type of the question."""

    @property
    def exams(self) -> tuple[str, ...]:
        """Exams that ask it; empty for an item beyond all exams."""

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
        """Its set of easily confused things; empty for none."""


class ScheduleRow(Record):
    """The fields of a log row that the schedule needs."""

    seq: int = 0
    """Number of the row, from 1; 0 until it is stored."""
    time: dt.datetime
    """In UTC."""
    kind: Kind
    about: str
    """Item id (answer, flag, unflag), point (suspend, resume), lesson id, or the `seq` that an undo takes back."""
    part: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """Number of the question within its case, from 0."""
    type: str = ""
    points: tuple[str, ...] = ()
    """The knowledge points the answer was about, as the item named them that day."""
    verdict: Verdict | None = None
    confidence: Annotated[int, msgspec.Meta(ge=1, le=3)] | None = None
    """Guessed, fairly sure, sure; given before the feedback. None if it was not asked."""

    @property
    def is_right(self) -> bool:
        """True if an exam would count the answer."""
        return self.verdict == "correct"

    @property
    def is_scheduled(self) -> bool:
        """True for an answer that moves the schedule; an unsure verdict does not."""
        return self.kind == "answer" and self.verdict != "unsure"


class LogRow(ScheduleRow):
    """A row of the log."""

    content: str = ""
    """Hash of the item as it was asked."""
    task: str = ""
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    answer: Any = None
    """As given: anything that JSON can hold."""
    score: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    seconds: Annotated[float, msgspec.Meta(ge=0)] | None = None
    """Time taken."""
    mode: Mode | None = None
    schema: int = SCHEMA
    algorithm: str = ""
    """The scheduler that was in use, with its version."""


def answer_row(
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
) -> LogRow:
    """A row for an answer; `score` defaults to 1 for a right answer and 0 otherwise, `points` to all points of the item.

    A negative duration, as of a clock that was set back, is dropped. Raises InputError for a time without a zone and for values out of
    range.
    """
    score = float(verdict == "correct") if score is None else score
    if not 0 <= score <= 1:
        raise InputError(f"score: {quote_value(score)} is out of range; give a share from 0 to 1.")
    if confidence is not None and confidence not in range(1, _MOST_SURE + 1):
        raise InputError(f"confidence: {quote_value(confidence)} is out of range; give 1 (guessed), 2 (fairly sure) or 3 (sure).")
    if mode not in MODES:
        raise InputError(f"mode: there is no {quote_value(mode)}; give one of {', '.join(MODES)}.")
    return LogRow(
        time=to_utc(time),
        kind="answer",
        about=item.id,
        part=part,
        content=content_hash(item),
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


def flag_row(item: str, *, time: dt.datetime, on: bool = True) -> LogRow:
    """A row that flags an item as bad, or removes the flag."""
    return LogRow(time=to_utc(time), kind="flag" if on else "unflag", about=item)


def suspension_row(point: str, *, time: dt.datetime, on: bool = True) -> LogRow:
    """A row that suspends a knowledge point, or resumes it."""
    return LogRow(time=to_utc(time), kind="suspend" if on else "resume", about=point)


def lesson_row(lesson: str, *, time: dt.datetime) -> LogRow:
    """A row for a lesson that was read to its end."""
    return LogRow(time=to_utc(time), kind="lesson", about=lesson)


def undo_row(seq: int, *, time: dt.datetime) -> LogRow:
    """A row that takes back the answer `seq`."""
    return LogRow(time=to_utc(time), kind="undo", about=str(seq))


def to_utc(time: dt.datetime) -> dt.datetime:
    """The same moment in UTC. Raises InputError for a time without a zone."""
    if time.tzinfo is None:
        raise InputError(f"time: {time.isoformat()} has no zone; give one in UTC.")
    return time.astimezone(dt.UTC)


def content_hash(item: object) -> str:
    """A short hash of an item, so that a row tells which wording was asked."""
    return blake2b(msgspec.json.encode(item, enc_hook=repr), digest_size=8).hexdigest()


def rows_in_force(rows: Iterable[Line]) -> list[Line]:
    """The rows without undo rows and what they took back."""
    kept = list(rows)
    gone = undone_seqs(kept)
    return [row for row in kept if row.kind != "undo" and row.seq not in gone]


def undone_seqs(rows: Iterable[ScheduleRow]) -> frozenset[int]:
    """The `seq` of every answer taken back."""
    return frozenset(int(row.about) for row in rows if row.kind == "undo" and row.about.isascii() and row.about.isdigit())
