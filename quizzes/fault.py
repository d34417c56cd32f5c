"""A fault of an item or of the bank: where it is, and one sentence."""

from __future__ import annotations

from knowledge.schema.record import Record
from quizzes.item import Item


class Fault(Record):
    """One fault of the bank."""

    file: str
    """Below `quizzes/`; a folder for a fault of the whole bank."""
    item: str
    """Item id; empty for a fault of the whole bank."""
    field: str
    text: str

    @property
    def line(self) -> str:
        """File, item, field and sentence on one line."""
        return ": ".join(part for part in (self.file, self.item, self.field, self.text) if part)


def item_fault(item: Item, field: str, text: str) -> Fault:
    """A fault in one field of `item`."""
    return Fault(file=f"banks/{item.bank}.yaml", item=item.id, field=field, text=text)


def bank_fault(field: str, text: str) -> Fault:
    """A fault of the bank as a whole."""
    return Fault(file="banks/", item="", field=field, text=text)
