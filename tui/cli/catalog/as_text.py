"""A list of instance types as a table of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from knowledge.catalog.fields import FIELDS, Cell, Field
from tui.cli.catalog.found import COLUMNS, Found, as_word
from tui.cli.table import WIDTH, Column, fitting, table

DISPENSABLE: Final = ("network_gbps", "gpu_memory_gb")
"""What the standard columns do without first where a line would be too long."""
DECIMALS: Final = (2, 4)
"""The fewest and the most decimals of a price."""


def written(found: Found) -> str:
    """The table, then how many types match, of when the prices are, and what the marks mean."""
    columns = [_column(field, found) for field in found.fields or [FIELDS[name] for name in COLUMNS]]
    if found.target:
        far = [f"{found.distances[instance.instance_type]:.1f}" for instance in found.rows]
        columns.insert(1, Column("distance", "distance", "", far, numeric=True))
    kept = fitting(columns, () if found.fields else DISPENSABLE)
    lines = [*table(kept), ""] if found.rows else []
    for note in _notes(found, kept):
        lines += textwrap.wrap(note, WIDTH, break_on_hyphens=False)
    missing = [column.name for column in columns if column not in kept]
    if missing and found.fields:
        lines += textwrap.wrap(f"No room in {WIDTH} columns for {', '.join(missing)}; use --format csv.", WIDTH)
    return "\n".join(lines)


def _column(field: Field, found: Found) -> Column:
    cells = [found.cell(field, instance) for instance in found.rows]
    if field.unit == "USD/h":
        return Column(field.name, field.label, field.unit, _money(field, cells, found), numeric=True)
    texts = ["-" if cell is None or (field.name == "accelerators" and not cell) else as_word(cell) for cell in cells]
    if field.name == "instance_type":
        texts = [text + (" *" if row.status != "current" else "") for text, row in zip(texts, found.rows, strict=True)]
    return Column(field.name, field.label, field.unit, texts, numeric=field.kind == "number")


def _money(field: Field, cells: Sequence[Cell], found: Found) -> list[str]:
    """Prices with as many decimals as the longest needs; `~` before an estimate."""
    kinds = [found.cell(FIELDS[f"{field.name}_kind"], instance) for instance in found.rows]
    fewest, most = DECIMALS
    known = [f"{cell:.{most}f}".rstrip("0") for cell in cells if isinstance(cell, (int, float))]
    decimals = max([fewest, *(len(text.partition(".")[2]) for text in known)])
    return [
        f"{'~' if kind == 'estimated' else ''}{cell:.{decimals}f}" if isinstance(cell, (int, float)) else "-"
        for cell, kind in zip(cells, kinds, strict=True)
    ]


def _notes(found: Found, columns: Sequence[Column]) -> Iterator[str]:
    rows, match = len(found.rows), f"{found.matched} of {found.total} types match"
    if found.target and rows:
        yield f"{match}; the {rows} most like {found.target} are shown, distance 0 being the same."
    else:
        yield f"{match}; the first {rows} are shown." if rows < found.matched else f"{match}."
    shown = {column.name for column in columns} if rows else set()
    for name, whose in (("price", "EC2"), ("sagemaker_price", "SageMaker")):
        if name in shown:
            yield f"{whose} prices: on-demand, Linux, {found.home}{_dates(found, name)}."
    if not shown & {"price", "sagemaker_price"}:
        yield f"Catalogue of {found.as_of}."
    if found.region_note:
        yield found.region_note
    if marks := _marks(columns):
        yield marks


def _dates(found: Found, name: str) -> str:
    """From when to when the prices in the column `name` are."""
    cells = [found.cell(FIELDS[f"{name}_as_of"], instance) for instance in found.rows]
    dates = sorted({cell for cell in cells if isinstance(cell, str)})
    if not dates:
        return ""
    return f", of {dates[0]}" + (f" to {dates[-1]}" if len(dates) > 1 else "")


def _marks(columns: Sequence[Column]) -> str:
    """What the marks mean, of those that were used."""
    cells = [cell for column in columns for cell in column.cells]
    meanings = {
        "* is not current: see status.": any(cell.endswith(" *") for cell in cells),
        "~ is estimated.": any(cell.startswith("~") for cell in cells),
        "- is none or not known.": "-" in cells,
    }
    return " ".join(meaning for meaning, used in meanings.items() if used)
