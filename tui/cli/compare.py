"""`sizewise compare A B …`: families, instance types, places, purchases or processors side by side, generated from the facts."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final

from knowledge import Knowledge, load
from knowledge.errors import InputError, shown
from knowledge.lookup import Hit, entry_of, look_up
from knowledge.schema.record import Fact
from tui.cli.as_json import encoded
from tui.cli.main import DONE

WIDTH: Final = 80
_LABEL: Final = 14
_MOST: Final = 4
"""More columns than these cannot be read at 80 characters."""
_SKIPPED: Final = frozenset({"id", "name", "as_of", "sources", "aliases", "note", "confused_with", "adds", "letter", "regions", "figure"})


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    knowledge = load()
    hits = [_named(name, knowledge) for name in arguments.names]
    _check(hits, arguments.names)
    rows = list(_rows(hits, knowledge))
    if arguments.json:
        print(encoded({"kind": hits[0].kind, "ids": [hit.id for hit in hits], "rows": [{"field": f, "values": v} for f, v in rows]}))
    else:
        print("\n".join(_table([hit.id for hit in hits], rows)))
    return DONE


def _named(name: str, knowledge: Knowledge) -> Hit:
    hits = look_up(name, knowledge)
    if not hits:
        raise InputError(f"compare: the base knows nothing by {shown(name)}. sizewise explain alone shows what it knows.")
    return hits[0]


def _check(hits: list[Hit], names: list[str]) -> None:
    if not 2 <= len(hits) <= _MOST:  # noqa: PLR2004  # one thing alone is no comparison
        raise InputError(f"compare: {len(hits)} names are given. Give 2 to {_MOST}, for instance sizewise compare g5 inf2.")
    odd = next((index for index, hit in enumerate(hits) if hit.kind != hits[0].kind), None)
    if odd is not None:
        one, other = f"{shown(names[0])} is one of the {hits[0].kind}", f"{shown(names[odd])} one of the {hits[odd].kind}"
        raise InputError(f"compare: {one}, {other}. Compare like with like.")


def _rows(hits: list[Hit], knowledge: Knowledge) -> Iterator[tuple[str, list[str]]]:
    """Field and its value for each, for every field that one of them has."""
    columns = [dict(_cells(hit, knowledge)) for hit in hits]
    for field in dict.fromkeys(field for column in columns for field in column):
        yield field, [column.get(field, "") for column in columns]


def _cells(hit: Hit, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    entry = entry_of(hit, knowledge)
    if hit.kind == "families":
        yield from _sizes(hit.id, knowledge)
    for field in entry.__struct_fields__:
        if field not in _SKIPPED:
            yield from _cell(field, getattr(entry, field))


def _cell(field: str, value: object) -> Iterator[tuple[str, str]]:
    label = field.replace("_", " ")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _cell(f"{label}: {key}", inner)
    elif value not in (None, "", ()):
        text = _text(value)
        if text:
            yield label, text


def _text(value: Any) -> str:  # noqa: ANN401  # whatever a field holds
    if isinstance(value, Fact):
        exam = f" (exam: {_text(value.exam)})" if value.exam is not None else ""
        return f"{_text(value.value)} {value.unit}".strip() + exam
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(_text(item) for item in value[:3] if isinstance(item, (str, int, float)))
    if isinstance(value, (int, float)):
        return f"{value:,.6g}"
    return str(value) if isinstance(value, str) else ""


def _sizes(family: str, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """What the catalogue says of a family: its span of sizes, devices and prices."""
    types = [instance for instance in knowledge.instances.values() if instance.family == family]
    if not types:
        return
    vcpu, memory = sorted(instance.vcpu for instance in types), sorted(instance.memory_gib for instance in types)
    yield "vCPU", f"{vcpu[0]} to {vcpu[-1]}"
    yield "memory", f"{memory[0]:g} to {memory[-1]:g} GiB"
    device = next((instance for instance in types if instance.accelerator), None)
    if device is not None:
        count = sorted(instance.accelerator_count for instance in types)
        name = knowledge.accelerators[device.accelerator or ""].name
        yield "devices", f"{count[0]:g} to {count[-1]:g} × {name}, {device.accelerator_memory_mib or 0:,} MiB each"
    prices = sorted(instance.price.usd_per_hour for instance in types if instance.price)
    if prices:
        yield "EC2 price", f"${prices[0]:,.4g} to ${prices[-1]:,.4g} an hour"
    hosted = sorted(instance.ml.price.usd_per_hour for instance in types if instance.ml and instance.ml.price)
    yield "SageMaker", f"from ${hosted[0]:,.4g} an hour" if hosted else "not accepted"


def _table(ids: list[str], rows: list[tuple[str, list[str]]]) -> Iterator[str]:
    width = (WIDTH - _LABEL) // len(ids) - 1
    yield " " * _LABEL + " ".join(f"{identity[:width]:<{width}}" for identity in ids).rstrip()
    for field, values in rows:
        cells = [textwrap.wrap(field, _LABEL - 1), *(textwrap.wrap(value, width) for value in values)]
        for label, *parts in zip_longest(*cells, fillvalue=""):
            yield f"{label:<{_LABEL}}{' '.join(f'{part:<{width}}' for part in parts)}".rstrip()
