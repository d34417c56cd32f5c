"""A list of instance types as one JSON document."""

from __future__ import annotations

from knowledge.catalog.fields import FIELDS, Field
from knowledge.schema.instance import Instance
from tui.cli.catalog.found import Found, with_dates
from tui.cli.json_text import json_text


def written(found: Found) -> str:
    """The document; every field but the regions where no columns were asked for."""
    fields = with_dates(found.fields) if found.fields else [field for field in FIELDS.values() if field.name != "region"]
    return json_text(
        {
            "schema": 1,
            "catalog_as_of": found.as_of,
            "filter": str(found.expression) if found.expression else None,
            "similar": found.target or None,
            "types": found.total,
            "matched": found.matched,
            "price_region": found.home,
            "note": found.region_note or None,
            "instances": [_row(found, fields, instance) for instance in found.rows],
        }
    )


def _row(found: Found, fields: list[Field], instance: Instance) -> dict[str, object]:
    row: dict[str, object] = {}
    for field in fields:
        cell = found.cell(field, instance)
        row[field.name] = sorted(cell) if isinstance(cell, frozenset) else cell
    if found.target:
        row["distance"] = round(found.distances[instance.instance_type], 3)
    return row
