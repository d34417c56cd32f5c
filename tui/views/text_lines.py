"""Lines of text with a tone, and functions that break sentences into lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from tui.output.streams import replace_controls

WIDTH: Final = 80
"""Default width of a line, in characters."""

Tone = Literal["", "head", "dim", "good", "bad", "maybe", "change", "care"]
"""Head and dim lines are styled as a whole; of the others only the first character is coloured."""

_TONES: Final[dict[str, Tone]] = {"●": "good", "✗": "bad", "~": "maybe", "→": "change", "!": "care", "+": "change"}


class Line(NamedTuple):
    """One line of the screen."""

    text: str
    tone: Tone = ""


def wrap_text(text: str, width: int = WIDTH, indent: str = "", tone: Tone = "") -> list[Line]:
    """A sentence in lines of `width`; long words stay whole. An empty sentence gives an empty line."""
    return [Line(line, tone) for line in _break_text(text, width, indent, break_long_words=False)]


def bullet_lines(glyph: str, text: str, width: int = WIDTH, hang: int = 2) -> Iterator[Line]:
    """A sentence behind a sign; later lines are indented by `hang` characters."""
    lines = _break_text(text, width - 2, " " * (hang - 2))
    yield Line(f"{glyph} {lines[0]}", _TONES.get(glyph, ""))
    yield from (Line(f"  {line}") for line in lines[1:])


def labelled_lines(label: str, text: str, width: int = WIDTH, room: int = 11) -> Iterator[Line]:
    """A sentence beside its label, which takes `room` characters."""
    lines = _break_text(text, width - room)
    yield Line(f"{label:<{room}}{lines[0]}")
    yield from (Line(" " * room + line) for line in lines[1:])


def _break_text(text: str, width: int, indent: str = "", *, break_long_words: bool = True) -> list[str]:
    """At least one line. An indent without room for a word is dropped: textwrap would loop endlessly."""
    room = max(width, 1)
    hanging = indent if 2 * len(indent) <= room else ""
    lines = textwrap.wrap(text, room, subsequent_indent=hanging, break_on_hyphens=False, break_long_words=break_long_words)
    return lines or [""]


def spread_line(left: str, right: str, width: int = WIDTH) -> Iterator[Line]:
    """Two texts at both ends of a line, or on two lines where they do not fit."""
    gap = width - len(left) - len(right)
    if gap > 1:
        yield Line(f"{left}{' ' * gap}{right}")
    else:
        yield from wrap_text(left, width, "  ")
        yield Line(f"{right:>{width}}")


def as_text(lines: Iterable[Line], *, color: bool = False) -> str:
    """The lines as a text without control characters; `color` adds bold and dim for a terminal."""
    codes = {"head": "1", "dim": "2"} if color else {}
    plain = ((text if text.isprintable() else replace_controls(text), tone) for text, tone in lines)
    return "\n".join(f"\x1b[{codes[tone]}m{text}\x1b[0m" if tone in codes else text for text, tone in plain)
