"""The CSV tables of the catalogue, read into records and written back.

| file | one row per | columns |
|---|---|---|
| `instances.csv` | instance type | specification, with source and date |
| `prices.csv` | instance type | EC2 on-demand price, or why there is none |
| `sagemaker.csv` | accepted `ml.` name | job kinds and price |
| `offerings.csv` | instance type | regions that offer it |
| `excluded.csv` | name of AWS's enumeration that is left out | reason |
| `stamp.yaml` | | dates and inputs |
"""

from __future__ import annotations

import csv
import dataclasses
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import TypeAdapter, ValidationError

from knowledge.errors import KnowledgeError, quote_value
from knowledge.record_validation import MAX_MISTAKES, adapter_of, describe_row_mistake
from knowledge.safe_yaml import PlainDumper, read_mapping
from knowledge.schema.instance import CatalogStamp, Excluded, Instance

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "instances.csv": tuple(name for name in Instance.__struct_fields__ if name not in {"regions", "price", "no_price_reason", "ml"}),
    "prices.csv": ("instance_type", "usd_per_hour", "kind", "as_of", "source", "reason"),
    "sagemaker.csv": ("instance_type", "jobs", "usd_per_hour", "kind", "as_of", "source"),
    "offerings.csv": ("instance_type", "regions"),
    "excluded.csv": ("instance_type", "reason"),
}
"""Table -> its columns, in order. `jobs` and `regions` hold several words separated by spaces; names carry no `ml.`."""

STAMP: Final = "stamp.yaml"
Row = dict[str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Catalog:
    """The whole catalogue."""

    instances: dict[str, Instance]
    excluded: dict[str, Excluded]
    stamp: CatalogStamp


def read_catalog(folder: Path) -> Catalog:
    """Read the catalogue in `folder`. Raises KnowledgeError with file, line and field of the first mistakes."""
    tables = {name: read_table(folder, name) for name in COLUMNS}
    prices = _index_rows(tables["prices.csv"])
    names = _index_rows(tables["sagemaker.csv"])
    offerings = _index_rows(tables["offerings.csv"])
    instances = _validate_rows(
        adapter_of(Instance),
        "instances.csv",
        ({**_blank_is_null(row), **_join_tables(row["instance_type"], prices, names, offerings)} for row in tables["instances.csv"]),
    )
    excluded = _validate_rows(adapter_of(Excluded), "excluded.csv", tables["excluded.csv"])
    try:
        stamp = adapter_of(CatalogStamp).validate_python(read_mapping((folder / STAMP).read_bytes(), STAMP))
    except (OSError, ValidationError) as error:
        raise KnowledgeError(f"{STAMP}: {str(error).splitlines()[0]}") from None
    for texts in (stamp.built_from, stamp.refreshed):
        for key, value in texts.items():
            _refuse_control_characters(f"{STAMP}: {key}", f"{key} {value}")
    return Catalog(
        {instance.instance_type: instance for instance in instances},
        {item.instance_type: item for item in excluded},
        stamp,
    )


def read_table(folder: Path, name: str) -> list[Row]:
    """Read the rows of one table. Raises KnowledgeError if its columns are not the expected ones."""
    try:
        text = (folder / name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KnowledgeError(f"{name}: cannot be read ({error.__class__.__name__}).") from None
    reader = csv.DictReader(io.StringIO(text))
    try:
        if tuple(reader.fieldnames or ()) != COLUMNS[name]:
            found = quote_value(", ".join(reader.fieldnames or ()))
            raise KnowledgeError(f"{name}:1: the columns are {found}; expected {', '.join(COLUMNS[name])}.")
        rows = list(reader)
    except csv.Error as error:
        raise KnowledgeError(f"{name}:{reader.line_num}: this is no CSV ({error}).") from None
    for line, row in enumerate(rows, start=2):
        if None in row or None in row.values():
            raise KnowledgeError(f"{name}:{line}: this row has another number of fields than the head.")
        for column, value in row.items():
            _refuse_control_characters(f"{name}:{line}: {column}", value)
    return rows


def _refuse_control_characters(where: str, value: str) -> None:
    """A catalogue may come from elsewhere and its texts are printed, so control characters are refused."""
    if not value.isprintable():
        raise KnowledgeError(f"{where}: {quote_value(value)} holds a control character.")


def write_catalog(folder: Path, tables: Mapping[str, Iterable[Mapping[str, object]]], stamp: CatalogStamp) -> None:
    """Write every table, its rows in the order given, and the stamp into `folder`."""
    for name, rows in tables.items():
        write_table(folder, name, rows)
    document = {"as_of": stamp.as_of, "built_from": stamp.built_from, "refreshed": stamp.refreshed}
    (folder / STAMP).write_text(yaml.dump(document, Dumper=PlainDumper, sort_keys=False, allow_unicode=True), encoding="utf-8")


def write_table(folder: Path, name: str, rows: Iterable[Mapping[str, object]]) -> None:
    """Write `rows` in the order given, with `name`'s columns."""
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS[name], lineterminator="\n")
        writer.writeheader()
        writer.writerows({column: _as_text(row[column]) for column in COLUMNS[name]} for row in rows)


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _index_rows(rows: Iterable[Row]) -> dict[str, Row]:
    return {row["instance_type"]: row for row in rows}


def _blank_is_null(row: Row) -> dict[str, str | None]:
    return {column: value or None for column, value in row.items()}


def _join_tables(name: str, prices: Mapping[str, Row], names: Mapping[str, Row], offerings: Mapping[str, Row]) -> dict[str, Any]:
    price, ml = prices.get(name), names.get(name)
    return {
        "regions": offerings[name]["regions"] if name in offerings else "",
        "price": _price_columns(price),
        "no_price_reason": price["reason"] if price else "No source gives a price.",
        "ml": {"jobs": tuple(ml["jobs"].split()), "price": _price_columns(ml)} if ml else None,
    }


def _price_columns(row: Row | None) -> dict[str, str] | None:
    if row is None or not row["usd_per_hour"]:
        return None
    return {column: row[column] for column in ("usd_per_hour", "kind", "as_of", "source")}


def _validate_rows(adapter: TypeAdapter[Any], name: str, rows: Iterable[Mapping[str, Any]]) -> list[Any]:
    records: list[Any] = []
    mistakes: list[str] = []
    for line, row in enumerate(rows, start=2):
        try:
            records.append(adapter.validate_python(row))
        except ValidationError as error:
            mistakes.append(describe_row_mistake(f"{name}:{line}", error))
    names = Counter(record.instance_type for record in records)
    mistakes.extend(f"{name}: {double} stands twice." for double, count in names.items() if count > 1)
    if mistakes:
        raise KnowledgeError(*mistakes[:MAX_MISTAKES])
    return records
