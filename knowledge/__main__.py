"""`python -m knowledge`: read the whole base from YAML, check it, count it, and say what it covers."""

from __future__ import annotations

import datetime as dt
import sys

from knowledge.base import Knowledge
from knowledge.base_checks import find_orphans, find_unexplained, report_lines, review_lines, second_source_lines
from knowledge.catalog.tables import read_catalog
from knowledge.comparison_tables import find_mistakes
from knowledge.errors import InputError
from knowledge.loader import load_yaml
from knowledge.measurements import read_measurements
from knowledge.references import find_dangling
from knowledge.second_sources import find_dependent_sources
from knowledge.store import packaged_data


def main(today: dt.date | None = None) -> int:
    """Print counts, coverage, ages and what is due by `today` (else the clock); exit 2 with one line per mistake."""
    root = packaged_data()
    try:
        records = load_yaml(root)
        records |= read_measurements(root)
        catalog = read_catalog(root / "catalog")
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    sections = {**records, "catalog.instances": catalog.instances, "catalog.stamp": catalog.stamp}
    knowledge = Knowledge(lambda name, _: sections[name])
    mistakes = [
        *find_dangling({**records, "instances": catalog.instances}),
        *find_orphans(records, catalog),
        *find_unexplained(records),
        *find_dependent_sources(knowledge),
        *(line for table in knowledge.tables.values() for line in find_mistakes(table, knowledge)),
    ]
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    print("\n".join(report_lines(records, catalog)))
    print("\n".join(review_lines(knowledge, today or dt.datetime.now(tz=dt.UTC).date())))
    print("\n".join(second_source_lines(knowledge)))
    return 2 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
