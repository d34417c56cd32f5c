"""Data sets that people name instead of their size."""

from typing import Literal

from knowledge.schema.bound import Count, Positive
from knowledge.schema.model import DataType, Task
from knowledge.schema.record import Entry, Fact

Item = Literal["image", "recording", "example", "document", "row", "sentence pair", "message"]


class Dataset(Entry):
    """A public data set whose size is published."""

    tasks: tuple[Task, ...]
    """What it is usually learnt for, the commonest first."""
    data_type: DataType
    item: Item
    """What one item is."""
    items: Fact[Count] | None = None
    """Items to learn from: those of the training split where there are splits; null where no source counts them."""
    size_gb: Fact[Positive] | None = None
    """What a job has to read, GB of 10^9 bytes; null where no source says."""
    columns: Fact[Count] | None = None
    """For tables: the columns to learn from, without the label."""
    counted_by: Literal["items", "tokens"] = "items"
    """What tells how long learning from it takes; language models read a corpus as one stream of tokens, so its GB count."""
    note: str = ""
