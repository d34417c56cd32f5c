"""The record as JSON: the advice with its sources in full and the numbers behind its figures."""

from __future__ import annotations

from collections.abc import Mapping

from engine.advice import Advice, Plan
from engine.handover.report.content import Document, Heading, Status
from engine.handover.report.figure_data import Figures
from knowledge import Knowledge
from knowledge.schema.record import Record
from knowledge.schema.source import Source


class Headed(Record):
    """What stands at the head of the record."""

    title: str
    date: str
    """ISO 8601."""
    status: Status


class Resolved(Record):
    """A source as the base knows it."""

    title: str
    publisher: str
    url: str
    read: str
    """The day it was read, ISO 8601."""
    published: str | None
    note: str


class Handed(Advice):
    """The advice, field by field, and what a record adds to it; what reads an advice reads this one too."""

    record: Headed
    sources: dict[str, Resolved]
    """Every source that the advice names, by its id."""
    figures: Figures


def build_json_record(advice: Advice, document: Document, heading: Heading, figures: Figures, knowledge: Knowledge) -> Handed:
    """The advice with everything that a record adds."""
    record = Headed(title=document.title, date=heading.date, status=heading.status)
    fields = {name: getattr(advice, name) for name in Advice.__struct_fields__}
    return Handed(**fields, record=record, sources=_resolve_sources(advice, knowledge.sources), figures=figures)


def _resolve_sources(advice: Advice, known: Mapping[str, Source]) -> dict[str, Resolved]:
    """All sources that the advice names, by id, in order of ids; one that is not in `known` is left out."""
    plans = [one for one in (advice.choice, *advice.alternatives, *advice.comparison) if isinstance(one, Plan)]
    found = {name for plan in plans for reason in plan.reasons for name in reason.sources}
    found |= {name for one in (*advice.rejected, *advice.comparison) if not isinstance(one, Plan) for name in one.sources}
    return {name: _resolve_source(known[name]) for name in sorted(found) if name in known}


def _resolve_source(source: Source) -> Resolved:
    published = source.published.isoformat() if source.published else None
    texts = {"title": source.title, "publisher": source.publisher, "url": source.url, "note": source.note}
    return Resolved(**texts, read=source.read.isoformat(), published=published)
