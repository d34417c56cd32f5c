"""`python -m knowledge`: read the whole base from YAML, check it, count it, and say what it covers."""

from __future__ import annotations

import sys

from knowledge.base import Knowledge
from knowledge.base_checks import find_orphans, find_unexplained, report_lines
from knowledge.catalog.tables import read_catalog
from knowledge.comparison_tables import find_mistakes
from knowledge.errors import InputError
from knowledge.loader import load_yaml
from knowledge.measurements import read_measurements
from knowledge.references import find_dangling
from knowledge.store import packaged_data


def main() -> int:
    """Print counts, coverage and ages; exit 2 with one line per mistake."""
    root = packaged_data()
    try:
        records = load_yaml(root)
        records |= read_measurements(root)
        catalog = read_catalog(root / "catalog")
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    knowledge = Knowledge(lambda name, _: catalog.instances if name == "catalog.instances" else records[name])
    mistakes = [
        *find_dangling({**records, "instances": catalog.instances}),
        *find_orphans(records, catalog),
        *find_unexplained(records),
        *(line for table in knowledge.tables.values() for line in find_mistakes(table, knowledge)),
    ]
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    print("\n".join(report_lines(records, catalog)))
    return 2 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
