"""SVG elements, axes and labels; a drawing has a description and a legend besides."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from engine.figures.axis import Axis
from engine.figures.tick_labels import TickFormatter
from engine.handover.plain_text import to_plain_line

WIDTH: Final = 360.0
"""Width of every drawing in SVG units, about one pixel each."""
LETTER: Final = 7.2
"""Width of a letter of a label, in a wide font."""
LINE: Final = 13.0
"""Height of a line of labels."""
_RIGHT, _TOP, _BOTTOM = 14.0, 24.0, 40.0
_GAP: Final = 58
"""Minimum distance of ticks on the horizontal axis, so that their labels have room."""
_GAP_UP: Final = 26

Shape = Literal["dot", "ring", "line", "dash", "box", "cut", "frame"]
Anchor = Literal["start", "middle", "end"]


class Key(NamedTuple):
    """An entry of the legend."""

    shape: Shape
    tone: str
    """A class of the stylesheet."""
    text: str


class Drawing(NamedTuple):
    """A whole drawing."""

    height: float
    elements: tuple[str, ...]
    about: str
    """A sentence that says what it shows, with numbers."""
    keys: tuple[Key, ...]


class Box(NamedTuple):
    """A rectangle of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """True if the two overlap."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def contains(self, other: Box) -> bool:
        """True if the other lies inside."""
        return self.left <= other.left and other.right <= self.right and self.top <= other.top and other.bottom <= self.bottom


class Frame:
    """Two axes, and the position of values between them."""

    def __init__(self, height: float, across: tuple[Axis, TickFormatter], up: tuple[Axis, TickFormatter]) -> None:
        """Each axis comes with a function that writes its ticks."""
        self.height = height
        self._across, self._up = across, up
        axis, write = up
        self._rows = [(tick, write(tick)) for tick in axis.round_ticks(round(height - _TOP - _BOTTOM), _GAP_UP)]
        left = max(len(words) for _, words in self._rows) * LETTER + 8
        self.inside = Box(left, _TOP, WIDTH - _RIGHT, height - _BOTTOM)

    def x(self, value: float) -> float:
        """Horizontal position of a value."""
        return self.inside.left + self._across[0].fraction_along(value) * (self.inside.right - self.inside.left)

    def y(self, value: float) -> float:
        """Vertical position of a value."""
        return self.inside.bottom - self._up[0].fraction_along(value) * (self.inside.bottom - self.inside.top)

    def draw_axes(self, across: str, up: str) -> list[str]:
        """Grid lines, ticks and the names of the axes."""
        box = self.inside
        found = [draw_text(0, 11, up, "axis"), draw_text(box.right, self.height - 4, across, "axis", "end")]
        axis, write = self._across
        for tick in axis.round_ticks(round(box.right - box.left), _GAP):
            found += [draw_line(self.x(tick), box.top, self.x(tick), box.bottom, "grid")]
            words = write(tick)
            middle = min(self.x(tick), WIDTH - len(words) * LETTER / 2)  # the last one would leave the drawing
            found += [draw_text(middle, box.bottom + 15, words, "tick", "middle")]
        for tick, words in self._rows:
            found += [draw_line(box.left, self.y(tick), box.right, self.y(tick), "grid")]
            found += [draw_text(box.left - 6, self.y(tick) + 4, words, "tick", "end")]
        return found


class Labels:
    """Places labels so that none covers another label or a point."""

    def __init__(self, inside: Box, occupied: Sequence[Box]) -> None:
        """`occupied` are the boxes that are occupied already."""
        self._inside = inside
        self._occupied = list(occupied)

    def place_label(self, words: str, spots: Sequence[tuple[float, float, Anchor]]) -> str | None:
        """The label at the first spot with room; None if there is none."""
        for x, y, anchor in spots:
            box = _label_box(words, x, y, anchor)
            if self._inside.contains(box) and not any(box.overlaps(other) for other in self._occupied):
                self._occupied.append(box)
                return draw_text(x, y, words, "label", anchor)
        return None


def _label_box(words: str, x: float, y: float, anchor: Anchor) -> Box:
    length = len(words) * LETTER
    left = x - {"start": 0.0, "middle": length / 2, "end": length}[anchor]
    return Box(left, y - LINE + 3, left + length, y + 3)


def draw_line(x1: float, y1: float, x2: float, y2: float, tone: str) -> str:
    """A straight line."""
    return f'<line class="{tone}" x1="{_format_number(x1)}" y1="{_format_number(y1)}" x2="{_format_number(x2)}" y2="{_format_number(y2)}"/>'


def draw_steps(points: Sequence[tuple[float, float]], tone: str) -> str:
    """A line through points, first horizontal, then vertical to each."""
    path = f"M{_format_number(points[0][0])} {_format_number(points[0][1])}" + "".join(
        f"H{_format_number(x)}V{_format_number(y)}" for x, y in points[1:]
    )
    return f'<path class="{tone}" d="{path}"/>'


def draw_dot(x: float, y: float, radius: float, tone: str) -> str:
    """A point."""
    return f'<circle class="{tone}" cx="{_format_number(x)}" cy="{_format_number(y)}" r="{_format_number(radius)}"/>'


def draw_rectangle(box: Box, tone: str) -> str:
    """A bar, or a frame."""
    size = f'width="{_format_number(box.right - box.left)}" height="{_format_number(box.bottom - box.top)}"'
    return f'<rect class="{tone}" x="{_format_number(box.left)}" y="{_format_number(box.top)}" {size}/>'


def draw_text(x: float, y: float, words: str, tone: str, anchor: Anchor = "start") -> str:
    """A label; `y` is its baseline."""
    return f'<text class="{tone} {anchor}" x="{_format_number(x)}" y="{_format_number(y)}">{html.escape(to_plain_line(words))}</text>'


def _format_number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
