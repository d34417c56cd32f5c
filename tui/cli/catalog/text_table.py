"""A list of instance types as a table of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from knowledge.catalog.fields import FIELDS, Cell, Field
from tui.cli.catalog.selection import STANDARD_COLUMNS, Selection, render_cell
from tui.cli.table import WIDTH, Column, fit_columns, render_table

_DISPENSABLE: Final = ("network_gbps", "gpu_memory_gb")
"""What the standard columns do without first where a line would be too long."""
_DECIMALS: Final = (2, 4)
"""The fewest and the most decimals of a price."""


def render_text(selection: Selection) -> str:
    """The table, then how many types match, of when the prices are, and what the marks mean."""
    columns = [_build_column(field, selection) for field in selection.fields or STANDARD_COLUMNS]
    if selection.target:
        distances = [f"{selection.distances[instance.instance_type]:.1f}" for instance in selection.rows]
        columns.insert(1, Column("distance", "distance", "", distances, numeric=True))
    kept = fit_columns(columns, () if selection.fields else _DISPENSABLE)
    lines = [*render_table(kept), ""] if selection.rows else []
    for note in _note_lines(selection, kept):
        lines += textwrap.wrap(note, WIDTH, break_on_hyphens=False)
    missing = [column.name for column in columns if column not in kept]
    if missing and selection.fields:
        lines += textwrap.wrap(f"No room in {WIDTH} columns for {', '.join(missing)}; use --format csv.", WIDTH)
    return "\n".join(lines)


def _build_column(field: Field, selection: Selection) -> Column:
    cells = [selection.cell(field, instance) for instance in selection.rows]
    if field.unit == "USD/h":
        return Column(field.name, field.label, field.unit, _format_prices(field, cells, selection), numeric=True)
    texts = ["-" if cell is None or (field.name == "accelerators" and not cell) else render_cell(cell) for cell in cells]
    if field.name == "instance_type":
        texts = [text + (" *" if row.status != "current" else "") for text, row in zip(texts, selection.rows, strict=True)]
    return Column(field.name, field.label, field.unit, texts, numeric=field.kind == "number")


def _format_prices(field: Field, cells: Sequence[Cell], selection: Selection) -> list[str]:
    """Prices with as many decimals as the longest needs; `~` before an estimate."""
    kinds = [selection.cell(FIELDS[f"{field.name}_kind"], instance) for instance in selection.rows]
    fewest, most = _DECIMALS
    known = [f"{cell:.{most}f}".rstrip("0") for cell in cells if isinstance(cell, (int, float))]
    decimals = max([fewest, *(len(text.partition(".")[2]) for text in known)])
    return [
        f"{'~' if kind == 'estimated' else ''}{cell:.{decimals}f}" if isinstance(cell, (int, float)) else "-"
        for cell, kind in zip(cells, kinds, strict=True)
    ]


def _note_lines(selection: Selection, columns: Sequence[Column]) -> Iterator[str]:
    rows, match = len(selection.rows), f"{selection.matched} of {selection.total} types match"
    if selection.target and rows:
        yield f"{match}; the {rows} most like {selection.target} are shown, distance 0 being the same."
    else:
        yield f"{match}; the first {rows} are shown." if rows < selection.matched else f"{match}."
    shown = {column.name for column in columns} if rows else set()
    for name, whose in (("price", "EC2"), ("sagemaker_price", "SageMaker")):
        if name in shown:
            yield f"{whose} prices: on-demand, Linux, {selection.home}{_price_dates(selection, name)}."
    if not shown & {"price", "sagemaker_price"}:
        yield f"Catalogue of {selection.as_of}."
    if selection.region_note:
        yield selection.region_note
    if marks := _explain_marks(columns):
        yield marks


def _price_dates(selection: Selection, name: str) -> str:
    """From when to when the prices in the column `name` are."""
    cells = [selection.cell(FIELDS[f"{name}_as_of"], instance) for instance in selection.rows]
    dates = sorted({cell for cell in cells if isinstance(cell, str)})
    if not dates:
        return ""
    return f", of {dates[0]}" + (f" to {dates[-1]}" if len(dates) > 1 else "")


def _explain_marks(columns: Sequence[Column]) -> str:
    """What the marks mean, of those that were used."""
    cells = [cell for column in columns for cell in column.cells]
    meanings = {
        "* is not current: see status.": any(cell.endswith(" *") for cell in cells),
        "~ is estimated.": any(cell.startswith("~") for cell in cells),
        "- is none or not known.": "-" in cells,
    }
    return " ".join(meaning for meaning, used in meanings.items() if used)
