"""One step down into a record, for what looks at everything below it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from knowledge.schema.record import Record


def inside(entry: object, *, left_out: Collection[str] = ()) -> Iterator[object]:
    """What stands directly in a record (without the fields that are left out), a mapping or a list; nothing in a plain value."""
    if isinstance(entry, Record):
        yield from (getattr(entry, field) for field in entry.__struct_fields__ if field not in left_out)
    elif isinstance(entry, Mapping):
        yield from entry.values()
    elif isinstance(entry, tuple):
        yield from entry
