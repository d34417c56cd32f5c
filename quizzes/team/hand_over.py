"""The hand-over file: what one person can do, by knowledge point. A name only if given, the words of answers only if asked for."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from knowledge.schema.record import Record
from quizzes.course import Course
from quizzes.fsrs_formulas import recall_probability
from quizzes.item_dependencies import find_entry
from quizzes.learning_state import LearningState
from quizzes.lesson_path import next_stop, trace_path
from quizzes.practice_log import Askable, LogRow, rows_in_force
from quizzes.scheduling import Card

KIND: Final = "sizewise-hand-over"
VERSION: Final = 1
FIRM_RECALL: Final = 0.8
"""Expected recall from which a point that was right again counts as firm."""
_FIRM_STREAK: Final = 2
"""Right answers on so many days in a row."""
_MAX_NAME: Final = 80
_MAX_BYTES: Final = 4_000_000
Grip = Literal["firm", "once", "wrong"]
"""Right on two days in a row or more, and still expected to be known; right the last time; wrong the last time."""


class PointStanding(Record):
    """How one knowledge point stands."""

    point: str
    """As kind/id of the base."""
    lesson: str
    """The lesson that teaches it; "" for none."""
    asked: Annotated[int, msgspec.Meta(ge=0)]
    right: Annotated[int, msgspec.Meta(ge=0)]
    grip: Grip
    recall: Annotated[float, msgspec.Meta(ge=0, le=1)]
    """Expected share of right answers on the day of the file."""
    last: dt.date


class GivenAnswer(Record):
    """One answer, only in a file for which its person asked for that."""

    item: str
    day: dt.date
    verdict: str
    answer: Any


class HandOver(Record):
    """What one person can do."""

    kind: str
    version: int
    made: dt.date
    course: str
    """Id of the path."""
    name: Annotated[str, msgspec.Meta(max_length=_MAX_NAME)] = ""
    """Of the person; "" unless they gave it."""
    answered: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Answers in all."""
    days: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Days with an answer."""
    lessons_done: tuple[str, ...] = ()
    next_lesson: str = ""
    due: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Points due on the day of the file."""
    points: tuple[PointStanding, ...] = ()
    answers: tuple[GivenAnswer, ...] = ()


def build_hand_over(
    rows: Sequence[LogRow],
    state: LearningState,
    items: Iterable[Askable],
    course: Course,
    *,
    today: dt.date,
    name: str = "",
    with_answers: bool = False,
) -> HandOver:
    """The hand-over of a log on a day. Raises InputError for a name that is too long."""
    name = " ".join(name.split())
    if len(name) > _MAX_NAME:
        raise InputError(f"name: it has {len(name)} characters; give at most {_MAX_NAME}.")
    answers = [row for row in rows_in_force(rows) if row.kind == "answer"]
    scheduled = [row for row in answers if row.is_scheduled]
    asked = Counter(point for row in scheduled for point in row.points)
    right = Counter(point for row in scheduled if row.is_right for point in row.points)
    stops = trace_path(state, items, course)
    following = next_stop(stops)
    return HandOver(
        kind=KIND,
        version=VERSION,
        made=today,
        course=course.id,
        name=name,
        answered=len(answers),
        days=len({row.time.date() for row in answers}),
        lessons_done=tuple(stop.lesson for stop in stops if stop.progress_status == "done"),
        next_lesson=following.lesson if following is not None else "",
        due=len(state.points_due(today)),
        points=tuple(
            _point_standing(point, card, (asked[point], right[point]), course, today) for point, card in sorted(state.cards.items())
        ),
        answers=tuple(GivenAnswer(item=row.about, day=row.time.date(), verdict=row.verdict or "", answer=row.answer) for row in answers)
        if with_answers
        else (),
    )


def _point_standing(point: str, card: Card, counts: tuple[int, int], course: Course, today: dt.date) -> PointStanding:
    recall = 0.0 if card.is_pending else recall_probability(card.memory, max((today - card.day).days, 0))
    grip: Grip = "wrong" if card.is_pending else "firm" if card.streak >= _FIRM_STREAK and recall >= FIRM_RECALL else "once"
    lesson = course.find_lesson((point,)) or ""
    asked, right = counts
    return PointStanding(point=point, lesson=lesson, asked=asked, right=right, grip=grip, recall=round(recall, 3), last=card.day)


def parse_hand_over(data: bytes, where: str) -> HandOver:
    """The hand-over in a file that `where` names. Raises InputError with one line on what is wrong with it."""
    if len(data) > _MAX_BYTES:
        raise InputError(f"{where} is larger than the {_MAX_BYTES:,} bytes that such a file may have.")
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{where} is not JSON ({error}).") from None
    if not isinstance(raw, dict) or raw.get("kind") != KIND:
        raise InputError(f"{where} is no hand-over file. Make one with: sizewise quiz hand-over --out FILE.")
    if raw.get("version") != VERSION:
        version = quote_value(raw.get("version"))
        raise InputError(f"{where}: version {version} is of another Sizewise; this one reads version {VERSION}.")
    try:
        return msgspec.convert(raw, HandOver)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {error}.") from None


def point_title(point: str, knowledge: Knowledge) -> str:
    """Display name of a knowledge point; its id if the base has it no more."""
    return str(getattr(find_entry(point, knowledge), "name", "") or point.partition("/")[2] or point)
