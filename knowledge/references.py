"""Checks that every referenced id exists. The schema marks fields that hold ids with `Ref`."""

from __future__ import annotations

import datetime as dt
import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from knowledge.errors import nearest_name
from knowledge.schema.record import Record, Ref

_PLAIN_TYPES: Final = frozenset({str, int, float, bool, types.NoneType, Ellipsis, dt.date, dt.datetime})
_CONTAINERS: Final = frozenset({Union, types.UnionType, tuple, dict})
"""Types that hold nothing but what stands in their brackets; a record with brackets has fields beside that."""
Ids = Mapping[str, Mapping[str, Any]]
"""Kind -> id -> record."""


def find_dangling(records: Ids) -> Iterator[str]:
    """One line for each reference to a record that does not exist."""
    for kind, entries in records.items():
        for identity, entry in entries.items():
            for field, ref, target in list_references(entry):
                if target not in records[ref.kind]:
                    close = nearest_name(target, records[ref.kind])
                    hint = f" Did you mean {close}?" if close else ""
                    yield f"{kind}/{identity}.yaml: {field}: there is no {ref.kind}/{target}.{hint}"


def list_references(entry: object) -> Iterator[tuple[str, Ref, str]]:
    """Field path, mark and id of every reference in a record."""
    cls: Any = type(entry)
    for name, hint in _field_hints(cls).items():
        yield from _walk_references(name, getattr(entry, name), hint)


@cache
def _field_hints(cls: Any) -> dict[str, Any]:  # noqa: ANN401  # a record class, which mypy takes for unhashable
    """The fields in which a reference can stand: most hold none, and are walked through in vain."""
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(cls) if _may_refer(hints[field.name])}


def _may_refer(hint: Any) -> bool:  # noqa: ANN401  # a type hint is anything
    """False where no value of this type holds a reference."""
    if hasattr(hint, "__metadata__"):
        return any(isinstance(mark, Ref) for mark in hint.__metadata__) or _may_refer(hint.__origin__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return False
    if origin in _CONTAINERS:
        return any(map(_may_refer, arguments))
    return hint not in _PLAIN_TYPES


def _walk_references(path: str, value: object, hint: Any) -> Iterator[tuple[str, Ref, str]]:  # noqa: ANN401, C901, PLR0912  # a type hint is anything; one branch per shape of hint
    if value is None:
        return
    if isinstance(value, Record):
        for name, inner in _field_hints(type(value)).items():
            yield from _walk_references(f"{path}.{name}", getattr(value, name), inner)
        return
    if hasattr(hint, "__metadata__"):
        for mark in hint.__metadata__:
            if isinstance(mark, Ref):
                yield path, mark, str(value)
        hint = hint.__origin__
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        for option in arguments:
            yield from _walk_references(path, value, option)
    elif isinstance(value, tuple) and arguments:
        for index, item in enumerate(value):
            yield from _walk_references(f"{path}.{index}", item, arguments[0])
    elif isinstance(value, dict) and arguments:
        for key, item in value.items():
            yield from _walk_references(f"{path}.{key}", key, arguments[0])
            yield from _walk_references(f"{path}.{key}", item, arguments[1])
    elif isinstance(hint, TypeVar):
        return
