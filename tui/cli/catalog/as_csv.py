"""A list of instance types as CSV."""

from __future__ import annotations

import csv
import io

from knowledge.catalog.fields import FIELDS
from tui.cli.catalog.found import COLUMNS, Found, as_word, with_dates


def written(found: Found) -> str:
    """A head with the names of the fields, then one line per type; what is not known is empty."""
    fields = with_dates(found.fields or [FIELDS[name] for name in COLUMNS])
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*(field.name for field in fields), "catalog_as_of", *(["distance"] if found.target else [])])
    for instance in found.rows:
        cells = [as_word(found.cell(field, instance)) for field in fields]
        far = [f"{found.distances[instance.instance_type]:.3f}"] if found.target else []
        writer.writerow([*cells, found.as_of.isoformat(), *far])
    return text.getvalue().rstrip("\n")
