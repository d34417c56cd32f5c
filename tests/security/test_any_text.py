"""Any text at all, at the places where text leaves: what a stream, a page, a script, a table or a message makes of it."""

from __future__ import annotations

import csv
import io
import json

import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.segment import ControlType, Segment
from textual.color import Color

from engine.handover.plain_text import to_plain_line
from engine.handover.report.markdown import escape_markdown
from engine.handover.template.opening_comment import comment_out
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from quizzes.exchange import import_items, render_draft_yaml
from quizzes.exchange.formula_guard import guard_formula, unguard_formula
from tests.security.conftest import HOSTILE
from tests.security.inputs import poisoned
from tests.terminal_text import steering
from tui.output.json_text import encode_json_line, render_json
from tui.output.streams import replace_controls
from tui.sessions.names import tidy_name
from tui.views.text_lines import Line, as_text
from tui.widgets.control_filter import ControlFilter

TEXTS = st.text(st.characters(), max_size=60) | st.sampled_from([HOSTILE, *HOSTILE.split("X")])


@settings(max_examples=300, deadline=None)
@example(text=HOSTILE)
@given(text=TEXTS)
def test_no_way_out_lets_a_text_steer(text: str) -> None:
    """Lines, streams, messages, names, comments, pages, and JSON, which may hold it escaped."""
    ways = (
        replace_controls(text),
        as_text([Line(text, "head")]),
        quote_value(text),
        tidy_name(text),
        to_plain_line(text),
        escape_markdown(text),
    )
    assert [way for way in ways if steering(way)] == []
    whole = text.encode("utf-8", "replace").decode()
    assert not steering(render_json({whole: [whole]}))
    assert not steering(encode_json_line({whole: [whole]}).decode())
    assert json.loads(encode_json_line([whole])) == [whole]


@settings(max_examples=300, deadline=None)
@example(text="[bold]x[/bold][/x][link=http://evil.example]")
@given(text=TEXTS)
def test_a_line_of_the_app_is_painted_as_text(text: str) -> None:
    """No markup in it is read, nothing of it steers, and it takes the room that was reckoned with."""
    (painted,) = ControlFilter().apply([Segment(text)], Color(0, 0, 0))
    assert not steering(painted.text)
    if text.isprintable():
        assert painted.text == text
    assert ControlFilter().apply([Segment("\x1b[2J", None, [(ControlType.CLEAR,)])], Color(0, 0, 0))[0].text == "\x1b[2J"


@settings(max_examples=200, deadline=None)
@given(text=TEXTS)
def test_a_comment_stays_one(text: str) -> None:
    """Whatever ends a line in any of the five languages."""
    assert [line for line in comment_out([to_plain_line(text)]).splitlines() if not line.startswith("#")] == []


@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_a_cell_is_no_formula_and_comes_back(text: str) -> None:
    """As a spreadsheet reads it: with spaces before it, in quotes, over several lines."""
    target = io.StringIO(newline="")
    csv.writer(target).writerow([guard_formula(text)])
    (cell,) = next(csv.reader(io.StringIO(target.getvalue(), newline="")), [""])
    assert not cell.lstrip(" \t\r\n\u3000").startswith(("=", "+", "-", "@"))
    assert not cell.startswith(("\t", "\r", "\n"))
    assert unguard_formula(cell) == text


@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_a_draft_of_an_imported_item_steers_nothing_and_holds_the_text(knowledge: Knowledge, text: str) -> None:
    """From JSON, which can say any text."""
    item = {"question": text, "options": [text, "no"], "answer": "no"}
    try:
        drafts, notes = import_items("json", json.dumps([item]).encode(), "file", knowledge)
    except InputError as error:
        drafts, notes = (), (str(error),)
    assert [note for note in notes if steering(replace_controls(note))] == []
    if not drafts:
        return
    written = render_draft_yaml(drafts, knowledge)
    assert not steering(written)
    (read,) = yaml.safe_load(written)["items"].values()
    assert read["options"][0]["text"] == text


@given(text=TEXTS.filter(bool))
def test_poison_gets_everywhere_but_into_what_is_chosen(text: str) -> None:
    """What the other tests hand on is hostile indeed."""
    document = {"a": "x", "b": [{"c": "y", "lens": "today"}], "n": 1}
    assert poisoned(document, text) == {"a": f"x{text}", "b": [{"c": f"y{text}", "lens": "today"}], "n": 1}
