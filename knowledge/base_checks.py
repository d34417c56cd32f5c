"""What the base covers, how old it is, what is due, unused or unexplained: `make knowledge` prints it."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from knowledge.base import Knowledge
from knowledge.catalog.tables import Catalog
from knowledge.freshness import measure_freshness
from knowledge.lookup import EXPLAINED_KINDS
from knowledge.references import list_references
from knowledge.schema.record import Fact, Record
from knowledge.second_sources import measure_coverage

Records = Mapping[str, Mapping[str, Any]]
_ABBREVIATION: Final = re.compile(r"\b[A-Z]{2,}[0-9]*\b")
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_ROWS: Final = frozenset({"sources", "measurements", "deployments"})
"""Kinds whose texts are titles and remarks of others, not ours."""
_AS_PEOPLE_TYPE: Final = ("wording", "calm")
"""Sentences as people type them, which explain nothing."""
_NOT_TEXT: Final = frozenset({"seen", "error_texts", "errors", "setting", "probe", "id", "sources", "url", "aliases", "figure"})


def report_lines(records: Records, catalog: Catalog) -> Iterator[str]:
    """Lines with counts, coverage and ages."""
    yield from (f"{kind:15}{len(entries):6}" for kind, entries in records.items())
    yield f"{'instances':15}{len(catalog.instances):6}"
    yield ""
    yield from _coverage_lines(records, catalog)
    yield from _age_lines(records)


def find_orphans(records: Records, catalog: Catalog) -> Iterator[str]:
    """One line for each source that no record names; those that only a refreshed catalogue names do not count."""
    used = {
        target
        for entries in (*records.values(), catalog.instances)
        for entry in entries.values()
        for _, ref, target in list_references(entry)
    }
    waiting = {"aws-bulk-price-list", "aws-ec2-api-refreshed"}
    yield from (f"sources/{identity}.yaml: nothing names it." for identity in sorted(set(records["sources"]) - used - waiting))


def list_facts(entry: object) -> Iterator[Fact[Any]]:
    """All facts in a record, however deep."""
    if isinstance(entry, Fact):
        yield entry
    for part in list_parts(entry):
        yield from list_facts(part)


def _coverage_lines(records: Records, catalog: Catalog) -> Iterator[str]:
    families = {instance.family for instance in catalog.instances.values()}
    yield _share_line("families of the catalogue with an entry", families & set(records["families"]), families)
    names = {name for name, instance in catalog.instances.items() if instance.ml and instance.ml.jobs}
    priced = {name for name in names if (ml := catalog.instances[name].ml) and (ml.price or catalog.instances[name].no_price_reason)}
    yield _share_line("ml. names with a price, or a reason", priced, names)
    places = {name for name, place in records["places"].items() if place.limits or place.note}
    yield _share_line("places with limits, or a note on why not", places, set(records["places"]))
    built_in = sum(algorithm.built_in for algorithm in records["algorithms"].values())
    yield f"{'built-in algorithms of SageMaker':42}{built_in:6}"


def _share_line(what: str, covered: set[str], whole: set[str]) -> str:
    missing = ", ".join(sorted(whole - covered)[:8])
    return f"{what:42}{len(covered):6} of {len(whole)}{f', missing {missing}' if missing else ''}"


def _age_lines(records: Records) -> Iterator[str]:
    dates: Counter[dt.date] = Counter(
        fact.as_of for entries in records.values() for entry in entries.values() for fact in list_facts(entry)
    )
    total = sum(dates.values())
    if not total:
        return
    yield ""
    yield f"{total:,} facts, the oldest of {min(dates)}, the newest of {max(dates)}"
    years = Counter(date.strftime("%Y") for date in dates.elements())
    yield "by year: " + ", ".join(f"{year} {count:,}" for year, count in sorted(years.items()))


def review_lines(knowledge: Knowledge, today: dt.date) -> Iterator[str]:
    """What is due for review by `today`: a line for each group of facts that age alike, and below it the files to read again."""
    yield ""
    for one in measure_freshness(knowledge, today):
        due = sum(one.due.values())
        period = f"after {one.months} months" if one.months is not None else "never"
        yield f"{one.name:30}{one.facts:6,}  {one.oldest} to {one.newest}, review {period}{f': {due:,} due' if due else ''}"
        if one.renew and due:
            yield f"  run: {one.renew}"
        elif due:
            yield from (f"  {file}: {count}" for file, count in one.due.items())


def second_source_lines(knowledge: Knowledge) -> Iterator[str]:
    """How many facts need a second source, how many have one, and the file and field of each for which nobody has sought one."""
    found = measure_coverage(knowledge)
    yield ""
    yield (
        f"{found.due:,} facts need a second source: {len(found.confirmed):,} are confirmed, {len(found.contradicted):,} contradicted, "
        f"for {len(found.sought):,} none was found, for {len(found.lacking):,} none was sought"
    )
    yield from (f"  {part.file}: {part.field} needs confirmed_by or second_source_sought" for part in found.lacking)


def find_unexplained(records: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """One line for each abbreviation that is no name or alias of an entry and is not spelt out in `wording/abbreviations.yaml`."""
    known = set(records["wording"]["abbreviations"].texts) if "abbreviations" in records["wording"] else set()
    for kind in EXPLAINED_KINDS:
        for identity, entry in records[kind].items():
            known.update(word.upper() for name in (identity, entry.name, *entry.aliases) for word in _WORD.findall(name))
    seen: set[str] = set()
    for kind, entries in records.items():
        for identity, entry in entries.items() if kind not in _ROWS else ():
            if (kind, identity) == _AS_PEOPLE_TYPE:
                continue
            for text in list_texts(entry):
                for word in set(_ABBREVIATION.findall(text)) - known - seen:
                    seen.add(word)
                    where = f"{kind}/{identity}.yaml"
                    yield f"{where}: {word} is explained nowhere. Add a glossary entry, or spell it out in wording/abbreviations.yaml."


def list_texts(entry: object) -> Iterator[str]:
    """All texts in a record that people read."""
    if isinstance(entry, str):
        yield entry
    for part in list_parts(entry, left_out=_NOT_TEXT):
        yield from list_texts(part)


def list_parts(entry: object, *, left_out: Collection[str] = ()) -> Iterator[object]:
    """The direct parts of a record (without the fields `left_out`), a mapping or a tuple; nothing for a plain value."""
    if isinstance(entry, Record):
        yield from (getattr(entry, field) for field in entry.__struct_fields__ if field not in left_out)
    elif isinstance(entry, Mapping):
        yield from entry.values()
    elif isinstance(entry, tuple):
        yield from entry
