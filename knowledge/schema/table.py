"""Comparison tables: which records stand side by side, and what of them. What the cells say comes from the records."""

from typing import Annotated, Literal

from knowledge.schema.bound import Bound
from knowledge.schema.record import Entry, Record, Text

Comparable = Literal[
    "processors", "families", "places", "purchases", "accelerators", "tools", "frameworks", "scaling", "networking", "datasets"
]


class Column(Record):
    """One column: its head, and what it shows."""

    head: Text
    show: Text
    """A field of the record, with a dot before each key or field below it ("fits.inference"), or a figure that
    `knowledge/catalog_figures.py` computes ("catalog.price")."""


class Table(Entry):
    """A table of records of one kind. `summary` says what it is good for."""

    of: Comparable
    rows: tuple[Text, ...] = ()
    """Ids, in their order; empty for every record of the kind."""
    columns: Annotated[tuple[Column, ...], Bound(min_length=2)]
