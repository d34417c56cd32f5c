"""`sizewise catalog list`: the types that satisfy a filter, as text, CSV or JSON."""

from __future__ import annotations

import csv
import io
import textwrap
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from knowledge import Knowledge
from knowledge.catalog.expression import Expression, predicate, regions_named
from knowledge.catalog.fields import FIELDS, Cell, Field, Vocabulary, field_named
from knowledge.catalog.grammar import parse
from knowledge.catalog.order import ordered, sort_keys
from knowledge.catalog.similar import similar
from knowledge.errors import InputError, shown
from knowledge.schema.instance import Instance
from tui.cli.catalog.names import instance_named, vocabulary_of
from tui.cli.table import WIDTH, Column, fitting, table

HOME: Final = "us-east-1"
"""The region of every price of the catalogue."""
NEAREST: Final = 10
"""Types that `--similar` shows without `--limit`."""
COLUMNS: Final = ("instance_type", "vcpu", "memory_gib", "accelerators", "accelerator", "gpu_memory_gb", "network_gbps", "price")
DIGITS: Final = 6
"""Of the largest limit."""
DISPENSABLE: Final = ("network_gbps", "gpu_memory_gb")
"""What the standard columns do without first where a line would be too long."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows to show, and what has to be said about them."""

    rows: Sequence[Instance]
    distances: Mapping[str, float]
    """Type -> distance; empty without `--similar`."""
    matched: int
    total: int
    expression: Expression | None
    target: str
    """The type that the others are compared with; empty without `--similar`."""
    elsewhere: Sequence[str]
    """Regions that the filter names where the prices are an estimate."""


def view(knowledge: Knowledge, arguments: Namespace) -> str:
    """The whole output. Raises InputError for a wrong filter, field, type or number."""
    vocabulary = vocabulary_of(knowledge)
    fields = [field_named(name.strip(), "columns") for name in arguments.columns.split(",")] if arguments.columns else None
    found = _found(knowledge, arguments, vocabulary)
    if arguments.format == "json":
        return _as_json(found, fields, knowledge, vocabulary)
    if arguments.format == "csv":
        return _as_csv(found, fields, knowledge, vocabulary)
    return _as_text(found, fields, knowledge, vocabulary)


def _found(knowledge: Knowledge, arguments: Namespace, vocabulary: Vocabulary) -> Listing:
    keys = sort_keys(arguments.sort) if arguments.sort is not None else ()
    limit = _limit(arguments.limit)
    expression = parse(" ".join(arguments.filter), vocabulary) if arguments.filter else None
    rows = list(knowledge.instances.values())
    total = len(rows)
    if expression is not None:
        rows = list(filter(predicate(expression, vocabulary), rows))
    distances: dict[str, float] = {}
    target = instance_named(arguments.similar, knowledge) if arguments.similar is not None else None
    if target:
        rows = [row for row in rows if row is not target]
    matched = len(rows)
    if target:
        nearest = similar(target, rows, vocabulary)[: limit or NEAREST]
        distances = {item.instance.instance_type: item.distance for item in nearest}
        rows = [item.instance for item in nearest]
    if keys or not target:
        rows = ordered(rows, keys, vocabulary)[:limit]
    regions = set(regions_named(expression)) if expression is not None else set()
    return Listing(rows, distances, matched, total, expression, target.instance_type if target else "", sorted(regions - {HOME}))


def _limit(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS and int(text)):
        raise InputError(f"limit: {shown(text)} is not a count of rows; give a whole number from 1.")
    return int(text)


def _cell(field: Field, instance: Instance, found: Listing, vocabulary: Vocabulary) -> Cell:
    cell = field.read(instance, vocabulary)
    if found.elsewhere and cell is not None and field.name in {"price_kind", "sagemaker_price_kind"}:
        return "estimated"
    return cell


def _as_json(found: Listing, fields: list[Field] | None, knowledge: Knowledge, vocabulary: Vocabulary) -> str:
    from tui.cli.json_text import json_text  # noqa: PLC0415  # text needs none

    chosen = _with_dates(fields) if fields else [field for field in FIELDS.values() if field.name != "region"]
    rows = []
    for instance in found.rows:
        row: dict[str, object] = {}
        for field in chosen:
            cell = _cell(field, instance, found, vocabulary)
            row[field.name] = sorted(cell) if isinstance(cell, frozenset) else cell
        if found.distances:
            row["distance"] = round(found.distances[instance.instance_type], 3)
        rows.append(row)
    return json_text(
        {
            "schema": 1,
            "catalog_as_of": knowledge.stamp.as_of,
            "filter": str(found.expression) if found.expression else None,
            "types": found.total,
            "matched": found.matched,
            "price_region": HOME,
            "note": _region_note(found) or None,
            "instances": rows,
        }
    )


