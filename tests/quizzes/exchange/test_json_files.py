"""JSON: all of every item, and the plainer shapes of others."""

from __future__ import annotations

import json

import pytest

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.exchange import CheckedDraft, import_items
from tests.case_tables import for_each
from tests.quizzes import sample_items
from tests.quizzes.exchange.exchange_items import exported


def import_json(text: str, knowledge: Knowledge) -> tuple[list[CheckedDraft], tuple[str, ...]]:
    """Read JSON of others."""
    found, notes = import_items("json", text.encode(), "file", knowledge)
    return list(found), notes


def test_an_export_steers_no_terminal(knowledge: Knowledge) -> None:
    """Controls and marks of direction are escapes, in JSON the same text."""
    text = exported("json", [sample_items.choice(stem="a\x1b[2J\x9b\u202e\u2066b")], knowledge).data.decode()
    assert text.replace("\n", "").isprintable()
    assert json.loads(text)["items"][0]["stem"] == "a\x1b[2J\x9b\u202e\u2066b"


@for_each(
    "shape",
    [
        '[{"stem": "Q", "answer": "x"}]',
        '{"questions": [{"question": "Q", "answer": "x"}]}',
        '{"items": {"q": {"text": "Q", "answer": "x"}}}',
    ],
)
def test_lists_and_maps_of_questions_are_read(shape: str, knowledge: Knowledge) -> None:
    """Whatever they are called."""
    (one,), _ = import_json(shape, knowledge)
    assert (one.draft.id, one.draft.fields) == ("q", {"type": "typed", "stem": "Q", "references": ["x"]})


@for_each(
    ("answer", "right"), [("1", [1]), ('"b"', [1]), ('"yes"', [0]), ("[0, 2]", [0, 2]), ('["a", "c"]', [0, 2])]
)  # fmt: skip
def test_the_key_is_read_as_programs_write_it(answer: str, right: list[int], knowledge: Knowledge) -> None:
    """A number counts from 0; a letter or a text does as well."""
    (one,), _ = import_json(f'[{{"question": "Q", "options": ["yes", "no", "perhaps"], "answer": {answer}}}]', knowledge)
    assert [place for place, option in enumerate(one.draft.fields["options"]) if option.get("right")] == right


def test_a_field_without_a_place_is_named(knowledge: Knowledge) -> None:
    """With its line and the nearest field there is."""
    _, notes = import_json('[\n {"question": "Q", "answer": "x", "hintz": "h"}]', knowledge)
    assert notes == ('line 2: the field "hintz" is left out. Did you mean hints?',)


@for_each(
    ("text", "message"),
    [
        ('{"items": [', "file:1: this is not JSON: "),
        ('{"items":\n [1]}', 'file:2: items: "1" is no item.'),
        ('{"itemz": []}', "file:1: items: Field required. It is a list of items. Did you mean items?"),
        ('"x"', "file:1: items: expected a list of items"),
        ('{"schema": 2, "items": []}', 'file:1: schema: "2" is unknown; this version reads 1.'),
        ("[]", "file: no question was found."),
        ('{"a": 1, "a": 2}', 'file: the name "a" stands twice in one object.'),
        ("[NaN]", "file: NaN is no number of JSON."),
        ("[" * 100_000, "file: too many levels deep."),
        (f"[{'9' * 5000}]", "file: a number of thousands of digits is too long."),
        ('["\\ud800"]', 'file: "\\ud800" is half a character.'),
        ('[{"id": "A b", "stem": "Q"}]', 'file:1: id: "A b" is not written in small letters, digits and single hyphens.'),
        ('[{"id": "q", "type": "choise",\n "stem": "Q"}]', "file:1: items.q.type: Input should be 'choice'"),
        (
            '[\n{"id": "q", "type": "typed", "stem": "Q",\n "difficulty": "3"}]',
            "file:3: items.q.difficulty: Input should be a valid integer",
        ),
        (
            '[\n{"id": "q", "type": "typed", "stem": "\\ud83d\\ude00",\n "difficulti": 3}]',
            "file:3: items.q.difficulti: no such field. Did you mean difficulty?",
        ),
        ('[{"question": "Q", "options": ["a", "b"], "answer": 2}]', "file:1: right: 2 is no option. Give a number from 0 to 1"),
        ("", "file: the file is empty."),
    ],
)
def test_json_that_cannot_be_read_is_told_by_line_and_field(text: str, message: str, knowledge: Knowledge) -> None:
    """One line, with the nearest valid value where there is one."""
    with pytest.raises(InputError) as caught:
        import_json(text, knowledge)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value).splitlines()) == 1


def test_many_mistakes_are_told_up_to_a_number(knowledge: Knowledge) -> None:
    """Twenty lines, and that there are more."""
    with pytest.raises(InputError) as caught:
        import_json(json.dumps([{"id": f"q{n}", "type": "typed", "stem": "Q", "difficulty": 9} for n in range(100)]), knowledge)
    lines = str(caught.value).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "file: and more."
