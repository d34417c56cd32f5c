"""Removes control characters from every painted line, so that no text can steer the terminal.

Textual passes them on to the terminal, and its filters are private; the version is pinned, so relying on them is safe.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.cells import get_character_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible characters that join letters and emoji; harmless."""


class ControlFilter(LineFilter):
    """Replaces controls and direction marks by as many spaces as they take cells."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Filter the segments of a line; control segments are Textual's own and stay."""
        del background
        if all(segment.text.isprintable() or segment.control for segment in segments):
            return segments
        return [segment if segment.control else Segment(_blank_controls(segment.text), segment.style) for segment in segments]


@lru_cache(maxsize=1_024)
def _blank_controls(text: str) -> str:
    return "".join(one if one.isprintable() or one in _JOINERS else " " * get_character_cell_size(one) for one in text)
