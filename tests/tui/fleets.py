"""Fleets in files of every kind."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.engine.handover.rightsize.fleet_rows import make_rows

Fleet = list[dict[str, Any]]
SMALL: Fleet = [dict(row) for _, row in make_rows(12, wrong=False)]


def write_csv(path: Path, fleet: Fleet) -> Path:
    """Write a fleet as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(name for row in fleet for name in row)))
        writer.writeheader()
        writer.writerows(fleet)
    return path


def write_lines(path: Path, fleet: Fleet) -> Path:
    """Write it as JSON Lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in fleet), encoding="utf-8")
    return path


def write_list(path: Path, fleet: Fleet) -> Path:
    """Write it as one JSON list."""
    path.write_text(json.dumps(fleet, indent=1), encoding="utf-8")
    return path


def write_parquet(path: Path, fleet: Fleet) -> Path:
    """Write it as Parquet."""
    import duckdb  # noqa: PLC0415  # only these tests need it

    source = write_lines(path.with_suffix(".lines"), fleet)
    with duckdb.connect() as database:
        database.execute("CREATE TABLE fleet AS SELECT * FROM read_json(?, format = 'newline_delimited')", [str(source)])
        database.execute(f"COPY fleet TO '{path}' (FORMAT parquet)")
    return path


WRITERS: dict[str, Callable[[Path, Fleet], Path]] = {
    "fleet.csv": write_csv,
    "fleet.jsonl": write_lines,
    "fleet.json": write_list,
    "fleet.parquet": write_parquet,
}
