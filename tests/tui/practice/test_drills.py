"""Drills in practice: from the menu to the log and back in review."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.drills import DRILL_KINDS, DrillGenerator
from quizzes.generated import ItemGenerator
from quizzes.item_supply import ItemSupply
from tests.quizzes.sample_items import bank, choice
from tests.tui.practice.student import Student


@pytest.fixture
def student(knowledge: Knowledge, generator: ItemGenerator, tmp_path: Path) -> Student:
    """Somebody with one written question, and drills."""
    found = Student(knowledge, tmp_path, bank(choice("one")))
    supply = ItemSupply(found.context.bank, None, DrillGenerator(knowledge, generator))
    found.context = found.context._replace(supply=supply)
    found.talk = type(found.talk)(found.context)
    return found


@pytest.mark.parametrize("kind", DRILL_KINDS)
def test_a_drill_is_asked_from_the_menu_and_counts_towards_no_exam(student: Student, kind: str) -> None:
    """Every kind has its word; what is answered is in the log, and the readiness does not move."""
    student.says(kind)
    assert "Question 1 of" in student.head
    student.says("?")
    assert student.rows[0].about.startswith("drill-")
    student.says("stop")
    assert "0 of at least 10" in student.says("progress")


def test_a_term_that_was_wrong_comes_again_as_a_drill(student: Student) -> None:
    """Where nothing else asks it, and under what was missed."""
    student.says("words", "?", "stop")
    about = student.rows[0].about
    student.time += dt.timedelta(days=1)
    student.says("review")
    student.says("?")
    assert student.rows[-1].points[0].partition("/")[0] == "glossary"
    student.says("stop", "missed", "?")
    assert student.rows[-1].about.startswith("drill-")
    assert about in student.context.store.state.items


def test_the_bill_is_drawn_above_its_options(student: Student) -> None:
    """With a bar for each line."""
    assert student.says("bills").count("█") > 8
