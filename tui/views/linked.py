"""Lines of text in which names lead to other entries, broken at any width without losing where they lead."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tui.views.line import Line, Tone


class Link(NamedTuple):
    """An entry of the base."""

    kind: str
    id: str


class Piece(NamedTuple):
    """A part of a sentence, and where it leads."""

    text: str
    link: Link | None = None


class Span(NamedTuple):
    """Characters of a line that lead somewhere."""

    start: int
    end: int
    link: Link
    goes_on: bool = False
    """Whether it began on the line above."""


class Row(NamedTuple):
    """One line with its tone, the length of the label it begins with, and its links."""

    text: str
    tone: Tone = ""
    label: int = 0
    links: tuple[Span, ...] = ()

    @property
    def line(self) -> Line:
        """The line without its links."""
        return Line(self.text, self.tone)


Pieces = tuple[Piece, ...]


def plain(text: str) -> Pieces:
    """A text that leads nowhere."""
    return (Piece(text),) if text else ()


def joined(parts: Iterable[Pieces], between: str) -> Pieces:
    """The parts with a text between each two."""
    found: list[Piece] = []
    for part in parts:
        if found and part:
            found.append(Piece(between))
        found.extend(part)
    return tuple(found)


def flow(pieces: Sequence[Piece], width: int, first: str = "", rest: str = "", tone: Tone = "") -> list[Row]:
    """A sentence in lines of `width`, the first behind `first`, the others behind `rest`. An empty one is one line."""
    source = "".join(piece.text for piece in pieces)
    room = max(width, len(first) + 1, len(rest) + 1)  # textwrap never ends where its indent takes the whole line
    lines = textwrap.wrap(source, room, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [first.rstrip()]
    if all(piece.link is None for piece in pieces):
        return [Row(line, tone) for line in lines]
    owners = [number for number, piece in enumerate(pieces) for character in piece.text if not character.isspace()]
    rows, at, last = list[Row](), 0, -1
    for number, line in enumerate(lines):
        indent = len(rest if number else first)
        places = [index for index in range(indent, len(line)) if not line[index].isspace()]
        own = owners[at : at + len(places)]
        rows.append(Row(line, tone, links=tuple(_spans(pieces, places, own, last))))
        at, last = at + len(places), own[-1] if own else last
    return rows


def _spans(pieces: Sequence[Piece], places: Sequence[int], owners: Sequence[int], last: int) -> Iterator[Span]:
    """The runs of characters on a line that one linked piece owns; `last` is the piece that ended the line above."""
    for owner in dict.fromkeys(owners):
        link = pieces[owner].link
        if link is not None:
            own = [place for place, its in zip(places, owners, strict=False) if its == owner]
            yield Span(own[0], own[-1] + 1, link, goes_on=owner == last)
