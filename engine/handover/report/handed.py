"""The record for programs: the advice with its sources written out and the numbers behind its figures."""

from __future__ import annotations

from engine.advice import Advice
from engine.handover.report.content import Document, Heading, Status
from engine.handover.report.figured import Figures
from engine.handover.report.sources import Resolved, resolved
from knowledge import Knowledge
from knowledge.schema.record import Record


class Headed(Record):
    """What stands at the head of the record."""

    title: str
    date: str
    """ISO 8601."""
    status: Status


class Handed(Advice):
    """The advice, field by field, and what a record adds to it; what reads an advice reads this one too."""

    record: Headed
    sources: dict[str, Resolved]
    """Every source that the advice names, by its id."""
    figures: Figures


def handed(advice: Advice, document: Document, heading: Heading, figures: Figures, knowledge: Knowledge) -> Handed:
    """The advice as a record hands it on."""
    record = Headed(title=document.title, date=heading.date, status=heading.status)
    fields = {name: getattr(advice, name) for name in Advice.__struct_fields__}
    return Handed(**fields, record=record, sources=resolved(advice, knowledge.sources), figures=figures)
