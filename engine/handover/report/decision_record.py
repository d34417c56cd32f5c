"""The decision record of an advice: its head, and its sections in reading order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.advice import Advice
from engine.handover.report import alternative_sections as others
from engine.handover.report import figure_sections as numbers
from engine.handover.report import plan_sections as plans
from engine.handover.report.content import Block, Document, Heading, Paragraph, Section, Sentence, SourceEntry
from engine.handover.report.figure_data import Figures
from engine.handover.report.report_context import ReportContext, SourceNumbers
from engine.plan_wording import entry_name
from knowledge import Knowledge
from knowledge.schema.source import Source
from knowledge.sentences import Say, bind_subject

_SECTIONS: Final[tuple[tuple[str, Callable[[ReportContext], Iterator[Block]]], ...]] = (
    ("glance", plans.write_glance),
    ("heard", plans.write_open_points),
    ("help", plans.write_relaxations),
    ("why", plans.write_reasons),
    ("cautions", plans.write_cautions),
    ("next", plans.write_next_steps),
    ("asked", plans.write_facts),
    ("assumed", others.write_assumptions),
    ("questions", others.write_questions),
    ("memory", numbers.write_memory),
    ("cost", numbers.write_costs),
    ("money", numbers.write_money),
    ("day", numbers.write_day),
    ("speed", numbers.write_speed),
    ("measured", plans.write_measurements),
    ("traffic", numbers.write_traffic),
    ("why_not", others.write_rejections),
    ("else", others.write_alternatives),
    ("compared", others.write_comparison),
    ("change", others.write_flips),
    ("path", numbers.write_path),
    ("software", plans.write_software),
    ("policy", others.write_policy),
    ("sizing", numbers.write_arithmetic),
)
"""Name and writer of each section; a section without content is left out."""
_SUBJECTS: Final = (("model", "models"), ("model", "hosted_models"), ("algorithm", "algorithms"))


def compose_record(advice: Advice, heading: Heading, figures: Figures, knowledge: Knowledge) -> Document:
    """The whole record; the same arguments give the same record."""
    numbering = SourceNumbers(knowledge.sources)
    say = bind_subject(knowledge, "report")
    context = ReportContext(advice, figures, knowledge, say, bind_subject(knowledge, "plots"), numbering)
    sections = tuple(_write_sections(context))
    return Document(
        title=heading.title or say("title", what=_name_workload(context)),
        lead=_lead_sentence(context),
        facts=_head_facts(context, heading),
        sections=sections,
        sources_title=_section_title(context, "sources"),
        sources=tuple(SourceEntry(number, one.title, one.url, _describe_dates(one, say)) for number, one in numbering.list_sources()),
    )


def _write_sections(context: ReportContext) -> Iterator[Section]:
    for name, write in _SECTIONS:
        blocks = (*write(context), *_explain_missing_figures(context, name))
        if blocks:
            yield Section(name.replace("_", "-"), _section_title(context, name), blocks)


def _explain_missing_figures(context: ReportContext, name: str) -> Iterator[Block]:
    """Why figures are missing, once, in the section on speed."""
    if name == "speed" and context.figures.missing:
        yield Paragraph(Sentence(context.say(context.figures.missing)))


def _section_title(context: ReportContext, name: str) -> str:
    """A section's title; the terminal's where the terminal has that section too."""
    key, shared = f"section_{name}", context.knowledge.wording["dialogue"].texts
    return shared[key] if key in shared else context.say(key)


def _name_workload(context: ReportContext) -> str:
    """The model or algorithm with the stage; else the task or the stage alone."""
    facts = {one.fact: one.value for one in context.advice.assumptions}
    facts |= {name: fact["value"] for name, fact in context.advice.workload.items()}
    entries = [(str(facts[fact]), getattr(context.knowledge, kind)) for fact, kind in _SUBJECTS if fact in facts]
    named = [entry_name(known, identity) for identity, known in entries if identity in known]
    what = (named or [str(facts.get("task", facts.get("stage", "-")))])[0]
    return context.say("title_stage", what=what, stage=facts["stage"]) if named and "stage" in facts else what


def _lead_sentence(context: ReportContext) -> str:
    plan = context.advice.choice
    if plan is None:
        return context.say("lead_none")
    return context.say("lead", what=context.describe_plan(plan), price=plans.describe_price(context, plan))


def _head_facts(context: ReportContext, heading: Heading) -> tuple[tuple[str, str], ...]:
    advice = context.advice
    return (
        (context.say("record_status"), context.say(f"status_{heading.status}")),
        (context.say("record_date"), heading.date),
        (context.say("record_lens"), context.say(f"lens_{advice.lens}")),
        (context.say("record_catalog"), advice.catalog_as_of),
        (context.say("record_confidence"), advice.confidence),
    )


def _describe_dates(source: Source, say: Say) -> str:
    if source.published:
        return say("source_line", publisher=source.publisher, published=source.published, read=source.read)
    return say("source_read", publisher=source.publisher, read=source.read)
