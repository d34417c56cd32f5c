"""What is wrong with an item: where it stands, and one sentence."""

from __future__ import annotations

from knowledge.schema.record import Record
from quizzes.item import Item


class Fault(Record):
    """One fault of the bank."""

    file: str
    """Below `quizzes/`; a folder where the fault is that of the whole bank."""
    item: str
    """Its id; empty where the fault is that of the whole bank."""
    field: str
    text: str

    @property
    def line(self) -> str:
        """File, item, field and sentence on one line."""
        return ": ".join(part for part in (self.file, self.item, self.field, self.text) if part)


def fault_of(item: Item, field: str, text: str) -> Fault:
    """A fault in one field of `item`."""
    return Fault(file=f"banks/{item.bank}.yaml", item=item.id, field=field, text=text)


def fault_of_all(field: str, text: str) -> Fault:
    """A fault of the bank as a whole."""
    return Fault(file="banks/", item="", field=field, text=text)
