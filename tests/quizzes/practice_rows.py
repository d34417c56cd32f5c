"""Items and answers for the tests of learning."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import msgspec
from hypothesis import strategies as st

from knowledge.schema.record import Record
from quizzes.practice_log import LogRow, Verdict, answer_row, flag_row, lesson_row, suspension_row, undo_row

START = dt.datetime(2026, 10, 1, 18, 0, tzinfo=dt.UTC)
VERDICTS: tuple[Verdict, ...] = ("correct", "partial", "incorrect", "unsure", "timeout", "unknown")


class Question(Record):
    """As little of an item as learning needs."""

    id: str
    type: str = "choice"
    exams: tuple[str, ...] = ("mla-c01",)
    task: str = "3.1"
    difficulty: int = 3
    stands_on: tuple[str, ...] = ("glossary/spot",)
    confusable: str = ""
    stem: str = "Which?"


def at(days: float = 0, minutes: float = 0) -> dt.datetime:
    """A moment counted from an evening."""
    return START + dt.timedelta(days=days, minutes=minutes)


def answer(
    question: Question, days: float = 0, verdict: Verdict = "correct", *, confidence: int | None = None, part: int | None = None
) -> LogRow:
    """An answer so many days after the first evening."""
    return answer_row(question, time=at(days), verdict=verdict, answer="a", mode="learn", confidence=confidence, part=part, seconds=30)


def numbered(rows: Sequence[LogRow]) -> list[LogRow]:
    """Rows as the log numbers them."""
    return [msgspec.structs.replace(row, seq=seq) for seq, row in enumerate(rows, 1)]


QUESTIONS = tuple(
    Question(
        id=f"item-{number}", type=("choice", "matching", "typed")[number % 3], stands_on=(f"glossary/p{number % 4}", f"ideas/p{number % 3}")
    )
    for number in range(8)
)


# Made once: to make a strategy anew for each row takes longer than to draw from it.
_GAPS = st.sampled_from([0.01, 0.5, 3, 9, 24, 24, 50, 400, -1, -40, -2000])
_KINDS = st.sampled_from(["answer"] * 8 + ["undo", "flag", "suspend", "lesson"])
_ASKED = st.sampled_from(QUESTIONS)
_GIVEN = st.sampled_from(VERDICTS)
_SURE = st.sampled_from([None, 1, 2, 3])
_TEXTS = st.text(max_size=5)
_ON = st.booleans()


@st.composite
def histories(draw: st.DrawFn, most: int = 40) -> list[LogRow]:
    """What somebody did over some months, with clocks that are set back, undos, flags and lessons."""
    rows: list[LogRow] = []
    hours = 0.0
    for _ in range(draw(st.integers(0, most))):
        hours = max(hours + draw(_GAPS), -20000)
        rows.append(_row(draw, START + dt.timedelta(hours=hours), [seq for seq, row in enumerate(rows, 1) if row.kind == "answer"]))
    return numbered(rows)


def _row(draw: st.DrawFn, time: dt.datetime, answers: list[int]) -> LogRow:
    kind, question = draw(_KINDS), draw(_ASKED)
    if kind == "undo" and answers:
        return undo_row(draw(st.sampled_from(answers)), time=time)
    if kind == "flag":
        return flag_row(question.id, time=time, on=draw(_ON))
    if kind == "suspend":
        return suspension_row(question.stands_on[0], time=time, on=draw(_ON))
    if kind == "lesson":
        return lesson_row("cpu-against-gpu", time=time)
    return answer_row(question, time=time, verdict=draw(_GIVEN), answer=draw(_TEXTS), mode="learn", confidence=draw(_SURE))
