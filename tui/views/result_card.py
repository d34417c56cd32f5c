"""The sections of an advice in the app, and its first lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.advice import Advice, Plan
from engine.fact_wording import describe_fact, say
from engine.number_format import format_money, format_percentage
from knowledge import Knowledge
from tui.views.advice import AdviceWriter
from tui.views.conversation import source_lines
from tui.views.text_lines import Line, bullet_lines, labelled_lines, wrap_text

Section = Callable[[int], list[Line]]
_MIN_WHOLE_NUMBER: Final = 100
"""From here on numbers are shown without decimals."""
_NAME_WIDTH: Final = 34
"""Characters of the name of a purchase option."""


def section_writers(advice: Advice, base: Knowledge) -> dict[str, Section]:
    """Title -> function from a width to lines; empty sections are left out."""

    def writer(width: int) -> AdviceWriter:
        return AdviceWriter(advice, base, width=width)

    every: dict[str, Section] = {
        "hurts": lambda width: writer(width).diagnosis_lines(),
        "why": lambda width: _reason_lines(writer(width)),
        "move": lambda width: writer(width).move_lines(),
        "why_not": lambda width: _rejection_lines(writer(width)),
        "change": lambda width: [*writer(width).flip_lines(), *_question_lines(advice, base, width)],
        "cost": lambda width: list(_cost_lines(advice, base, width)),
        "sizing": lambda width: list(_sizing_lines(advice, width)),
        "else": lambda width: writer(width).alternative_lines(),
        "assumed": lambda width: list(_assumption_lines(advice, base, width)),
        "sources": lambda width: list(source_lines(advice, base, width)),
    }
    if advice.choice is None:
        every = {"help": lambda width: writer(width).relaxation_lines(), **every}
    return {say(base, f"section_{key}"): draw for key, draw in every.items() if draw(80)}


def glance_lines(advice: Advice, base: Knowledge, width: int) -> list[Line]:
    """The plan in a few lines, with confidence and date of the prices."""
    writer = AdviceWriter(advice, base, width=width)
    line = say(base, "confidence", level=advice.confidence, date=advice.catalog_as_of)
    return [*writer.glance_lines(), *writer.present_lines(), *wrap_text(line, width, tone="dim")]


def _with_sources(writer: AdviceWriter, lines: list[Line]) -> list[Line]:
    """The lines and below them the sources that they mark."""
    return [*lines, *writer.footer_lines("")[1:]] if lines else []


def _reason_lines(writer: AdviceWriter) -> list[Line]:
    return _with_sources(writer, writer.reason_lines())


def _rejection_lines(writer: AdviceWriter) -> list[Line]:
    return _with_sources(writer, [*writer.rejection_lines(), *writer.comparison_lines()])


def _question_lines(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    for question in advice.next_questions:
        yield from bullet_lines("+", say(base, "would_help", prompt=question.prompt, share=format_percentage(question.effect)), width)


def _cost_lines(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    plan = advice.choice
    if plan is None:
        return
    for one in plan.purchases:
        kind = base.purchases[one.kind].name
        name = f"{kind}{f' ({one.name})' if one.name not in ('', kind) else ''}{_term_text(one.term_years)}"
        month = format_money(one.usd_per_month) if one.usd_per_month is not None else "?"
        saving = f"  −{one.saving:.0%}" if one.saving else ""
        yield from bullet_lines("●" if one.kind == plan.purchase else "~", f"{name:<{_NAME_WIDTH}} {month:>10}{saving}", width, _NAME_WIDTH)
    yield from _scaling_lines(plan, base, width)
    yield from wrap_text(say(base, "price_of", kind=plan.cost.price, date=plan.cost.as_of), width, tone="dim")


def _term_text(years: int) -> str:
    return f", {years} year{'s' if years > 1 else ''}" if years else ""


def _scaling_lines(plan: Plan, base: Knowledge, width: int) -> Iterator[Line]:
    scaling = plan.scaling
    if scaling is not None:
        target = (
            "-" if scaling.target is None else f"{scaling.target:,.0f}" if scaling.target >= _MIN_WHOLE_NUMBER else f"{scaling.target:.3g}"
        )
        values = {"policy": scaling.policy, "metric": scaling.metric, "target": target, "least": scaling.min, "most": scaling.max}
        yield from wrap_text(say(base, "scaling_line", **values), width, "  ")


def _sizing_lines(advice: Advice, width: int) -> Iterator[Line]:
    for step in dict.fromkeys((*advice.needs.basis, *advice.trace)):
        yield from wrap_text(step, width, "    ")


def _assumption_lines(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    for one in advice.assumptions:
        effect = f" ({format_percentage(one.effect)})" if one.effect else ""
        yield from bullet_lines("~" if one.effect else "·", f"{describe_fact(base, one.fact, one.value)}{effect}: {one.why}", width)
    for line in (*advice.contradictions, *advice.not_understood):
        yield from labelled_lines("Mind", line, width)
