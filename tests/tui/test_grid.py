"""Tables whose cells wrap fit any width, and lose nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from knowledge import load
from tui.views.article import ArticleWriter
from tui.views.grid import render_grid
from tui.views.text_lines import as_text

WORD = st.text("abcdefgh", min_size=1, max_size=14)
CELL = st.lists(WORD, max_size=6).map(" ".join)


@given(st.integers(2, 6).flatmap(lambda n: st.lists(st.lists(CELL, min_size=n, max_size=n), min_size=2, max_size=5)), st.integers(34, 120))
def test_no_line_is_too_long_and_no_word_is_lost(rows: list[list[str]], width: int) -> None:
    """The first column stands in every part, so words may appear more often than they were given, never less."""
    lines = list(render_grid(rows[0], rows[1:], width))
    assert max(map(len, lines)) <= width
    shown = " ".join(lines).split()
    assert {word for row in rows for cell in row for word in cell.split()} <= set(shown)


def test_every_table_and_lesson_of_the_base_fits_80_columns() -> None:
    """A lesson brings its tables with it."""
    knowledge = load()
    for entry in (*knowledge.tables.values(), *knowledge.lessons.values()):
        assert max(len(line.text) for line in ArticleWriter(knowledge).write_lines(entry)) <= 80, entry.id
    lesson = as_text(ArticleWriter(knowledge).write_lines(knowledge.lessons["purchasing-options"]))
    assert "Purchases and their cost" in lesson
