"""What the base covers, how old it is, and what nothing uses: the lines of `make knowledge`."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from knowledge.catalog.tables import Catalog
from knowledge.references import references
from knowledge.schema.record import Fact
from knowledge.walk import inside

Records = Mapping[str, Mapping[str, Any]]


def report(records: Records, catalog: Catalog) -> Iterator[str]:
    """Counts, coverage, ages and orphans, a line each."""
    yield from (f"{kind:15}{len(entries):6}" for kind, entries in records.items())
    yield f"{'instances':15}{len(catalog.instances):6}"
    yield ""
    yield from _coverage(records, catalog)
    yield from _ages(records)


def orphans(records: Records, catalog: Catalog) -> Iterator[str]:
    """Sources that no fact names. Those of a refreshed catalogue wait for one."""
    used = {
        target for entries in (*records.values(), catalog.instances) for entry in entries.values() for _, ref, target in references(entry)
    }
    waiting = {"aws-bulk-price-list", "aws-ec2-api-refreshed"}
    yield from (f"sources/{identity}.yaml: nothing names it." for identity in sorted(set(records["sources"]) - used - waiting))


def facts_of(entry: object) -> Iterator[Fact[Any]]:
    """Every fact below a record."""
    if isinstance(entry, Fact):
        yield entry
    for part in inside(entry):
        yield from facts_of(part)


def _coverage(records: Records, catalog: Catalog) -> Iterator[str]:
    families = {instance.family for instance in catalog.instances.values()}
    yield _share("families of the catalogue with an entry", families & set(records["families"]), families)
    names = {name for name, instance in catalog.instances.items() if instance.ml and instance.ml.jobs}
    priced = {name for name in names if (ml := catalog.instances[name].ml) and (ml.price or catalog.instances[name].no_price_reason)}
    yield _share("ml. names with a price, or a reason", priced, names)
    places = {name for name, place in records["places"].items() if place.limits or place.note}
    yield _share("places with limits, or a note on why not", places, set(records["places"]))
    built_in = sum(algorithm.built_in for algorithm in records["algorithms"].values())
    yield f"{'built-in algorithms of SageMaker':42}{built_in:6}"


def _share(what: str, covered: set[str], whole: set[str]) -> str:
    missing = ", ".join(sorted(whole - covered)[:8])
    return f"{what:42}{len(covered):6} of {len(whole)}{f', missing {missing}' if missing else ''}"


def _ages(records: Records) -> Iterator[str]:
    dates: Counter[dt.date] = Counter(fact.as_of for entries in records.values() for entry in entries.values() for fact in facts_of(entry))
    total = sum(dates.values())
    if not total:
        return
    yield ""
    yield f"{total:,} facts, the oldest of {min(dates)}, the newest of {max(dates)}"
    years = Counter(date.strftime("%Y") for date in dates.elements())
    yield "by year: " + ", ".join(f"{year} {count:,}" for year, count in sorted(years.items()))
