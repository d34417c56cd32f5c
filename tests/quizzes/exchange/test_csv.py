"""Tables: harmless in a spreadsheet, and read from whatever people call their columns."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.exchange import CheckedDraft, import_items
from quizzes.exchange.csv_columns import join_cell, split_cell
from quizzes.exchange.formula_guard import guard_formula, unguard_formula
from quizzes.item import Option
from tests.case_tables import for_each, read_table
from tests.quizzes import sample_items
from tests.quizzes.exchange.exchange_items import exported

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("csv_cases.yaml"))


def import_table(text: str, knowledge: Knowledge) -> tuple[list[CheckedDraft], tuple[str, ...]]:
    """Read a table of others."""
    found, notes = import_items("csv", text.encode(), "file", knowledge)
    return list(found), notes


@for_each("text", ["=1+1", "+1", "-1", "@x", " =1", "\t=1", "＝1", "'=1", "''=1", "\rx"])
def test_no_cell_is_a_formula(text: str, knowledge: Knowledge) -> None:
    """What a spreadsheet would run begins with an apostrophe, in every column, and a line says so."""
    options = tuple(Option(text=text, why=text, right=index == 0) for index in range(4))
    found = exported("csv", [sample_items.choice(stem=text, principle=text, hints=(text,), options=options)], knowledge)
    cells = [cell for row in csv.reader(io.StringIO(found.data.decode(), newline="")) for cell in row]
    assert not [cell for cell in cells if cell.lstrip()[:1] in tuple("=+-@＝")]
    assert any("(11)" in line and "formula" in line for line in found.limits)


@given(st.text())
def test_the_apostrophe_goes_as_it_came(text: str) -> None:
    """Any cell is itself again."""
    assert unguard_formula(guard_formula(text)) == text


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(str.strip).filter(bool)))
def test_lists_in_a_cell_come_back(values: list[str]) -> None:
    """Values with bars and backslashes too."""
    assert split_cell(join_cell(values)) == values


def test_a_case_is_a_row_for_each_question_with_its_scenario(knowledge: Knowledge) -> None:
    """Scenario, stem and key in columns of their own."""
    rows = list(csv.DictReader(io.StringIO(exported("csv", [sample_items.case(stem="A scenario.")], knowledge).data.decode(), newline="")))
    assert [(row["id"], row["part"], row["type"], row["scenario"], row["right"]) for row in rows] == [
        ("a-case", "1 of 2", "case choice", "A scenario.", "2"),
        ("a-case", "2 of 2", "case response", "A scenario.", "1 4"),
    ]


@for_each(("text", "right"), CASES["the_key_is_read_as_people_write_it"])
def test_the_key_is_read_as_people_write_it(text: str, right: list[int], knowledge: Knowledge) -> None:
    """Letter, number or text; commas, semicolons or tabs; names of columns in any case."""
    (one,), _ = import_table(text, knowledge)
    assert [place for place, option in enumerate(one.draft.fields["options"]) if option.get("right")] == right
    assert one.draft.fields["type"] == ("response" if len(right) > 1 else "choice")


def test_a_table_without_options_holds_typed_items(knowledge: Knowledge) -> None:
    """The answer is the model answer; an explanation is the nearest to a principle."""
    (one,), notes = import_table("Question,Answer,Explanation,Points\nWhy?,Because.,So it is.,3", knowledge)
    assert one.draft.fields == {"stem": "Why?", "principle": "So it is.", "type": "typed", "references": ["Because."]}
    assert one.missing_fields == ("exams", "task", "difficulty", "stands_on", "sources")
    assert len(notes) == 1
    assert '"Points"' in notes[0]


@for_each(("text", "message"), CASES["tables_that_cannot_be_read_are_told_by_line_and_column"])
def test_tables_that_cannot_be_read_are_told_by_line_and_column(text: str, message: str, knowledge: Knowledge) -> None:
    """One line, with the nearest valid value where there is one."""
    with pytest.raises(InputError) as caught:
        import_table(text, knowledge)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value).splitlines()) == 1
