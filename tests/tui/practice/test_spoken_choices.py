"""What people say in practice instead of picking a choice by its digit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.quizzes.sample_items import choice, typed
from tests.tui.practice.conftest import Seat


@pytest.mark.parametrize(("words", "line"), [("I don't know.", "?"), ("no idea", "?"), ("give me a hint", "hint"), ("enough", "stop")])
def test_what_people_say_at_a_question_stands_for_its_choices(seat: Seat, words: str, line: str) -> None:
    """And at a typed one only what is no answer."""
    student = seat(choice("one"))
    student.says("learn")
    meant = student.talk.current_view().choice_meant(words)
    assert meant is not None
    assert meant.line == line
    writing = seat(typed("two"))
    writing.says("about two")
    assert writing.talk.current_view().choice_meant("help") is None


@pytest.mark.parametrize(("words", "line"), [("OK", "next"), ("why?", "/browse lambda"), ("that's all", "stop"), ("next question", "next")])
def test_what_people_say_after_the_feedback_stands_for_its_choices(seat: Seat, words: str, line: str) -> None:
    """What changes the log wants its whole words, and Enter behind its digit."""
    student = seat(choice("one"), choice("two"))
    student.says("learn", "?")
    view = student.talk.current_view()
    meant = view.choice_meant(words)
    assert meant is not None
    assert meant.line == line
    for part in ("flag", "leave out", "undo"):
        (changing,) = [one for one in view.card[1] if one.line == part]
        assert not view.is_complete(changing.mark)
    assert view.is_complete("1")
    assert view.choice_meant("bad") is None


def test_the_menu_is_reached_from_the_feedback_by_its_words(seat: Seat) -> None:
    """The session ends with what it has."""
    student = seat(choice("one"), choice("two"))
    student.says("learn", "?")
    assert "Done: 0 of 1" in student.says("my progress")
    assert student.head == "How far you are"


def test_one_of_several_letters_is_asked_for_where_one_is_right(seat: Seat) -> None:
    """Said as such, not as a word that is no option."""
    student = seat(choice("one"))
    student.says("learn")
    assert "one is asked for" in student.says("a and b")
    assert student.rows == []


def test_the_hand_over_file_is_written_from_the_menu(seat: Seat, tmp_path: Path) -> None:
    """With the name that stands behind it; a file that is there is left alone."""
    student = seat(choice("one"))
    student.says("learn", "?", "stop")
    file = tmp_path / "ana.json"
    assert "words of your answers are not in it" in student.says(f"hand over {file} Ana Lima")
    assert '"name": "Ana Lima"' in file.read_text()
    told = " ".join(student.says(f"hand over {file}").split())
    assert "is there already and stays as it is" in told
