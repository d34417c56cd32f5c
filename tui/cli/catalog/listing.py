"""`sizewise catalog list`: the types that satisfy a filter, as text, CSV or JSON."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence

from knowledge import load
from knowledge.catalog.fields import FIELDS, Field
from knowledge.schema.instance import Instance
from tui.cli.catalog.selection import STANDARD_COLUMNS, Selection, render_cell, select_types
from tui.cli.catalog.text_table import render_text
from tui.output.exit_status import DONE
from tui.output.json_text import render_json


def run(arguments: argparse.Namespace) -> int:
    """Print the list. Raises InputError for a wrong filter, field, type or number."""
    selection = select_types(load(), arguments)
    render = {"text": render_text, "csv": render_csv, "json": render_list_json}[arguments.format]
    print(render(selection))
    return DONE


def render_csv(selection: Selection) -> str:
    """A head with the names of the fields, then one line per type; what is not known is empty."""
    fields = _with_price_dates(selection.fields or STANDARD_COLUMNS)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*(field.name for field in fields), "catalog_as_of", *(["distance"] if selection.target else [])])
    for instance in selection.rows:
        cells = [render_cell(selection.cell(field, instance)) for field in fields]
        distance = [f"{selection.distances[instance.instance_type]:.3f}"] if selection.target else []
        writer.writerow([*cells, selection.as_of.isoformat(), *distance])
    return text.getvalue().rstrip("\n")


def render_list_json(selection: Selection) -> str:
    """The list as one document; every field but the regions where no columns were asked for."""
    fields = _with_price_dates(selection.fields) if selection.fields else [field for field in FIELDS.values() if field.name != "region"]
    return render_json(
        {
            "schema": 1,
            "catalog_as_of": selection.as_of,
            "filter": str(selection.expression) if selection.expression else None,
            "similar": selection.target or None,
            "types": selection.total,
            "matched": selection.matched,
            "price_region": selection.home,
            "note": selection.region_note or None,
            "instances": [_as_row(selection, fields, instance) for instance in selection.rows],
        }
    )


def _as_row(selection: Selection, fields: Sequence[Field], instance: Instance) -> dict[str, object]:
    row: dict[str, object] = {}
    for field in fields:
        cell = selection.cell(field, instance)
        row[field.name] = sorted(cell) if isinstance(cell, frozenset) else cell
    if selection.target:
        row["distance"] = round(selection.distances[instance.instance_type], 3)
    return row


def _with_price_dates(fields: Sequence[Field]) -> list[Field]:
    """`fields` with the kind and date of prices, which no price goes without."""
    wanted = ["price_kind", "price_as_of"]
    if FIELDS["sagemaker_price"] in fields:
        wanted += ["sagemaker_price_kind", "sagemaker_price_as_of"]
    return [*fields, *(FIELDS[name] for name in wanted if FIELDS[name] not in fields)]
