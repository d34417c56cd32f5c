"""Which lesson a question belongs to."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from knowledge import Knowledge
from knowledge.errors import KnowledgeError
from quizzes.bank import load_bank, packaged_data
from quizzes.bank_files import read_courses
from quizzes.generated import ItemGenerator, load_source
from quizzes.item_supply import ItemSupply
from quizzes.learning_state import LearningState
from quizzes.lesson_path import trace_path
from tests.case_tables import read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("course_cases.yaml"))

TWO = """
name: Two lessons
lessons:
  - {name: purchasing-options, teaches: [places/lambda, purchases/*]}
  - {name: cpu-against-gpu, teaches: [purchases/spot]}
"""


def read_course(text: str, folder: Path, knowledge: Knowledge) -> None:
    """Read a course of its own."""
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    read_courses(folder, knowledge)


@pytest.mark.parametrize(
    ("points", "lesson"),
    CASES["a_question_belongs_to_the_lesson_it_names_or_the_one_that_teaches_most"],
)
def test_a_question_belongs_to_the_lesson_it_names_or_the_one_that_teaches_most(
    points: tuple[str, ...], lesson: str | None, knowledge: Knowledge, tmp_path: Path
) -> None:
    """The first of those it names; else most of its points decide, then the first of them; the terms of a lesson are taught by it."""
    (tmp_path / "own.yaml").write_text(TWO, encoding="utf-8")
    assert read_courses(tmp_path, knowledge)["own"].find_lesson(points) == lesson


def test_a_lesson_that_a_course_forgets_comes_at_its_end(knowledge: Knowledge, tmp_path: Path) -> None:
    """A new lesson of the base is read at once."""
    (tmp_path / "own.yaml").write_text(TWO, encoding="utf-8")
    order = read_courses(tmp_path, knowledge)["own"].order
    assert order[:2] == ("purchasing-options", "cpu-against-gpu")
    assert sorted(order) == sorted(knowledge.lessons)


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (TWO.replace("cpu-against", "cpu-againts"), "there is no lesson cpu-againts-gpu. Did you mean cpu-against-gpu?"),
        (TWO.replace("places/lambda", "places/lamda"), "purchasing-options: there is no places/lamda. Did you mean places/lambda?"),
        (TWO.replace("purchases/*", "purchase/*"), "purchasing-options: there is no purchase/*."),
        (TWO.replace("[purchases/spot]", "[places/lambda]"), "places/lambda stands there twice."),
        (TWO.replace("cpu-against-gpu", "purchasing-options"), "purchasing-options stands there twice."),
        (TWO.replace("teaches: [purchases/spot]", "teach: []"), "Did you mean teaches?"),
    ],
)
def test_a_mistake_is_one_line(wrong: str, line: str, knowledge: Knowledge, tmp_path: Path) -> None:
    """With the file, and the nearest name."""
    with pytest.raises(KnowledgeError) as caught:
        read_course(wrong, tmp_path, knowledge)
    assert "own.yaml" in str(caught.value)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_path_of_a_new_engineer_asks_in_every_lesson(knowledge: Knowledge, warm: Path) -> None:
    """Every lesson of the base has three questions or more, and everything that can be asked belongs to one lesson."""
    supply = ItemSupply(load_bank(knowledge, cache=warm), ItemGenerator(knowledge, load_source(cache=warm)))
    stops = trace_path(LearningState(), supply.askable_by_id.values(), supply.bank.course)
    assert sorted(stop.lesson for stop in stops) == sorted(knowledge.lessons)
    assert all(len(stop.questions) >= 3 for stop in stops)
    assert sum(len(stop.questions) + len(stop.checkpoints) for stop in stops) == len(supply.askable_by_id)
    assert {"checkpoint-01", "checkpoint-12"} <= {one for stop in stops for one in stop.checkpoints}


def test_the_packaged_course_names_every_lesson(knowledge: Knowledge) -> None:
    """None of them comes last by being forgotten."""
    course = read_courses(packaged_data() / "courses", knowledge)["new-engineer"]
    text = (packaged_data() / "courses" / "new-engineer.yaml").read_text(encoding="utf-8")
    assert all(f"- name: {name}\n" in text for name in course.order)
