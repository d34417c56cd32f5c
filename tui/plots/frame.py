"""The frame of a plot with two axes: lines, ticks on round numbers, and the room between."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from engine.figures.axis import Axis
from engine.figures.ticks import Write
from tui.plots.canvas import Canvas

_BETWEEN: Final = "   "
_LEAST_ROWS: Final = 4
_BELOW: Final = 2
"""The horizontal axis and its numbers."""


class Frame:
    """Draws inside its axes; values that are passed are drawable."""

    def __init__(self, width: int, height: int, across: tuple[Axis, Write], up: tuple[Axis, Write]) -> None:
        """Draw the axes and their ticks on `height` rows of `width` columns."""
        (self.across, write_across), (self.up, write_up) = across, up
        self.rows = max(height - _BELOW, 1)
        ticks = [(tick, write_up(tick)) for tick in self.up.ticks(self.rows, 2)]
        self.left = max(len(text) for _, text in ticks) + 2
        self.columns = max(width - self.left, 2)
        self.inside = Canvas(self.columns, self.rows)
        self._frame = Canvas(width, self.rows + _BELOW)
        self._draw_up(ticks)
        self._draw_across(write_across)

    def column(self, value: float) -> int:
        """The column inside the frame."""
        return self.across.cell(value, self.columns)

    def row(self, value: float) -> int:
        """The row inside the frame, counted from the top."""
        return self.rows - 1 - self.up.cell(value, self.rows)

    def lines(self) -> list[str]:
        """The frame with what was drawn inside."""
        for row in range(self.rows):
            for column in range(self.columns):
                self._frame.put(self.left + column, row, self.inside.at(column, row))
        return self._frame.lines()

    def _draw_up(self, ticks: Sequence[tuple[float, str]]) -> None:
        for row in range(self.rows):
            self._frame.put(self.left - 1, row, "│")
        for tick, text in ticks:
            self._frame.put(self.left - 1, self.row(tick), "┤")
            self._frame.write(self.left - 2 - len(text), self.row(tick), text)

    def _draw_across(self, write: Write) -> None:
        self._frame.write(self.left - 1, self.rows, f"└{'─' * self.columns}")
        widest = max(len(write(end)) for end in (self.across.low, self.across.high)) + 3
        for tick in self.across.ticks(self.columns, widest):
            text, column = write(tick), self.left + self.column(tick)
            start = min(max(column - len(text) // 2, 0), self._frame.width - len(text))
            self._frame.put(column, self.rows, "┬")
            self._frame.place(text, [(start, self.rows + 1)])


def around(title: str, legend: Sequence[str], width: int, height: int) -> tuple[list[str], list[str], int]:
    """The lines above and below a plot, and the rows left between; what there is no room for is left out from the end."""
    above, below = textwrap.wrap(title, width), flowed(legend, width)
    room = max(height - _LEAST_ROWS - _BELOW, 1)
    above = above[:room]
    below = below[: max(room - len(above), 0)]
    return above, below, height - len(above) - len(below)


def flowed(entries: Sequence[str], width: int) -> list[str]:
    """Entries side by side in lines of a width; one that is longer than a line is wrapped."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(_BETWEEN) + len(entry) <= width:
            lines[-1] += f"{_BETWEEN}{entry}"
        else:
            lines += textwrap.wrap(entry, width, subsequent_indent="  ")
    return lines
