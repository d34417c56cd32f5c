"""Bars with words on either side."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Sequence
from typing import Final

from tui.plots.canvas import cut
from tui.plots.frame import flowed

_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_MORE: Final = "…"
_LEAST_BAR: Final = 14
"""Columns below which a bar goes under its words."""


@dataclasses.dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of one glyph, in the unit of the bars."""

    glyph: str
    size: float


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """One bar with its words."""

    label: str
    segments: tuple[Segment, ...]
    note: str
    mark: float | None = None
    """Where a line stands across it."""


def page(title: str, bars: Sequence[Bar], legend: Sequence[str], width: int, height: int, *, top: float) -> list[str]:
    """Title, bars and legend; where there is no room for all, the legend goes first, then the last bars."""
    above, below = textwrap.wrap(title, width), flowed(legend, width)
    drawn = bar_lines(bars, top, width)
    room = max(height - len(above), 1)
    if len(drawn) > room:
        each = len(drawn) // len(bars)
        drawn = [*drawn[: (room - 1) // each * each], _MORE]
    return [*above, *drawn, *below[: max(room - len(drawn), 0)]]


def pointed(*, is_it: bool) -> str:
    """What a label begins with: a dot for the one that is chosen."""
    return "● " if is_it else "  "


def bar_lines(bars: Sequence[Bar], top: float, width: int) -> list[str]:
    """Label, bar and note on a line, or the bar below its words where the line is too short; `top` is what the full length stands for."""
    label, note = max(len(bar.label) for bar in bars), max(len(bar.note) for bar in bars)
    room = width - label - note - 4
    if room >= _LEAST_BAR:
        return [f"{bar.label:<{label}}  {_painted(bar, top, room):<{room}}  {bar.note}".rstrip() for bar in bars]
    return [line for bar in bars for line in (_words(bar, width), _painted(bar, top, width))]


def _words(bar: Bar, width: int) -> str:
    return cut(f"{cut(bar.label, max(width - len(bar.note.strip()) - 2, 1))}  {bar.note.strip()}", width)


def _painted(bar: Bar, top: float, cells: int) -> str:
    """The bar in `cells` columns; what is there at all is never invisible, what goes beyond the edge ends in >."""
    glyphs: list[str] = []
    reached = 0.0
    for segment in bar.segments:
        reached += min(segment.size / top, 2.0) * cells
        glyphs += segment.glyph * max(round(reached) - len(glyphs), 0)
    if bar.mark is None:
        glyphs = _in_eighths(reached)
    if len(glyphs) > cells:
        glyphs = [*glyphs[: cells - 1], ">"]
    if bar.mark is not None:
        glyphs = glyphs or [max(bar.segments, key=lambda segment: segment.size).glyph] if reached > 0 else []
        at = min(round(bar.mark / top * cells), cells - 1) if bar.mark <= top else cells
        total = sum(segment.size for segment in bar.segments)
        _set(glyphs, min(at, len(glyphs) - 2) if total > bar.mark else max(at, len(glyphs)), cells)
    return "".join(glyphs)


def _in_eighths(length: float) -> list[str]:
    whole, part = divmod(round(length * 8), 8)
    rest = _EIGHTHS[part] if whole or part else _EIGHTHS[1] if length > 0 else ""
    return [*"█" * whole, *rest.strip()]


def _set(glyphs: list[str], at: int, cells: int) -> None:
    """A line across the bar, or an arrow where it would stand beyond the edge."""
    at = max(at, 0)
    glyphs += " " * (min(at, cells - 1) + 1 - len(glyphs))
    glyphs[min(at, cells - 1)] = "│" if at < cells else ">"
