"""The record of one advice: what stands at its head, and its sections in the order in which a reader asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.advice import Advice
from engine.handover.in_words import name_of
from engine.handover.report import number_sections as numbers
from engine.handover.report import other_sections as others
from engine.handover.report import plan_sections as plans
from engine.handover.report.content import Block, Document, Heading, Listed, Paragraph, Said, Section
from engine.handover.report.figured import Figures
from engine.handover.report.sheet import Sheet
from engine.handover.report.sources import Numbering
from knowledge import Knowledge
from knowledge.schema.source import Source
from knowledge.sentences import Say, saying

_SECTIONS: Final[tuple[tuple[str, Callable[[Sheet], Iterator[Block]]], ...]] = (
    ("glance", plans.glance),
    ("heard", plans.unsettled),
    ("help", plans.relax),
    ("why", plans.why),
    ("cautions", plans.cautions),
    ("next", plans.next_steps),
    ("asked", plans.asked),
    ("assumed", others.assumed),
    ("questions", others.questions),
    ("memory", numbers.memory),
    ("cost", numbers.costs),
    ("speed", numbers.speed),
    ("traffic", numbers.traffic),
    ("why_not", others.rejected),
    ("else", others.alternatives),
    ("compared", others.compared),
    ("change", others.flips),
    ("software", plans.software),
    ("policy", others.policy),
    ("sizing", numbers.arithmetic),
)
"""Name -> what writes it; one that has nothing to say is left out."""
_SUBJECTS: Final = (("model", "models"), ("algorithm", "algorithms"))


def decision_record(advice: Advice, heading: Heading, figures: Figures, knowledge: Knowledge) -> Document:
    """The whole record. The same advice, heading and base give the same record."""
    numbering = Numbering(knowledge.sources)
    say = saying(knowledge, "report")
    sheet = Sheet(advice, figures, knowledge, say, saying(knowledge, "plots"), numbering)
    sections = tuple(_sections(sheet))
    return Document(
        title=heading.title or say("title", what=_subject(sheet)),
        lead=_lead(sheet),
        facts=_facts(sheet, heading),
        sections=sections,
        sources_title=_title(sheet, "sources"),
        sources=tuple(Listed(number, one.title, one.url, _dates(one, say)) for number, one in numbering.numbered()),
    )


def _sections(sheet: Sheet) -> Iterator[Section]:
    for name, write in _SECTIONS:
        blocks = (*write(sheet), *_left_out(sheet, name))
        if blocks:
            yield Section(name.replace("_", "-"), _title(sheet, name), blocks)


def _left_out(sheet: Sheet, name: str) -> Iterator[Block]:
    """Why a section has no figure, once, where the reader looks for them."""
    if name == "speed" and sheet.figures.missing:
        yield Paragraph(Said(sheet.say(sheet.figures.missing)))


def _title(sheet: Sheet, name: str) -> str:
    """A section's title: the terminal's where it has that section too."""
    key, shared = f"section_{name}", sheet.base.wording["dialogue"].texts
    return shared[key] if key in shared else sheet.say(key)


def _subject(sheet: Sheet) -> str:
    """The model, the algorithm or the task, and the stage."""
    facts = {one.fact: one.value for one in sheet.advice.assumptions}
    facts |= {name: fact["value"] for name, fact in sheet.advice.workload.items()}
    named = [name_of(getattr(sheet.base, kind), str(facts[fact])) for fact, kind in _SUBJECTS if fact in facts]
    what = (named or [str(facts.get("task", facts.get("stage", "-")))])[0]
    return sheet.say("title_stage", what=what, stage=facts["stage"]) if named and "stage" in facts else what


def _lead(sheet: Sheet) -> str:
    plan = sheet.advice.choice
    if plan is None:
        return sheet.say("lead_none")
    return sheet.say("lead", what=sheet.where(plan), price=plans.paid(sheet, plan))


def _facts(sheet: Sheet, heading: Heading) -> tuple[tuple[str, str], ...]:
    advice = sheet.advice
    return (
        (sheet.say("record_status"), sheet.say(f"status_{heading.status}")),
        (sheet.say("record_date"), heading.date),
        (sheet.say("record_lens"), sheet.say(f"lens_{advice.lens}")),
        (sheet.say("record_catalog"), advice.catalog_as_of),
        (sheet.say("record_confidence"), advice.confidence),
    )


def _dates(source: Source, say: Say) -> str:
    if source.published:
        return say("source_line", publisher=source.publisher, published=source.published, read=source.read)
    return say("source_read", publisher=source.publisher, read=source.read)
