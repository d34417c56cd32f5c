"""How old the facts of the base are, and which are due for review on a day that the caller names."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from knowledge.base import Knowledge
from knowledge.schema.record import Fact, Record
from knowledge.schema.review import Review
from knowledge.schema.source import Source

_DAYS_A_MONTH: Final = 365 / 12
_CATALOG_FILES: Final = ("instances", "stamp")
"""Attributes of the base that come from the tables of the catalogue."""


class DatedPart(NamedTuple):
    """A fact, a price or a whole entry, with where it stands."""

    file: str
    field: str
    """Field path inside the file; empty for the entry itself."""
    record: Any
    read: dt.date
    """The day on which it was last held against a source."""


class Freshness(Record):
    """The age of facts that age alike."""

    subject: str
    """Id of the review."""
    name: str
    facts: int
    oldest: dt.date
    newest: dt.date
    months: int | None
    """After so many months a fact is due; null for never."""
    due: dict[str, int]
    """File -> how many of its facts are due."""
    renew: str
    """The command that renews them; empty where the sources have to be read again."""


def measure_freshness(knowledge: Knowledge, today: dt.date) -> list[Freshness]:
    """The ages of all facts that some review covers, by review; reviews that cover nothing are left out."""
    return [found for review in knowledge.reviews.values() if (found := _freshness_of(review, knowledge, today)) is not None]


def find_parts(knowledge: Knowledge, path: str) -> Iterator[DatedPart]:
    """Every dated record at a path such as `places.billing.rates`: a kind, then fields; mappings and lists are gone through.

    Retired instance types are left out.
    """
    kind, _, fields = path.partition(".")
    section = getattr(knowledge, kind)
    for identity, entry in section.items() if isinstance(section, Mapping) else [("", section)]:
        if kind == "instances" and entry.status == "retired":
            continue  # no list has its price any more
        file = "catalog/" if kind in _CATALOG_FILES else f"{kind}/{identity}.yaml"
        for field, record in _walk_fields(entry, fields.split(".") if fields else []):
            yield DatedPart(file, field, record, _last_read(record, knowledge))


def is_due(read: dt.date, months: int | None, today: dt.date) -> bool:
    """True if a fact that was read on that day has to be read again after so many months."""
    return months is not None and (today - read).days > months * _DAYS_A_MONTH


def _last_read(record: Any, knowledge: Knowledge) -> dt.date:  # noqa: ANN401  # any dated record
    """The day of the record; a later one on which another source was found to say the same, or was sought in vain."""
    days: list[dt.date] = [record.as_of]
    if isinstance(record, Fact):
        days += [_day_of(knowledge.sources[identity]) for identity in record.confirmed_by if identity in knowledge.sources]
        days += [record.second_source_sought] if record.second_source_sought else []
    return max(days)


def _day_of(source: Source) -> dt.date:
    """The day whose state a source tells: an article read today confirms what held when it was written."""
    return min(source.read, source.published) if source.published is not None else source.read


def _freshness_of(review: Review, knowledge: Knowledge, today: dt.date) -> Freshness | None:
    parts = [part for path in review.covers for part in find_parts(knowledge, path)]
    if not parts:
        return None
    dates = [part.read for part in parts]
    due = Counter(part.file for part in parts if is_due(part.read, review.months, today))
    return Freshness(
        subject=review.id,
        name=review.name,
        facts=len(parts),
        oldest=min(dates),
        newest=max(dates),
        months=review.months,
        due=dict(sorted(due.items())),
        renew=review.renew,
    )


def _walk_fields(node: Any, fields: list[str], trail: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  # any part of a record
    """Field path and record of each dated record that `fields` lead to."""
    if isinstance(node, Mapping):
        for key, child in node.items():
            yield from _walk_fields(child, fields, (*trail, str(key)))
    elif isinstance(node, tuple):
        for number, child in enumerate(node):
            yield from _walk_fields(child, fields, (*trail, getattr(child, "id", str(number))))
    elif node is not None and fields:
        yield from _walk_fields(getattr(node, fields[0]), fields[1:], (*trail, fields[0]))
    elif hasattr(node, "as_of"):
        yield ".".join(trail), node


def describe_age(one: Freshness) -> str:
    """How many facts there are, from when they are, and how many of them are due."""
    span = f"{one.oldest}" if one.oldest == one.newest else f"{one.oldest} to {one.newest}"
    if one.months is None:
        return f"{one.facts:,}, of {span}"
    due = sum(one.due.values())
    return f"{one.facts:,}, of {span}; {f'{due:,} due for review' if due else 'none due'}"
