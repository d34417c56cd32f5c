"""Reads the published measurements and deployments from CSV files into records."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from knowledge.errors import KnowledgeError
from knowledge.record_validation import MAX_MISTAKES, adapter_of, describe_row_mistake
from knowledge.schema.deployment import Deployment
from knowledge.schema.measurement import Measurement

FOLDER: Final = "measurements"
TABLES: Final[dict[str, type[Any]]] = {"measurements": Measurement, "deployments": Deployment}
"""Name of the file without `.csv`, which is also the section's name -> record."""


def read_measurements(root: Path) -> dict[str, dict[str, Any]]:
    """Table -> id -> record; empty if there is no folder of tables. Raises KnowledgeError with file, line and field."""
    return {name: _read_table(root / FOLDER / f"{name}.csv", record) for name, record in TABLES.items()}


def _read_table(path: Path, record: type[Any]) -> dict[str, Any]:
    name, columns = f"{FOLDER}/{path.name}", record.__struct_fields__
    if not path.parent.is_dir():
        return {}
    try:
        reader = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise KnowledgeError(f"{name}: cannot be read ({error.__class__.__name__}).") from None
    if tuple(reader.fieldnames or ()) != columns:
        raise KnowledgeError(f"{name}:1: the columns are {', '.join(reader.fieldnames or ())}; expected {', '.join(columns)}.")
    adapter = adapter_of(record)
    found: dict[str, Any] = {}
    mistakes: list[str] = []
    for line, row in enumerate(reader, start=2):
        if None in row or None in row.values():
            mistakes.append(f"{name}:{line}: this row has another number of fields than the head.")
            continue
        try:
            entry = adapter.validate_python({column: value for column, value in row.items() if value})
        except ValidationError as error:
            mistakes.append(describe_row_mistake(f"{name}:{line}", error))
            continue
        mistakes += [f"{name}:{line}: {wrong}" for wrong in _row_mistakes(entry, entry.id in found)]
        found[entry.id] = entry
    if mistakes:
        raise KnowledgeError(*mistakes[:MAX_MISTAKES])
    return found


def _row_mistakes(entry: Any, twice: bool) -> Iterator[str]:  # noqa: ANN401, FBT001  # a row of either table
    if twice:
        yield f"id: {entry.id} stands twice."
    if isinstance(entry, Measurement) and (entry.accelerator is None) == (entry.core is None):
        yield "accelerator, core: one of the two is needed, and not both."
