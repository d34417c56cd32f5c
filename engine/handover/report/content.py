"""The content of a decision record, independent of format: sections of sentences, tables, arithmetic and figures."""

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


class Sentence(NamedTuple):
    """A sentence, the numbers of its sources, and a command at its end."""

    text: str
    marks: tuple[int, ...] = ()
    command: str = ""


def make_row(*texts: str) -> tuple[Sentence, ...]:
    """Table cells without sources."""
    return tuple(map(Sentence, texts))


class Paragraph(NamedTuple):
    """A sentence on its own."""

    sentence: Sentence


class ItemList(NamedTuple):
    """A list of sentences; numbered if they are steps."""

    sentences: tuple[Sentence, ...]
    are_steps: bool = False


class Table(NamedTuple):
    """A table; the first cell of a row is its heading."""

    caption: str
    """Says what the table shows."""
    head: tuple[str, ...]
    rows: tuple[tuple[Sentence, ...], ...]
    numbers: frozenset[int] = frozenset()
    """Indices of the columns of numbers."""


class Arithmetic(NamedTuple):
    """Lines of calculation, shown unchanged."""

    caption: str
    lines: tuple[str, ...]


class Figure(NamedTuple):
    """A figure with its numbers as a table."""

    name: Literal["cost", "memory", "prices", "traffic", "money", "day"]
    title: str
    table: Table


Block = Paragraph | ItemList | Table | Arithmetic | Figure


class Section(NamedTuple):
    """Answers one question of a reader."""

    name: str
    """Unique in the record; of letters and hyphens."""
    title: str
    blocks: tuple[Block, ...]


class SourceEntry(NamedTuple):
    """A source at the end of the record."""

    number: int
    title: str
    url: str
    dates: str
    """Publisher, date of publication, date of access."""


class Document(NamedTuple):
    """The whole record."""

    title: str
    lead: str
    """The decision in a sentence."""
    facts: tuple[tuple[str, str], ...]
    """Label and value of status, date and so on, below the title."""
    sections: tuple[Section, ...]
    sources_title: str
    sources: tuple[SourceEntry, ...]
    """By number, from 1."""
