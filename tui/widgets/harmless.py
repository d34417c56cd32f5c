"""The last look before the terminal: whatever a text was made of, it steers nothing.

Textual passes controls on to the terminal, and keeps its filters to itself; which of it is pinned, so this one can be held to it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.cells import get_character_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_JOINS: Final = frozenset("\u200c\u200d")
"""They tie letters and pictures together, and do nothing else."""


class Harmless(LineFilter):
    """Takes controls and marks of direction out of every line that is painted; a character that takes room leaves a space."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line; those that Textual steers the terminal with are its own, and stay."""
        del background
        if all(segment.text.isprintable() or segment.control for segment in segments):
            return segments
        return [segment if segment.control else Segment(_harmless(segment.text), segment.style) for segment in segments]


@lru_cache(maxsize=1_024)
def _harmless(text: str) -> str:
    return "".join(one if one.isprintable() or one in _JOINS else " " * get_character_cell_size(one) for one in text)
