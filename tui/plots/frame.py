"""The frame of a plot: two axes with ticks at round numbers, and the canvas between them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from engine.figures.axis import Axis
from engine.figures.tick_labels import TickFormatter
from tui.plots.canvas import Canvas

_GAP: Final = "   "
_MIN_ROWS: Final = 4
_ROWS_BELOW: Final = 2
"""Rows of the horizontal axis and its numbers."""


class Frame:
    """A canvas inside two axes. Values must be drawable on them."""

    def __init__(self, width: int, height: int, across: tuple[Axis, TickFormatter], up: tuple[Axis, TickFormatter]) -> None:
        """Draw the axes and ticks in `height` rows of `width` columns."""
        (self.across, write_across), (self.up, write_up) = across, up
        self.rows = max(height - _ROWS_BELOW, 1)
        ticks = [(tick, write_up(tick)) for tick in self.up.round_ticks(self.rows, 2)]
        self.left = max(len(text) for _, text in ticks) + 2
        self.columns = max(width - self.left, 2)
        self.inside = Canvas(self.columns, self.rows)
        self._frame = Canvas(width, self.rows + _ROWS_BELOW)
        self._draw_up(ticks)
        self._draw_across(write_across)

    def column_of(self, value: float) -> int:
        """The column of a value inside the frame."""
        return self.across.cell_index(value, self.columns)

    def row_of(self, value: float) -> int:
        """The row of a value inside the frame, from the top."""
        return self.rows - 1 - self.up.cell_index(value, self.rows)

    def text_lines(self) -> list[str]:
        """The frame with its canvas."""
        for row in range(self.rows):
            for column in range(self.columns):
                self._frame.draw_glyph(self.left + column, row, self.inside.glyph_at(column, row))
        return self._frame.text_lines()

    def _draw_up(self, ticks: Sequence[tuple[float, str]]) -> None:
        for row in range(self.rows):
            self._frame.draw_glyph(self.left - 1, row, "│")
        for tick, text in ticks:
            self._frame.draw_glyph(self.left - 1, self.row_of(tick), "┤")
            self._frame.write_text(self.left - 2 - len(text), self.row_of(tick), text)

    def _draw_across(self, write: TickFormatter) -> None:
        self._frame.write_text(self.left - 1, self.rows, f"└{'─' * self.columns}")
        widest = max(len(write(end)) for end in (self.across.low, self.across.high)) + 3
        for tick in self.across.round_ticks(self.columns, widest):
            text, column = write(tick), self.left + self.column_of(tick)
            start = min(max(column - len(text) // 2, 0), self._frame.width - len(text))
            self._frame.draw_glyph(column, self.rows, "┬")
            self._frame.place_text(text, [(start, self.rows + 1)])


def divide_height(title: str, legend: Sequence[str], width: int, height: int) -> tuple[list[str], list[str], int]:
    """Title lines, legend lines, and the rows left for the plot; what does not fit is dropped from the end."""
    above, below = textwrap.wrap(title, width), flow_entries(legend, width)
    room = max(height - _MIN_ROWS - _ROWS_BELOW, 1)
    above = above[:room]
    below = below[: max(room - len(above), 0)]
    return above, below, height - len(above) - len(below)


def flow_entries(entries: Sequence[str], width: int) -> list[str]:
    """Entries side by side in lines of `width`; longer ones are wrapped."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(_GAP) + len(entry) <= width:
            lines[-1] += f"{_GAP}{entry}"
        else:
            lines += textwrap.wrap(entry, width, subsequent_indent="  ")
    return lines
