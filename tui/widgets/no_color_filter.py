"""Takes every colour from what is painted, for NO_COLOR: a terminal's own colours stay, and what is marked is reversed.

Textual paints shades of grey instead, which are colours too: on a light terminal they make dark boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.filter import LineFilter

_MARKS: Final = (
    "block-cursor-background",
    "block-cursor-blurred-background",
    "input-cursor-background",
    "scrollbar",
    "scrollbar-active",
    "scrollbar-hover",
)
"""Variables of a theme: backgrounds by which alone something is told from what is around it."""
_REVERSE: Final = Style(reverse=True)


class NoColorFilter(LineFilter):
    """Leaves bold, underlined and reversed as they are, and reverses what only a background marks."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        """`variables` are those of the theme."""
        super().__init__()
        self._marks = frozenset(_parse_colors(variables.get(name, "") for name in _MARKS))

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Filter the segments of a line."""
        del background
        return [Segment(text, _without_color(style, self._marks) if style else style, control) for text, style, control in segments]


def _parse_colors(values: Iterable[str]) -> Iterable[tuple[int, int, int]]:
    for value in values:
        try:
            yield Color.parse(value).rgb
        except ColorParseError:
            continue


@lru_cache(1024)
def _without_color(style: Style, marks: frozenset[tuple[int, int, int]]) -> Style:
    plain = style.without_color
    if style.meta:
        plain += Style.from_meta(style.meta)  # what a click does
    triplet = style.bgcolor.triplet if style.bgcolor is not None else None
    return plain + _REVERSE if triplet is not None and tuple(triplet) in marks else plain