def _as_csv(found: Listing, fields: list[Field] | None, knowledge: Knowledge, vocabulary: Vocabulary) -> str:
    chosen = _with_dates(fields or [FIELDS[name] for name in COLUMNS])
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    last = ["catalog_as_of", *(["distance"] if found.distances else [])]
    writer.writerow([field.name for field in chosen] + last)
    for instance in found.rows:
        cells = [_as_word(_cell(field, instance, found, vocabulary)) for field in chosen]
        far = [f"{found.distances[instance.instance_type]:.3f}"] if found.distances else []
        writer.writerow([*cells, knowledge.stamp.as_of.isoformat(), *far])
    return text.getvalue().rstrip("\n")


def _with_dates(fields: list[Field]) -> list[Field]:
    """`fields` with the kind and date of the prices, which no price goes without."""
    return fields + [field for name in ("price_kind", "price_as_of") if (field := FIELDS[name]) not in fields]


def _as_word(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case frozenset():
            return " ".join(sorted(cell))
        case str():
            return cell
        case _:
            return f"{cell:.10g}"


def _as_text(found: Listing, fields: list[Field] | None, knowledge: Knowledge, vocabulary: Vocabulary) -> str:
    chosen = fields or [FIELDS[name] for name in COLUMNS]
    columns = [_column(field, found, vocabulary) for field in chosen]
    if found.distances:
        far = [f"{found.distances[instance.instance_type]:.1f}" for instance in found.rows]
        columns.insert(1, Column("distance", "distance", "", far, numeric=True))
    kept = fitting(columns, () if fields else DISPENSABLE)
    omitted = [column.name for column in columns if column not in kept] if fields else []
    lines = table(kept) if found.rows else []
    notes = [_count_note(found), _price_note(found, knowledge), _region_note(found), _marks_note(found, kept)]
    if omitted:
        notes.append(f"No room in {WIDTH} columns for {', '.join(omitted)}; use --format csv.")
    if lines:
        lines.append("")
    for note in filter(None, notes):
        lines += textwrap.wrap(note, WIDTH, break_on_hyphens=False)
    return "\n".join(lines)


def _column(field: Field, found: Listing, vocabulary: Vocabulary) -> Column:
    cells = [_cell(field, instance, found, vocabulary) for instance in found.rows]
    numeric = field.kind == "number"
    if field.unit == "USD/h":
        return Column(field.name, field.label, field.unit, _money(field, cells, found, vocabulary), numeric)
    texts = ["-" if cell is None or (field.name == "accelerators" and not cell) else _as_word(cell) for cell in cells]
    if field.name == "instance_type":
        texts = [text + (" *" if row.status != "current" else "") for text, row in zip(texts, found.rows, strict=True)]
    return Column(field.name, field.label, field.unit, texts, numeric)


def _money(field: Field, cells: Sequence[Cell], found: Listing, vocabulary: Vocabulary) -> list[str]:
    """Prices with as many decimals as the longest needs; `~` before an estimate."""
    kinds = [_cell(FIELDS[f"{field.name}_kind"], instance, found, vocabulary) for instance in found.rows]
    known = [cell for cell in cells if isinstance(cell, (int, float))]
    decimals = max((len(f"{price:.4f}".rstrip("0").partition(".")[2]) for price in known), default=2)
    return [
        f"{'~' if kind == 'estimated' else ''}{cell:.{max(decimals, 2)}f}" if isinstance(cell, (int, float)) else "-"
        for cell, kind in zip(cells, kinds, strict=True)
    ]


def _count_note(found: Listing) -> str:
    rows = len(found.rows)
    if found.target:
        return f"{found.matched} of {found.total} types match; the {rows} most like {found.target} are shown, 0 being the same."
    part = f"; the first {rows} are shown" if rows < found.matched else ""
    return f"{found.matched} of {found.total} types match{part}."


def _price_note(found: Listing, knowledge: Knowledge) -> str:
    if not found.rows:
        return f"The catalogue is of {knowledge.stamp.as_of}."
    return f"Prices: on-demand, Linux, {HOME}, of {knowledge.stamp.as_of}."


def _region_note(found: Listing) -> str:
    if not found.elsewhere:
        return ""
    return f"The filter names {', '.join(found.elsewhere)}, where the types are offered; prices there are estimated ({HOME} price)."


def _marks_note(found: Listing, columns: Sequence[Column]) -> str:
    """What the marks mean, of those that were used."""
    cells = [cell for column in columns for cell in column.cells]
    meanings = {
        "* is not current: see status.": any(cell.endswith(" *") for cell in cells),
        "~ is estimated.": any(cell.startswith("~") for cell in cells),
        "- is none or not known.": "-" in cells,
    }
    return " ".join(meaning for meaning, used in meanings.items() if used) if found.rows else ""
