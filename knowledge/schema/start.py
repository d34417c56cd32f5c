"""How long the parts of a start take: launching, pulling, loading, compiling."""

from typing import Literal

from knowledge.schema.bound import Amount
from knowledge.schema.record import Entry, Fact, Record

Basis = Literal["measured", "documented", "reported", "estimated"]
"""A published measurement, the vendor's word, one person's account, or our own arithmetic on those; from the best to the worst."""


class Span(Record):
    """A typical value and the range it was seen in."""

    typical: Amount
    low: Amount
    high: Amount
    basis: Basis
    at_parameters_b: Amount | None = None
    """Size of the model it was seen with, 10^9 parameters; null where size does not matter."""


class Start(Entry):
    """The figures of one part of a start, which is the `id`."""

    figures: dict[str, Fact[Span]]
    """Seconds, rates in GB of 10^9 bytes a second, and shares, each with its unit."""
