"""Lines of text with links to entries, wrapped at any width."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tui.views.text_lines import Line, Tone


class Link(NamedTuple):
    """A link to an entry of the base."""

    kind: str
    id: str


class Piece(NamedTuple):
    """A part of a sentence, with its link."""

    text: str
    link: Link | None = None


class Span(NamedTuple):
    """The characters of a line that are a link."""

    start: int
    end: int
    link: Link
    goes_on: bool = False
    """True if the link began on the line above."""


class Row(NamedTuple):
    """One line with its tone, the length of its label, and its links."""

    text: str
    tone: Tone = ""
    label: int = 0
    links: tuple[Span, ...] = ()

    @property
    def line(self) -> Line:
        """The line without its links."""
        return Line(self.text, self.tone)


Pieces = tuple[Piece, ...]


def plain_pieces(text: str) -> Pieces:
    """A text without a link."""
    return (Piece(text),) if text else ()


def join_pieces(parts: Iterable[Pieces], between: str) -> Pieces:
    """The parts with `between` in between; empty ones are dropped."""
    found: list[Piece] = []
    for part in parts:
        if found and part:
            found.append(Piece(between))
        found.extend(part)
    return tuple(found)


def flow_pieces(pieces: Sequence[Piece], width: int, first: str = "", rest: str = "", tone: Tone = "") -> list[Row]:
    """A sentence in rows of `width`, the first indented by `first`, the others by `rest`. An empty sentence is one row."""
    source = "".join(piece.text for piece in pieces)
    room = max(width, len(first) + 1, len(rest) + 1)  # textwrap loops endlessly where the indent takes the whole line
    lines = textwrap.wrap(source, room, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [first.rstrip()]
    if all(piece.link is None for piece in pieces):
        return [Row(line, tone) for line in lines]
    owners = [number for number, piece in enumerate(pieces) for character in piece.text if not character.isspace()]
    rows, at, last = list[Row](), 0, -1
    for number, line in enumerate(lines):
        indent = len(rest if number else first)
        places = [index for index in range(indent, len(line)) if not line[index].isspace()]
        own = owners[at : at + len(places)]
        rows.append(Row(line, tone, links=tuple(_link_spans(pieces, places, own, last))))
        at, last = at + len(places), own[-1] if own else last
    return rows


def _link_spans(pieces: Sequence[Piece], places: Sequence[int], owners: Sequence[int], last: int) -> Iterator[Span]:
    """The spans of a line that belong to linked pieces; `last` is the piece that ended the line above."""
    for owner in dict.fromkeys(owners):
        link = pieces[owner].link
        if link is not None:
            own = [place for place, its in zip(places, owners, strict=False) if its == owner]
            yield Span(own[0], own[-1] + 1, link, goes_on=owner == last)
