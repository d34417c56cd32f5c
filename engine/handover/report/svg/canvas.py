"""Elements of a drawing, and what a drawing has besides them: words for those who do not see it, and keys to its signs."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from engine.figures.axis import Axis
from engine.figures.ticks import Write
from engine.handover.report.plain import plain

WIDTH: Final = 360.0
"""Units of every drawing; a page shows one about as wide in pixels."""
LETTER: Final = 7.2
"""Units that a letter of a label takes, in a wide font."""
LINE: Final = 13.0
"""Units from one line of labels to the next."""
_RIGHT, _TOP, _BOTTOM = 14.0, 24.0, 40.0
_GAP: Final = 58
"""Units between two ticks of the axis across, so that their words have room."""
_GAP_UP: Final = 26

Shape = Literal["dot", "ring", "line", "dash", "box", "cut", "frame"]
Anchor = Literal["start", "middle", "end"]


class Key(NamedTuple):
    """One sign and what it means."""

    shape: Shape
    tone: str
    """A class of the style."""
    text: str


class Drawing(NamedTuple):
    """A whole drawing."""

    height: float
    elements: tuple[str, ...]
    about: str
    """What it shows, in a sentence with its figures."""
    keys: tuple[Key, ...]


class Box(NamedTuple):
    """A part of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two overlap."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside."""
        return self.left <= other.left and other.right <= self.right and self.top <= other.top and other.bottom <= self.bottom


class Frame:
    """Two axes with ticks, and the place of a value between them."""

    def __init__(self, height: float, across: tuple[Axis, Write], up: tuple[Axis, Write]) -> None:
        """Take each axis with how its ticks are written."""
        self.height = height
        self._across, self._up = across, up
        axis, write = up
        self._rows = [(tick, write(tick)) for tick in axis.ticks(round(height - _TOP - _BOTTOM), _GAP_UP)]
        left = max(len(words) for _, words in self._rows) * LETTER + 8
        self.inside = Box(left, _TOP, WIDTH - _RIGHT, height - _BOTTOM)

    def x(self, value: float) -> float:
        """Where a value lies across."""
        return self.inside.left + self._across[0].share(value) * (self.inside.right - self.inside.left)

    def y(self, value: float) -> float:
        """Where a value lies up."""
        return self.inside.bottom - self._up[0].share(value) * (self.inside.bottom - self.inside.top)

    def elements(self, across: str, up: str) -> list[str]:
        """Lines, ticks and the names of the axes."""
        box = self.inside
        found = [text(0, 11, up, "axis"), text(box.right, self.height - 4, across, "axis", "end")]
        axis, write = self._across
        for tick in axis.ticks(round(box.right - box.left), _GAP):
            found += [line(self.x(tick), box.top, self.x(tick), box.bottom, "grid")]
            words = write(tick)
            middle = min(self.x(tick), WIDTH - len(words) * LETTER / 2)  # the last one would stand out of the drawing
            found += [text(middle, box.bottom + 15, words, "tick", "middle")]
        for tick, words in self._rows:
            found += [line(box.left, self.y(tick), box.right, self.y(tick), "grid")]
            found += [text(box.left - 6, self.y(tick) + 4, words, "tick", "end")]
        return found


class Labels:
    """Places labels so that none covers another, or a point."""

    def __init__(self, inside: Box, taken: Sequence[Box]) -> None:
        """Take the room there is, and what stands in it already."""
        self._inside = inside
        self._taken = list(taken)

    def place(self, words: str, spots: Sequence[tuple[float, float, Anchor]]) -> str | None:
        """The label at the first spot where there is room; None where there is none."""
        for x, y, anchor in spots:
            box = _box(words, x, y, anchor)
            if self._inside.holds(box) and not any(box.meets(other) for other in self._taken):
                self._taken.append(box)
                return text(x, y, words, "label", anchor)
        return None


def _box(words: str, x: float, y: float, anchor: Anchor) -> Box:
    length = len(words) * LETTER
    left = x - {"start": 0.0, "middle": length / 2, "end": length}[anchor]
    return Box(left, y - LINE + 3, left + length, y + 3)


def line(x1: float, y1: float, x2: float, y2: float, tone: str) -> str:
    """A straight line."""
    return f'<line class="{tone}" x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"/>'


def steps(points: Sequence[tuple[float, float]], tone: str) -> str:
    """A line through points, across and then down or up to each."""
    path = f"M{_n(points[0][0])} {_n(points[0][1])}" + "".join(f"H{_n(x)}V{_n(y)}" for x, y in points[1:])
    return f'<path class="{tone}" d="{path}"/>'


def dot(x: float, y: float, radius: float, tone: str) -> str:
    """A point."""
    return f'<circle class="{tone}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"/>'


def rectangle(box: Box, tone: str) -> str:
    """A bar, or a frame."""
    size = f'width="{_n(box.right - box.left)}" height="{_n(box.bottom - box.top)}"'
    return f'<rect class="{tone}" x="{_n(box.left)}" y="{_n(box.top)}" {size}/>'


def text(x: float, y: float, words: str, tone: str, anchor: Anchor = "start") -> str:
    """A label; `y` is its base line."""
    return f'<text class="{tone} {anchor}" x="{_n(x)}" y="{_n(y)}">{html.escape(plain(words))}</text>'


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
