"""The order of catalogue rows: `price,-memory_gib` is cheapest first, and of equal prices the larger memory first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from knowledge.catalog.fields import Field, Vocabulary, field_named
from knowledge.errors import InputError
from knowledge.schema.instance import Instance

_SIZES: Final = ("nano", "micro", "small", "medium", "large", "xlarge")
_SIZE: Final = re.compile(r"([0-9]*)xlarge")
Rank = tuple[float | str, ...]


class SortKey(Struct, frozen=True):
    """One field to order by."""

    field: Field
    descending: bool


def sort_keys(text: str) -> tuple[SortKey, ...]:
    """The keys that `text` names, first one first; a leading `-` turns a key round. Raises InputError for what is no sortable field."""
    keys = []
    for word in text.split(","):
        name = word.strip()
        field = field_named(name.lstrip("+-"), "sort")
        if not field.sortable:
            raise InputError(f"sort: {field.name} is a set of words and has no order.")
        keys.append(SortKey(field, descending=name.startswith("-")))
    return tuple(keys)


def ordered(instances: Iterable[Instance], keys: Sequence[SortKey], vocabulary: Vocabulary) -> list[Instance]:
    """`instances` by `keys`, then by name; whatever lacks a value comes last, whichever way the key runs."""
    rows = sorted(instances, key=by_name)
    for key in reversed(keys):
        missing = [row for row in rows if key.field.read(row, vocabulary) is None]
        known = [row for row in rows if key.field.read(row, vocabulary) is not None]
        rows = [*sorted(known, key=lambda row: _rank(key.field, row, vocabulary), reverse=key.descending), *missing]
    return rows


def by_name(instance: Instance) -> Rank:
    """Families in alphabetical order, each from its smallest size to its largest."""
    return (instance.family, *size_rank(instance.size))


def size_rank(size: str) -> Rank:
    """`large` before `xlarge` before `2xlarge` before `metal`."""
    if size in _SIZES:
        return (_SIZES.index(size), "")
    match = _SIZE.match(size)
    return (len(_SIZES) + int(match[1] or 1), size) if match else (1e9, size)


def _rank(field: Field, instance: Instance, vocabulary: Vocabulary) -> Rank:
    if field.name == "instance_type":
        return by_name(instance)
    if field.name == "size":
        return size_rank(instance.size)
    cell = field.read(instance, vocabulary)
    return (cell if isinstance(cell, (int, float, str)) else 0.0,)
