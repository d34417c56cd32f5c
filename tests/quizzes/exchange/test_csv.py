"""Tables: harmless in a spreadsheet, and read from whatever people call their columns."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.exchange import Settled, import_items
from quizzes.exchange.columns import joined, parted
from quizzes.exchange.formulas import as_meant, harmless
from quizzes.item import Option
from tests.quizzes import small
from tests.quizzes.exchange.made import exported


def read(text: str, knowledge: Knowledge) -> tuple[list[Settled], tuple[str, ...]]:
    """Read a table of others."""
    found, notes = import_items("csv", text.encode(), "file", knowledge)
    return list(found), notes


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", " =1", "\t=1", "＝1", "'=1", "''=1", "\rx"])
def test_no_cell_is_a_formula(text: str, knowledge: Knowledge) -> None:
    """What a spreadsheet would run begins with an apostrophe, in every column, and a line says so."""
    options = tuple(Option(text=text, why=text, right=index == 0) for index in range(4))
    found = exported("csv", [small.choice(stem=text, principle=text, hints=(text,), options=options)], knowledge)
    cells = [cell for row in csv.reader(io.StringIO(found.data.decode(), newline="")) for cell in row]
    assert not [cell for cell in cells if cell.lstrip()[:1] in tuple("=+-@＝")]
    assert any("(11)" in line and "formula" in line for line in found.limits)


@given(st.text())
def test_the_apostrophe_goes_as_it_came(text: str) -> None:
    """Any cell is itself again."""
    assert as_meant(harmless(text)) == text


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(str.strip).filter(bool)))
def test_lists_in_a_cell_come_back(values: list[str]) -> None:
    """Values with bars and backslashes too."""
    assert parted(joined(values)) == values


def test_a_case_is_a_row_for_each_question_with_its_scenario(knowledge: Knowledge) -> None:
    """Scenario, stem and key in columns of their own."""
    rows = list(csv.DictReader(io.StringIO(exported("csv", [small.case(stem="A scenario.")], knowledge).data.decode(), newline="")))
    assert [(row["id"], row["part"], row["type"], row["scenario"], row["right"]) for row in rows] == [
        ("a-case", "1 of 2", "case choice", "A scenario.", "2"),
        ("a-case", "2 of 2", "case response", "A scenario.", "1 4"),
    ]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("question,a,b,c,d,answer\nQ,1,2,4,8,4", [2]),
        ("stem,option_1,option_2,option_3,right\nQ,3,2,1,3", [2]),
        ("Question;Option A;Option B;Option C;Correct Answer\nQ;x;y;z;B", [1]),
        ("Question\tChoice 1\tChoice 2\tKey\nQ\tx\ty\ty", [1]),
        ('question,a,b,c,answer\nQ,x,y,z,"A, C"', [0, 2]),
        ("question,a,b,c,answer\nQ,x,y,z,(c)", [2]),
        ("\ufeffQuestion Text,Opt1,Opt2,Correct\r\nQ,x,y,1\r\n", [0]),
        ('question,a,b,answer\nQ,"x, and y",z,"x, and y"', [0]),
    ],
)
def test_the_key_is_read_as_people_write_it(text: str, right: list[int], knowledge: Knowledge) -> None:
    """Letter, number or text; commas, semicolons or tabs; names of columns in any case."""
    (one,), _ = read(text, knowledge)
    assert [place for place, option in enumerate(one.draft.fields["options"]) if option.get("right")] == right
    assert one.draft.fields["type"] == ("response" if len(right) > 1 else "choice")


def test_a_table_without_options_holds_typed_items(knowledge: Knowledge) -> None:
    """The answer is the model answer; an explanation is the nearest to a principle."""
    (one,), notes = read("Question,Answer,Explanation,Points\nWhy?,Because.,So it is.,3", knowledge)
    assert one.draft.fields == {"stem": "Why?", "principle": "So it is.", "type": "typed", "references": ["Because."]}
    assert one.lacks == ("exams", "task", "difficulty", "stands_on", "sources")
    assert len(notes) == 1
    assert '"Points"' in notes[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2", "file:1: stem: no column holds the questions."),
        ("quesion,a\nQ,x", 'file:1: stem: no column holds the questions. Did you mean stem by "quesion"?'),
        ("stem,stem\nQ,x", 'file:1: the column "stem" stands twice.'),
        ("stem,a,b,answer\nQ,x,y,z", 'file:2: right: "z" is no option. Give one of a, b, its number or its text.'),
        ("stem,a,b,answer\nQ,On-demand,Spot,Spott", 'file:2: right: "Spott" is no option. Did you mean Spot?'),
        ("stem,a,b\nQ,x,y,z,q", "file:2: 5 cells, but the head has 3"),
        ('stem,a,b\nR,1,2\nQ,"x', "file:3: this row is no CSV"),
        ("stem,difficulty\nQ,hard", 'file:2: difficulty: "hard" is no whole number from 1 to 5.'),
        ("stem,difficulty,answer\n\nQ,9,x", "file:3: items.q.difficulty: Input should be less than or equal to 5"),
        ("stem,type\nQ,matchin", 'file:2: type: "matchin" is no type of item. Did you mean matching?'),
        ("id,stem,answer\nq,Q,x\nq,R,y", "file:3: items.q: stands twice; the first is on line 2."),
        ("stem,rubric\nQ,{", 'file:2: rubric: "{" is not JSON.'),
        ("stem", "file: no question was found."),
    ],
)
def test_tables_that_cannot_be_read_are_told_by_line_and_column(text: str, message: str, knowledge: Knowledge) -> None:
    """One line, with the nearest valid value where there is one."""
    with pytest.raises(InputError) as caught:
        read(text, knowledge)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value).splitlines()) == 1
