"""Whether the text of a screen can be read: its colours on what they stand on, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.segment import Segment
from textual.color import Color
from textual.command import CommandPalette
from textual.screen import Screen

READABLE: Final = 4.5
"""What WCAG asks of text."""
DRAWN: Final = re.compile(r"[\s\u2500-\u259f]*")
"""Frames, bars and empty cells: no text."""


class Pair(NamedTuple):
    """A colour of text on the colour it stands on, with an example."""

    text: Color
    ground: Color
    example: str


def pairs(segments: Iterator[Segment]) -> Iterator[Pair]:
    """Every piece of text with its two colours; a piece without colours would take those of the terminal."""
    for text, style, control in segments:
        if control or DRAWN.fullmatch(text):
            continue
        assert style is not None, text
        assert style.color is not None, f"{text!r} has no colour of its own"
        assert style.bgcolor is not None, f"{text!r} has no background of its own"
        assert not style.dim, f"{text!r} is dimmed by the terminal, to nobody knows what"
        front, ground = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
        yield Pair(*((ground, front) if style.reverse else (front, ground)), text.strip())


def segments(screen: Screen[object]) -> Iterator[Segment]:
    """All that a screen draws; of the palette its own box, since what is below it is veiled on purpose."""
    strips = screen._compositor.render_strips()
    if isinstance(screen, CommandPalette):
        box = screen.query_one("#--container").region
        strips = [strip.crop(box.x, box.right) for strip in strips[box.y : box.bottom]]
    for strip in strips:
        yield from strip


def unreadable(found: Iterator[Pair]) -> list[str]:
    """Texts of too little contrast, with it."""
    low = {f"{one.example[:40]!r}: {one.text.hex} on {one.ground.hex}" for one in found if contrast(one.text, one.ground) < READABLE}
    return sorted(low)


def contrast(one: Color, other: Color) -> float:
    """By the formula of WCAG 2, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
