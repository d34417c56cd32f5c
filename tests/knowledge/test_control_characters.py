"""What steers a terminal is known and written out, for people and for programs."""

from __future__ import annotations

import json

import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from knowledge.control_characters import escape_controls, has_control_characters, show_controls
from tests.case_tables import for_each
from tests.terminal_text import steering

_NO_CHARACTERS = frozenset("\ufffe\uffff")


def test_what_steers_is_what_unicode_says() -> None:
    """Of the first plane: controls but the end of a line, halves, marks and separators, and what never is a character."""
    every = [chr(code) for code in range(0x10000)]
    assert {one for one in every if has_control_characters(one)} == {*steering("".join(every), but="\n"), *_NO_CHARACTERS}


@for_each(
    ("text", "people", "programs"),
    [
        ("\x1b[2J", r"\x1b[2J", r"\u001b[2J"),
        ("a\u202eb\u2028", r"a\u202eb\u2028", r"a\u202eb\u2028"),
        ("\ufffe\uffff", r"\ufffe\uffff", r"\ufffe\uffff"),
        ("two\nlines", "two\nlines", "two\nlines"),
        ("نبات 植物 😀 é", "نبات 植物 😀 é", "نبات 植物 😀 é"),
    ],
)
def test_each_is_written_in_its_reader_s_way(text: str, people: str, programs: str) -> None:
    """As a programmer types it, or as JSON escapes it; what can be read stays."""
    assert (show_controls(text), escape_controls(text)) == (people, programs)


@given(st.text(st.characters()))
def test_nothing_that_was_written_out_steers(text: str) -> None:
    """Whatever the text, in both ways."""
    assert not has_control_characters(show_controls(text))
    assert not has_control_characters(escape_controls(text))


@example("\x7f\x85\u200f\ufffe\uffff")
@given(st.text(st.characters()))
def test_json_reads_back_the_same(text: str) -> None:
    """Also halves of a character, which UTF-8 could not hold otherwise."""
    written = escape_controls(json.dumps([text], ensure_ascii=False))
    assert json.loads(written.encode()) == [text]


@example("\x7f\x85\u200f\ufffe\uffff\u2028")
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_yaml_in_double_quotes_reads_back_the_same(text: str) -> None:
    """Without halves of a character, which YAML does not know."""
    written = escape_controls(yaml.safe_dump(text, default_style='"', allow_unicode=True))
    assert not has_control_characters(written)
    assert yaml.safe_load(written) == text
