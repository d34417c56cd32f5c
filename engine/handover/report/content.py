"""What a decision record is made of, whatever it is written as: sections of sentences, tables, sums and figures."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

Status = Literal["proposed", "accepted", "rejected", "superseded"]
"""How far the decision has come."""


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What the people who keep the record say of it."""

    date: str
    """ISO 8601."""
    status: Status = "proposed"
    title: str = ""
    """Their own; empty for one that is made of the workload."""


class Said(NamedTuple):
    """A sentence, the numbers of the sources it rests on, and a command that it ends with."""

    text: str
    marks: tuple[int, ...] = ()
    command: str = ""


def row(*texts: str) -> tuple[Said, ...]:
    """Cells that rest on no source."""
    return tuple(map(Said, texts))


class Paragraph(NamedTuple):
    """A sentence by itself."""

    said: Said


class Items(NamedTuple):
    """Sentences below one another; numbered where they are steps."""

    said: tuple[Said, ...]
    are_steps: bool = False


class Rows(NamedTuple):
    """A table. The first cell of a row says what the row is about."""

    about: str
    """What the table shows, for those who do not see it."""
    head: tuple[str, ...]
    rows: tuple[tuple[Said, ...], ...]
    numbers: frozenset[int] = frozenset()
    """The columns that hold numbers."""


class Sums(NamedTuple):
    """Lines of arithmetic, as they are."""

    about: str
    lines: tuple[str, ...]


class Drawn(NamedTuple):
    """A figure, and its numbers as a table."""

    name: Literal["cost", "memory", "prices", "traffic"]
    title: str
    table: Rows


Block = Paragraph | Items | Rows | Sums | Drawn


class Section(NamedTuple):
    """One thing that a reader asks."""

    name: str
    """Unique in the record; letters and hyphens."""
    title: str
    blocks: tuple[Block, ...]


class Listed(NamedTuple):
    """A source at the end of the record."""

    number: int
    title: str
    url: str
    dates: str
    """Who published it, when, and when it was read."""


class Document(NamedTuple):
    """The whole record."""

    title: str
    lead: str
    """The decision in a sentence."""
    facts: tuple[tuple[str, str], ...]
    """Status, date and what else stands at the head."""
    sections: tuple[Section, ...]
    sources_title: str
    sources: tuple[Listed, ...]
    """In the order of their numbers, from 1."""
