"""What one person hands over, and what several files say of a team."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence

import msgspec
import pytest

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.course import Course
from quizzes.learning_state import rebuild_state
from quizzes.practice_log import LogRow
from quizzes.team import HandOver, PointStanding, build_hand_over, build_team_report, parse_hand_over
from quizzes.team.hand_over import KIND, VERSION
from quizzes.team.team_report import MIN_POINTS
from tests.quizzes.practice_rows import START, Question, answer, numbered

SPOT = Question(id="spot", stands_on=("purchases/spot",))
LAMBDA = Question(id="lambda", stands_on=("places/lambda",))
DAY = START.date()


@pytest.fixture(scope="module")
def course() -> Course:
    """Two lessons."""
    taught = {"purchases/*": "purchasing-options", "places/*": "cpu-against-gpu"}
    parts = [{"name": "cpu-against-gpu"}, {"name": "purchasing-options"}]
    return msgspec.convert({"id": "two", "name": "Two lessons", "lessons": parts, "taught": taught}, Course)


def hand_over(course: Course, rows: Sequence[LogRow], days: int = 0, name: str = "", *, with_answers: bool = False) -> HandOver:
    """What somebody with these answers hands over so many days later."""
    log = numbered(rows)
    today = DAY + dt.timedelta(days=days)
    return build_hand_over(log, rebuild_state(log), [SPOT, LAMBDA], course, today=today, name=name, with_answers=with_answers)


def test_a_point_is_firm_after_two_days_and_wrong_after_a_wrong_answer(course: Course) -> None:
    """Right once is neither; after long enough what was firm is no more."""
    rows = [answer(SPOT), answer(LAMBDA), answer(SPOT, 3), answer(LAMBDA, 3, "incorrect")]
    assert {one.point: one.grip for one in hand_over(course, rows[:2]).points} == {"purchases/spot": "once", "places/lambda": "once"}
    found = {one.point: one for one in hand_over(course, rows, 3).points}
    assert (found["purchases/spot"].grip, found["places/lambda"].grip) == ("firm", "wrong")
    assert (found["places/lambda"].asked, found["places/lambda"].right, found["places/lambda"].lesson) == (2, 1, "cpu-against-gpu")
    assert {one.point: one.grip for one in hand_over(course, rows, 900).points}["purchases/spot"] == "once"


def test_nothing_private_is_handed_over_unless_it_is_asked_for(course: Course) -> None:
    """No name, no words of answers, no time of a day; with consent both stand in it."""
    rows = [msgspec.structs.replace(answer(SPOT), answer="my own secret words")]
    text = msgspec.json.encode(hand_over(course, rows)).decode()
    assert "secret" not in text
    assert START.strftime("%H:%M") not in text
    assert json.loads(text)["name"] == ""
    told = hand_over(course, rows, name="  Ana\n Lima ", with_answers=True)
    assert told.name == "Ana Lima"
    assert told.answers[0].answer == "my own secret words"
    with pytest.raises(InputError, match="name"):
        hand_over(course, rows, name="x" * 81)


def test_what_is_handed_over_is_read_again(course: Course) -> None:
    """As it was; any other file is refused in one line."""
    given = hand_over(course, [answer(SPOT)], name="Ana")
    assert parse_hand_over(msgspec.json.encode(given), "ana.json") == given


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"kind": "sizewise-hand-over", "version": 2}',
        b'{"kind": "sizewise-hand-over", "version": 1, "made": "never", "course": "a"}',
        b'{"kind": "sizewise-hand-over", "version": 1, "made": "2026-11-28", "course": "a", "points": [{"point": 3}]}',
        b"[" * 100_000,
    ],
)
def test_a_file_of_another_kind_is_refused_in_a_line(data: bytes) -> None:
    """With its name."""
    with pytest.raises(InputError, match=r"given\.json") as told:
        parse_hand_over(data, "given.json")
    assert len(str(told.value).splitlines()) == 1


def person(name: str, lesson: str, right: int, wrong: int = 0) -> HandOver:
    """Somebody with so many points of a lesson."""
    grips = ["once"] * right + ["wrong"] * wrong
    points = [
        PointStanding(point=f"purchases/p{at}", lesson=lesson, asked=1, right=int(grip == "once"), grip=grip, recall=0.9, last=DAY)  # type: ignore[arg-type]
        for at, grip in enumerate(grips)
    ]
    return HandOver(kind=KIND, version=VERSION, made=DAY, course="two", name=name, points=tuple(points))


def test_the_team_lacks_what_nobody_or_only_one_can(course: Course, knowledge: Knowledge) -> None:
    """Too few points make nobody able; a gap goes to who is nearest, and what only one can to somebody else."""
    lesson = "purchasing-options"
    ana, ben = person("Ana", lesson, MIN_POINTS), person("Ben", lesson, MIN_POINTS - 1)
    found = build_team_report([ana, ben], course, knowledge)
    standing = {one.member: one.standing for one in found.topics[1].members}
    assert standing == {"Ana": "can", "Ben": "begun"}
    assert [(gap.lesson, gap.able, gap.nearest) for gap in found.gaps] == [("cpu-against-gpu", (), ""), (lesson, ("Ana",), "Ben")]
    steps = {(step.lesson, step.why): step.member for step in found.steps}
    assert steps[lesson, "only_one"] == "Ben"
    assert ("cpu-against-gpu", "nobody") in steps
    both = build_team_report([ana, person("Ben", lesson, MIN_POINTS)], course, knowledge)
    assert [gap.lesson for gap in both.gaps] == ["cpu-against-gpu"]


def test_wrong_points_make_nobody_able_and_are_what_to_go_over(course: Course, knowledge: Knowledge) -> None:
    """With the lesson that teaches them; points that the base has no more are told."""
    found = build_team_report([person("Ana", "purchasing-options", MIN_POINTS, 4)], course, knowledge)
    assert found.members[0].can == ()
    assert [step.lesson for step in found.steps if step.why == "wrong"] == ["purchasing-options"]
    assert "purchases/p0" in found.unknown_points


def test_people_without_a_name_and_of_one_name_are_told_apart(course: Course, knowledge: Knowledge) -> None:
    """By numbers."""
    files = [person(name, "purchasing-options", 1) for name in ("Ana", "", "Ana", "")]
    names = [one.name for one in build_team_report(files, course, knowledge).members]
    assert names == ["Ana", "Person 2", "Ana (2)", "Person 4"]
