"""A line of text with its tone, and the ways to break a sentence into lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from tui.cli.streams import printable

WIDTH: Final = 80
"""Characters of a line where nothing else is said."""

Tone = Literal["", "head", "dim", "good", "bad", "maybe", "change", "care"]
"""How a line is meant. A head stands out as a whole, a dim one stands back; of the others only the first sign is coloured."""

_TONES: Final[dict[str, Tone]] = {"●": "good", "✗": "bad", "~": "maybe", "→": "change", "!": "care", "+": "change"}


class Line(NamedTuple):
    """One line as it stands on the screen."""

    text: str
    tone: Tone = ""


def wrapped(text: str, width: int = WIDTH, indent: str = "", tone: Tone = "") -> list[Line]:
    """A sentence in lines of `width`; long words stay whole. An empty one is an empty line."""
    return [Line(line, tone) for line in _broken(text, width, indent, break_long_words=False)]


def bullet(glyph: str, text: str, width: int = WIDTH, hang: int = 2) -> Iterator[Line]:
    """A sentence behind a sign; what follows the first line stands `hang` characters in."""
    lines = _broken(text, width - 2, " " * (hang - 2))
    yield Line(f"{glyph} {lines[0]}", _TONES.get(glyph, ""))
    yield from (Line(f"  {line}") for line in lines[1:])


def labelled(label: str, text: str, width: int = WIDTH, room: int = 11) -> Iterator[Line]:
    """A sentence beside its label, which has `room` characters."""
    lines = _broken(text, width - room)
    yield Line(f"{label:<{room}}{lines[0]}")
    yield from (Line(" " * room + line) for line in lines[1:])


def _broken(text: str, width: int, indent: str = "", *, break_long_words: bool = True) -> list[str]:
    """At least one line. An indent that leaves no room for a word is left out: textwrap would never end."""
    room = max(width, 1)
    hanging = indent if 2 * len(indent) <= room else ""
    lines = textwrap.wrap(text, room, subsequent_indent=hanging, break_on_hyphens=False, break_long_words=break_long_words)
    return lines or [""]


def spread(left: str, right: str, width: int = WIDTH) -> Iterator[Line]:
    """Two texts at the two ends of a line, or of two lines where they do not fit."""
    gap = width - len(left) - len(right)
    if gap > 1:
        yield Line(f"{left}{' ' * gap}{right}")
    else:
        yield from wrapped(left, width, "  ")
        yield Line(f"{right:>{width}}")


def as_text(lines: Iterable[Line], *, color: bool = False) -> str:
    """The lines as a text, without whatever in them steers a terminal; `color` adds bold and dim for one."""
    codes = {"head": "1", "dim": "2"} if color else {}
    plain = ((text if text.isprintable() else printable(text), tone) for text, tone in lines)
    return "\n".join(f"\x1b[{codes[tone]}m{text}\x1b[0m" if tone in codes else text for text, tone in plain)
