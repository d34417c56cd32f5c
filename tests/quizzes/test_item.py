"""Reading items and blueprints from YAML: what they hold, and how each mistake is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given

from knowledge.errors import KnowledgeError
from quizzes.bank_files import ReadItems, read_blueprints, read_items
from quizzes.blueprint import Blueprint
from quizzes.item import Case, Choice, Item, Matching, Ordering, Response, Typed, keyed_questions
from tests.case_tables import for_each, read_table
from tests.quizzes.sample_items import BLUEPRINTS, LIVE, case, choice, exact, typed
from tests.quizzes.yaml_items import CHOICE, EVERY

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("item_cases.yaml"))


def read_bank(folder: Path, text: str, name: str = "topic.yaml") -> ReadItems:
    """Read one bank."""
    (folder / name).write_text(text, encoding="utf-8")
    return read_items(folder)


def test_every_type_is_read_from_yaml(tmp_path: Path) -> None:
    """Each into its own record, with the id from its key and the bank from its file."""
    items, mistakes = read_bank(tmp_path, EVERY)
    assert mistakes == []
    assert [type(item) for item in items.values()] == [Choice, Response, Ordering, Matching, Case, Typed]
    assert all((item.id, item.bank) == (name, "topic") for name, item in items.items())


def test_a_rubric_may_be_written_short(tmp_path: Path) -> None:
    """A phrase or a list of phrases is a concept."""
    item = read_bank(tmp_path, EVERY).items["a-typed"]
    assert isinstance(item, Typed)
    assert item.rubric is not None
    assert [concept.any for concept in item.rubric.required] == [("one reason",), ("another", "a further one")]


def test_items_survive_the_compiled_form(tmp_path: Path) -> None:
    """What is decoded equals what was read, whatever the type."""
    items = read_bank(tmp_path, EVERY).items
    assert msgspec.json.decode(msgspec.json.encode(items), type=dict[str, Item]) == items


@given(exact)
def test_drawn_items_survive_the_compiled_form(item: Item) -> None:
    """The tag in JSON is the type in YAML."""
    data = msgspec.json.encode(item)
    assert msgspec.json.decode(data, type=Item) == item
    assert msgspec.json.decode(data)["type"] == item.type


FORMS = "'choice', 'response', 'ordering', 'matching', 'case' or 'typed'"


@pytest.mark.parametrize(
    ("before", "after", "line", "message"),
    [
        ("type: choice", "type: chioce", 3, f'a-choice.type: Input should be {FORMS} (found "chioce"). Did you mean choice?'),
        ("    type: choice\n", "", 2, "a-choice.type: Field required."),
        ("why: because,", "whi: because,", 12, "a-choice.options.0.whi: no such field. Did you mean why?"),
        ("difficulty: 2", "difficulty: 6", 6, 'a-choice.difficulty: Input should be less than or equal to 5 (found "6").'),
        ("difficulty: 2", "difficulty: hard", 6, 'a-choice.difficulty: Input should be a valid integer (found "hard").'),
        ("right: true", "right: maybe", 12, 'a-choice.options.0.right: Input should be a valid boolean (found "maybe").'),
        ("principle:", "principles:", 9, "a-choice.principles: no such field. Did you mean principle?"),
        ("a-choice:", "A Choice:", 2, "A Choice: an id is written in small letters, digits and single hyphens."),
        ("    type:", "    id: x\n    type:", 2, "a-choice.id: the file and the key say it; leave this line out."),
    ],
)
def test_a_mistake_is_told_with_file_line_field_and_the_nearest_valid_value(
    tmp_path: Path, before: str, after: str, line: int, message: str
) -> None:
    """As the knowledge base does."""
    text = f"items:\n{CHOICE}"
    assert before in text
    assert f"banks/topic.yaml:{line}: items.{message}" in read_bank(tmp_path, text.replace(before, after, 1)).mistakes


def test_a_bank_has_items_and_nothing_else(tmp_path: Path) -> None:
    """A misspelt head is told with the right one."""
    assert read_bank(tmp_path, f"itens:\n{CHOICE}").mistakes == ["banks/topic.yaml:1: itens: no such field. Did you mean items?"]


@pytest.mark.parametrize(
    "text", ["", "items:\n", "items: {}\n", "items: [1]\n", "items:\n  x: 1\n", "items:\n  x: {}\n", "- 1\n", "items: {x: &a 1}\n"]
)
def test_a_file_that_is_no_bank_is_one_line(tmp_path: Path, text: str) -> None:
    """Which names the file."""
    items, mistakes = read_bank(tmp_path, text)
    assert items == {}
    assert len(mistakes) == 1
    assert mistakes[0].startswith("banks/topic.yaml:")


def test_one_wrong_item_does_not_hide_the_others(tmp_path: Path) -> None:
    """All that can be read is read, and every mistake is told."""
    wrong = CHOICE.replace("a-choice", "wrong-one").replace("difficulty: 2", "difficulty: 9") + CHOICE.replace("a-choice", "no-id-")
    items, mistakes = read_bank(tmp_path, EVERY + wrong)
    assert len(items) == 6
    assert len(mistakes) == 2


def test_an_id_stands_once_over_all_banks(tmp_path: Path) -> None:
    """The second one is refused, and told where the first is."""
    read_bank(tmp_path, f"items:\n{CHOICE}", "first.yaml")
    mistakes = read_bank(tmp_path, f"items:\n{CHOICE}", "second.yaml").mistakes
    assert mistakes == ["banks/second.yaml:2: items.a-choice: banks/first.yaml has an item of this id."]


def test_the_parts_of_an_item_are_what_a_key_marks() -> None:
    """A case has its questions, a typed item none."""
    assert keyed_questions(choice()) == (choice(),)
    assert keyed_questions(case()) == case().questions
    assert keyed_questions(typed()) == ()


def test_the_live_exam_is_what_its_guide_says() -> None:
    """Figures of the exam guide."""
    assert (LIVE.status, LIVE.questions, LIVE.scored, LIVE.minutes, LIVE.scale.passing) == ("live", 65, 50, 130, 720)
    assert [domain.share for domain in LIVE.domains.values()] == [0.28, 0.26, 0.22, 0.24]
    assert set(LIVE.mix) == {"choice", "response", "ordering", "matching", "case"}
    assert round(LIVE.compute_share, 3) == 0.227


def test_the_retired_exam_is_what_its_guide_said() -> None:
    """It had fewer types and more time."""
    legacy = BLUEPRINTS["mls-c01"]
    assert (legacy.status, legacy.questions, legacy.minutes, legacy.scale.passing) == ("retired", 65, 180, 750)
    assert [domain.share for domain in legacy.domains.values()] == [0.20, 0.24, 0.36, 0.20]
    assert set(legacy.mix) == {"choice", "response"}


@for_each("blueprint", BLUEPRINTS.values())
def test_every_task_of_the_live_exam_has_a_place_in_each(blueprint: Blueprint) -> None:
    """So that each item can be asked."""
    for number in LIVE.tasks:
        task = blueprint.task_of(number)
        assert task is not None
        assert task in blueprint.domains[blueprint.domain_of(task)].tasks


@pytest.mark.parametrize(
    ("before", "after", "message"),
    CASES["a_blueprint_that_contradicts_itself_is_refused"],
)
def test_a_blueprint_that_contradicts_itself_is_refused(tmp_path: Path, before: str, after: str, message: str) -> None:
    """With a line for each contradiction."""
    text = (Path(__file__).parents[2] / "quizzes" / "blueprints" / "mla-c01.yaml").read_text(encoding="utf-8")
    assert before in text
    (tmp_path / "mla-c01.yaml").write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(KnowledgeError) as caught:
        read_blueprints(tmp_path)
    assert message in str(caught.value)
