"""The path for a new engineer: a lesson, its questions, the next."""

from __future__ import annotations

from quizzes.generated import ItemGenerator
from tests.quizzes.sample_items import COURSE, choice, typed
from tests.tui.practice.conftest import Seat

FIRST, SECOND = (f"lessons/{name}" for name in COURSE.order[:2])
ITEMS = (
    *(choice(f"first-{number}", stands_on=(FIRST,), stem=f"Which is number {number}?") for number in range(6)),
    typed("checkpoint-90", stands_on=(FIRST,)),
    choice("second", stands_on=(SECOND,), stem="Which is the second?"),
)


def test_a_lesson_is_read_asked_and_followed_by_the_next(seat: Seat) -> None:
    """Four questions and the checkpoint, all kept."""
    student = seat(*ITEMS)
    assert student.knowledge.lessons[COURSE.order[0]].name in student.says("path")
    student.says("read")
    for _ in range(4):
        student.says(student.letters(["option number 0"]), "2", "next")
    assert "Question 5 of 5" in student.head
    student.says("Because it fits.", "3")
    told = student.says("next")
    assert student.knowledge.lessons[COURSE.order[1]].name in told
    assert [(row.mode, row.verdict) for row in student.rows] == [("path", "correct")] * 5
    assert "1 of 3 lessons done" in student.says("stop", "progress")


def test_stopping_in_the_questions_leads_to_the_menu_and_the_lesson_comes_again(seat: Seat) -> None:
    """Not to the next lesson."""
    student = seat(*ITEMS)
    student.says("path", "read", "?")
    student.says("next", "stop")
    assert "practise" in student.head
    assert student.knowledge.lessons[COURSE.order[0]].name in student.says("path")


def test_a_lesson_is_not_read_by_a_slip(seat: Seat) -> None:
    """Only what the card offers marks it."""
    student = seat(*ITEMS)
    student.says("path")
    assert "not on the list" in student.says("banana")
    assert student.context.store.state.lessons == {}
    student.says("skip", "back")
    assert student.head
    assert student.context.store.state.lessons == {}


def test_the_path_ends(seat: Seat) -> None:
    """After the last lesson the menu comes."""
    student = seat(*ITEMS)
    student.says("path")
    told = ""
    for _ in COURSE.order:
        told = student.says("skip")
    assert "last lesson" in told
    assert "practise" in student.head


def test_questions_that_were_right_come_last(seat: Seat) -> None:
    """So that going through a lesson again asks what was missed."""
    student = seat(*ITEMS)
    student.says("path", "read")
    for _ in range(4):
        student.says(student.letters(["option number 0"]), "2", "next")
    student.says("stop")
    asked = {row.about for row in student.rows}
    student.says("path", "read")
    student.says("?", "next", "?", "next")
    assert {row.about for row in student.rows[-2:]} == {item.id for item in ITEMS[:6]} - asked


def test_what_names_the_lesson_is_asked_first(seat: Seat) -> None:
    """Before what only stands on a point that it teaches."""
    near = [choice(f"a-near-{number}", stands_on=("ideas/x",), difficulty=1, stem=f"Which is near {number}?") for number in range(4)]
    student = seat(*near, *ITEMS[:2])
    student.says("path", "read", "?")
    student.says("next", "?")
    assert {row.about for row in student.rows} == {"first-0", "first-1"}


def test_a_lesson_ends_with_a_workload_to_place(seat: Seat, generator: ItemGenerator) -> None:
    """One scenario or sum on what it teaches, behind its questions and before its checkpoint."""
    student = seat(*ITEMS, made=generator)
    student.says("path", "skip", "skip", "read")
    assert "Question 1 of 1" in student.head
    student.says("?")
    listed = generator.listed_by_id[student.rows[-1].about]
    assert any(point.startswith("purchases/") for point in listed.stands_on)
    assert student.rows[-1].mode == "path"
