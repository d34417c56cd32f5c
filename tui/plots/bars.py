"""Bars with a label and a note."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Sequence
from typing import Final

from tui.plots.canvas import shorten_text
from tui.plots.frame import flow_entries

_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_ELLIPSIS: Final = "…"
_MIN_BAR_WIDTH: Final = 14
"""With fewer columns a bar is drawn below its words."""


@dataclasses.dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar, drawn with one glyph; its size in the unit of the bars."""

    glyph: str
    size: float


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """One bar with its label and note."""

    label: str
    segments: tuple[Segment, ...]
    note: str
    mark: float | None = None
    """Position of a line across the bar, in the unit of the bars."""


def draw_bar_page(title: str, bars: Sequence[Bar], legend: Sequence[str], width: int, height: int, *, top: float) -> list[str]:
    """Title, bars and legend; without room for all, the legend is dropped first, then the last bars. `top` is the value of a full bar."""
    above, below = textwrap.wrap(title, width), flow_entries(legend, width)
    drawn = bar_lines(bars, top, width)
    room = max(height - len(above), 1)
    if len(drawn) > room:
        each = len(drawn) // len(bars)
        drawn = [*drawn[: (room - 1) // each * each], _ELLIPSIS]
    return [*above, *drawn, *below[: max(room - len(drawn), 0)]]


def choice_sign(*, is_it: bool) -> str:
    """The beginning of a label: a dot for the choice."""
    return "● " if is_it else "  "


def bar_lines(bars: Sequence[Bar], top: float, width: int) -> list[str]:
    """Label, bar and note on a line, or the bar below them where the line is too short; `top` is the value of a full bar."""
    label, note = max(len(bar.label) for bar in bars), max(len(bar.note) for bar in bars)
    room = width - label - note - 4
    if room >= _MIN_BAR_WIDTH:
        return [f"{bar.label:<{label}}  {_paint_bar(bar, top, room):<{room}}  {bar.note}".rstrip() for bar in bars]
    return [line for bar in bars for line in (_word_line(bar, width), _paint_bar(bar, top, width))]


def _word_line(bar: Bar, width: int) -> str:
    return shorten_text(f"{shorten_text(bar.label, max(width - len(bar.note.strip()) - 2, 1))}  {bar.note.strip()}", width)


def _paint_bar(bar: Bar, top: float, cells: int) -> str:
    """The bar in `cells` columns. A value above 0 is always visible, one beyond the edge ends in ">"."""
    glyphs: list[str] = []
    reached = 0.0
    for segment in bar.segments:
        reached += min(segment.size / top, 2.0) * cells
        glyphs += segment.glyph * max(round(reached) - len(glyphs), 0)
    if bar.mark is None:
        glyphs = _paint_in_eighths(reached)
    if len(glyphs) > cells:
        glyphs = [*glyphs[: cells - 1], ">"]
    if bar.mark is not None:
        glyphs = glyphs or [max(bar.segments, key=lambda segment: segment.size).glyph] if reached > 0 else []
        at = min(round(bar.mark / top * cells), cells - 1) if bar.mark <= top else cells
        total = sum(segment.size for segment in bar.segments)
        _draw_mark(glyphs, min(at, len(glyphs) - 2) if total > bar.mark else max(at, len(glyphs)), cells)
    return "".join(glyphs)


def _paint_in_eighths(length: float) -> list[str]:
    whole, part = divmod(round(length * 8), 8)
    rest = _EIGHTHS[part] if whole or part else _EIGHTHS[1] if length > 0 else ""
    return [*"█" * whole, *rest.strip()]


def _draw_mark(glyphs: list[str], at: int, cells: int) -> None:
    """Draw the line across the bar, or an arrow if it is beyond the edge."""
    at = max(at, 0)
    glyphs += " " * (min(at, cells - 1) + 1 - len(glyphs))
    glyphs[min(at, cells - 1)] = "│" if at < cells else ">"
