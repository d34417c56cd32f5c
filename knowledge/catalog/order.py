"""The order of catalogue rows: `price,-memory_gib` is cheapest first, and of equal prices the larger memory first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from knowledge.catalog.fields import Field, Vocabulary, find_field
from knowledge.errors import InputError
from knowledge.schema.instance import Instance

_SIZES: Final = ("nano", "micro", "small", "medium", "large", "xlarge")
_METAL: Final = 1e9
"""Rank of a whole machine, after all sizes."""
Rank = tuple[float | str, ...]


class SortKey(Struct, frozen=True):
    """One field to order by."""

    field: Field
    descending: bool


def parse_sort_keys(text: str) -> tuple[SortKey, ...]:
    """Parse the keys in `text`; a leading `-` means descending. Raises InputError for a field that cannot be sorted by."""
    keys = []
    for word in text.split(","):
        name = word.strip()
        field = find_field(name.lstrip("+-"), "sort")
        if not field.is_sortable:
            raise InputError(f"sort: {field.name} is a set of words and has no order.")
        keys.append(SortKey(field, descending=name.startswith("-")))
    return tuple(keys)


def sort_instances(instances: Iterable[Instance], keys: Sequence[SortKey], vocabulary: Vocabulary) -> list[Instance]:
    """Sort `instances` by `keys`, then by name. Types without a value come last, ascending or descending."""
    rows = sorted(instances, key=name_rank)
    for key in reversed(keys):
        missing = [row for row in rows if key.field.read(row, vocabulary) is None]
        known = [row for row in rows if key.field.read(row, vocabulary) is not None]
        rows = [*sorted(known, key=lambda row: _rank_value(key.field, row, vocabulary), reverse=key.descending), *missing]
    return rows


def name_rank(instance: Instance) -> Rank:
    """Families in alphabetical order, each from its smallest size to its largest."""
    return (instance.family, *size_rank(instance.size))


def size_rank(size: str) -> Rank:
    """`large` before `xlarge` before `2xlarge` before `metal` before `metal-24xl`."""
    if size in _SIZES:
        return (_SIZES.index(size), "")
    number = re.search(r"[0-9]+", size)
    return ((_METAL if size.startswith("metal") else len(_SIZES)) + int(number[0] if number else 0), size)


def _rank_value(field: Field, instance: Instance, vocabulary: Vocabulary) -> Rank:
    if field.name == "instance_type":
        return name_rank(instance)
    if field.name == "size":
        return size_rank(instance.size)
    cell = field.read(instance, vocabulary)
    return (cell if isinstance(cell, (int, float, str)) else 0.0,)
