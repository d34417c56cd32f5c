"""The parts of an advice, each by its title and by what people call it: reasons, arithmetic, money, what is assumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engine.advice import Advice, Plan
from engine.fact_wording import describe_fact, say
from engine.number_format import format_money, format_percentage
from knowledge import Knowledge
from tui.views.advice import AdviceWriter
from tui.views.conversation import source_lines
from tui.views.price_judgement import price_lines
from tui.views.text_lines import WIDTH, Line, bullet_lines, labelled_lines, wrap_text

_MIN_WHOLE_NUMBER: Final = 100
"""From here on numbers are shown without decimals."""
_NAME_WIDTH: Final = 34
"""Characters of the name of a purchase option."""
_KEYS: Final = ("help", "hurts", "why", "move", "why_not", "change", "cost", "sizing", "else", "assumed", "sources")
"""The parts that the card of an advice turns like pages, in their order."""
_ASKED_FOR: Final = ("recommendation", "price")
"""Parts that are shown only where somebody asks for them."""
_FIRST_REASONS: Final = 3


class AdvicePart(NamedTuple):
    """One part of an advice."""

    key: str
    title: str
    lines: Callable[[int], list[Line]]
    """From a width in characters to lines."""

    def titled_lines(self, width: int) -> list[Line]:
        """The lines below their title."""
        return [Line(self.title, "head"), *self.lines(width)]


def pages_of(advice: Advice, base: Knowledge) -> tuple[AdvicePart, ...]:
    """The parts that have something to say, in the order in which they are turned."""
    return tuple(part for part in map(_writers(advice, base).__getitem__, _KEYS) if part.lines(WIDTH))


def parts_of(advice: Advice, base: Knowledge) -> tuple[AdvicePart, ...]:
    """All parts that have something to say, those included that are shown only on demand."""
    return tuple(part for part in _writers(advice, base).values() if part.lines(WIDTH))


def part_named(text: str, parts: tuple[AdvicePart, ...], base: Knowledge) -> AdvicePart | None:
    """The part that goes by this name; None where none of them does."""
    key = _key_named(text, base)
    return next((part for part in parts if part.key == key), None)


def is_part(text: str, base: Knowledge) -> bool:
    """True if a line is nothing but the name of a part."""
    return _key_named(text, base) is not None


def _key_named(text: str, base: Knowledge) -> str | None:
    wanted = " ".join(text.lower().strip(" ?!.").split()).removeprefix("show me ").removeprefix("show ").removeprefix("the ")
    for key in (*_KEYS, *_ASKED_FOR):
        if wanted and wanted in (say(base, f"section_{key}").lower(), *say(base, f"part_words_{key}").split(", ")):
            return key
    return None


def _writers(advice: Advice, base: Knowledge) -> dict[str, AdvicePart]:
    def writer(width: int) -> AdviceWriter:
        return AdviceWriter(advice, base, width=width)

    draws: dict[str, Callable[[int], list[Line]]] = {
        "help": lambda width: writer(width).relaxation_lines() if advice.choice is None else [],
        "hurts": lambda width: writer(width).diagnosis_lines(),
        "why": lambda width: _with_sources(writer(width), AdviceWriter.reason_lines),
        "move": lambda width: writer(width).move_lines(),
        "why_not": lambda width: _with_sources(writer(width), lambda one: [*one.rejection_lines(), *one.comparison_lines()]),
        "change": lambda width: [*writer(width).flip_lines(), *_question_lines(advice, base, width)],
        "cost": lambda width: list(_cost_lines(advice, base, width)),
        "sizing": lambda width: list(_sizing_lines(advice, width)),
        "else": lambda width: writer(width).alternative_lines(),
        "assumed": lambda width: list(_assumption_lines(advice, base, width)),
        "sources": lambda width: list(source_lines(advice, base, width)),
        "recommendation": lambda width: list(_recommendation_lines(advice, base, width)),
        "price": lambda width: list(price_lines(advice, base, width)),
    }
    return {key: AdvicePart(key, say(base, f"section_{key}"), draw) for key, draw in draws.items()}


def _with_sources(writer: AdviceWriter, lines_of: Callable[[AdviceWriter], list[Line]]) -> list[Line]:
    """The lines and below them the sources that they mark."""
    lines = lines_of(writer)
    return [*lines, *writer.footer_lines("")[1:]] if lines else []


def _recommendation_lines(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    """The choice in a sentence, the first reasons, the first thing to mind, and the one answer that could change it."""
    plan = advice.choice
    if plan is None:
        return
    yield from wrap_text(advice.answer, width)
    for reason in plan.reasons[:_FIRST_REASONS]:
        yield from bullet_lines("●", reason.text, width)
    for caution in plan.cautions[:1]:
        yield from bullet_lines("!", caution, width)
    yield from list(_question_lines(advice, base, width))[:2]


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
