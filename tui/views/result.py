"""The sections of a result card: each answers one thing a person asks of an advice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.advice import Advice, Plan
from engine.decision.wording import money
from engine.words import say, share, told
from knowledge import Knowledge
from tui.views.advice import Sheet
from tui.views.conversation import source_lines
from tui.views.line import Line, bullet, labelled, wrapped

Section = Callable[[int], list[Line]]
_WHOLE: Final = 100
"""From here on digits behind the point tell nothing."""
_ROOM: Final = 34
"""Characters of the name of a purchase option."""


def sections(advice: Advice, base: Knowledge) -> dict[str, Section]:
    """Title -> its lines for a width; a section that has nothing to say is left out."""

    def sheet(width: int) -> Sheet:
        return Sheet(advice, base, width=width)

    every: dict[str, Section] = {
        "why": lambda width: _with_sources(sheet(width), "reasons"),
        "why_not": lambda width: _why_not(sheet(width)),
        "change": lambda width: [*sheet(width).flips(), *_told_next(advice, base, width)],
        "cost": lambda width: list(_cost(advice, base, width)),
        "sizing": lambda width: list(_sizing(advice, width)),
        "else": lambda width: sheet(width).alternatives(),
        "assumed": lambda width: list(_assumed(advice, base, width)),
        "sources": lambda width: list(source_lines(advice, base, width)),
    }
    if advice.choice is None:
        every = {"help": lambda width: sheet(width).relaxed()[2:], **every}
    return {say(base, f"section_{key}"): draw for key, draw in every.items() if draw(80)}


def glance(advice: Advice, base: Knowledge, width: int) -> list[Line]:
    """The plan in a few lines, with what was taken from the words."""
    sheet = Sheet(advice, base, width=width)
    line = say(base, "confidence", level=advice.confidence, date=advice.catalog_as_of)
    return [*sheet.glance(), *wrapped(line, width, tone="dim")]


def _with_sources(sheet: Sheet, name: str) -> list[Line]:
    lines: list[Line] = getattr(sheet, name)()
    return [*lines, *sheet.footer("")[1:]] if lines else []


def _why_not(sheet: Sheet) -> list[Line]:
    lines = [*sheet.rejected(), *sheet.compared()]
    return [*lines, *sheet.footer("")[1:]] if lines else []


def _told_next(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    for question in advice.next_questions:
        yield from bullet("+", say(base, "would_help", prompt=question.prompt, share=share(question.effect)), width)


def _cost(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    plan = advice.choice
    if plan is None:
        return
    for one in plan.purchases:
        kind = base.purchases[one.kind].name
        name = f"{kind}{f' ({one.name})' if one.name not in ('', kind) else ''}{_term(one.term_years)}"
        month = money(one.usd_per_month) if one.usd_per_month is not None else "?"
        saving = f"  −{one.saving:.0%}" if one.saving else ""
        yield from bullet("●" if one.kind == plan.purchase else "~", f"{name:<{_ROOM}} {month:>10}{saving}", width, _ROOM)
    yield from _scaling(plan, base, width)
    yield from wrapped(say(base, "price_of", kind=plan.cost.price, date=plan.cost.as_of), width, tone="dim")


def _term(years: int) -> str:
    return f", {years} year{'s' if years > 1 else ''}" if years else ""


def _scaling(plan: Plan, base: Knowledge, width: int) -> Iterator[Line]:
    scaling = plan.scaling
    if scaling is not None:
        target = "-" if scaling.target is None else f"{scaling.target:,.0f}" if scaling.target >= _WHOLE else f"{scaling.target:.3g}"
        values = {"policy": scaling.policy, "metric": scaling.metric, "target": target, "least": scaling.min, "most": scaling.max}
        yield from wrapped(say(base, "scaling_line", **values), width, "  ")


def _sizing(advice: Advice, width: int) -> Iterator[Line]:
    for step in dict.fromkeys((*advice.needs.basis, *advice.trace)):
        yield from wrapped(step, width, "    ")


def _assumed(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    for one in advice.assumptions:
        effect = f" ({share(one.effect)})" if one.effect else ""
        yield from bullet("~" if one.effect else "·", f"{told(base, one.fact, one.value)}{effect}: {one.why}", width)
    for line in (*advice.contradictions, *advice.not_understood):
        yield from labelled("Mind", line, width)
