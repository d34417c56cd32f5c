"""Sentences in lines: never wider than asked for where words allow it, never endless, nothing lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui.output.streams import replace_controls
from tui.views.text_lines import as_text, bullet_lines, labelled_lines, spread_line, wrap_text

TEXTS = st.text(st.characters(codec="utf-8"), max_size=200)
WIDTHS = st.integers(-3, 120)
INDENTS = st.integers(0, 40)


@given(TEXTS, WIDTHS, INDENTS)
def test_no_word_is_lost_whatever_the_width(text: str, width: int, indent: int) -> None:
    """The words come back in their order, also where the indent is wider than the line; what steers a terminal has become a space."""
    assert as_text(wrap_text(text, width, " " * indent)).split() == replace_controls(text).split()


@given(TEXTS, WIDTHS, st.integers(2, 30))
def test_a_bullet_ends_whatever_the_width(text: str, width: int, hang: int) -> None:
    """With its sign first and every character of the text behind it."""
    lines = list(bullet_lines("●", text, width, hang))
    assert lines[0].text.startswith("● ")
    assert lines[0].tone == "good"
    assert "".join(as_text(lines).split())[1:] == "".join(replace_controls(text).split())


@given(TEXTS, st.integers(20, 120))
def test_labels_stand_beside_their_text(text: str, width: int) -> None:
    """In lines of the width."""
    lines = list(labelled_lines("Taken as", text, width))
    assert lines[0].text.startswith("Taken as   ")
    assert max(len(line.text) for line in lines) <= width


@given(st.text("abc ", max_size=60), st.text("xyz", max_size=20), st.integers(20, 100))
def test_both_ends_of_a_line_are_shown(left: str, right: str, width: int) -> None:
    """On one line, or on two where they do not fit."""
    lines = list(spread_line(left, right, width))
    assert lines[-1].text.endswith(right)
    assert max(len(line.text) for line in lines) <= max(width, len(right))
