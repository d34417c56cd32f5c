"""When facts are due for review, and which of them need a second source."""

from typing import Annotated

from knowledge.schema.bound import Bound, Count
from knowledge.schema.record import Record, Text

FieldPath = Annotated[str, Bound(pattern=r"^[a-z_]+(\.[a-z_]+)*$")]
"""A kind and fields inside its entries, such as `places.billing.rates`; a kind alone stands for its entries as a whole."""


class Review(Record):
    """Facts that age alike."""

    id: str
    name: Text
    """As it appears in a line about ages."""
    why: Text
    """Why they age as fast as `months` says, or never."""
    months: Count | None = None
    """After so many months they are read again; null for what does not change."""
    covers: tuple[FieldPath, ...]
    second_source: tuple[FieldPath, ...] = ()
    """Facts that a second, independent source has to confirm."""
    renew: str = ""
    """The command that renews them; empty where a person has to read the sources again."""
