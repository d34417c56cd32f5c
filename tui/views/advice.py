"""An advice in sections: the plan at a glance, why, why not, what would change it, cost, arithmetic, sources."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.advice import Advice, Assumed, Plan, Rejection
from engine.decision.wording import money
from engine.handover.in_words import BOOKKEEPING, price, what
from engine.words import significant, told
from knowledge import Knowledge
from knowledge.schema.purchase import Purchase
from tui.views.line import WIDTH, Line, bullet, labelled, spread, wrapped

_SUBJECT: Final = (
    "model",
    "algorithm",
    "rows",
    "dataset_gb",
    "input_tokens",
    "output_tokens",
    "requests_per_second",
    "items_per_run",
    "payload_mb",
)
"""Assumed facts that say what was sized; a person checks these first."""
MOST_FLIPS: Final = 4
_MOST_REASONS, _MOST_REJECTED, _MOST_ASSUMED = 7, 6, 5
_SECOND_MS: Final = 1e3
_NAME: Final = 15
"""Characters of a family's name in a list, its sign included."""


def page(advice: Advice, knowledge: Knowledge, *, width: int = WIDTH, alternatives: int = 3) -> list[Line]:
    """The whole answer."""
    sheet = Sheet(advice, knowledge, width=width, alternatives=alternatives)
    parts = [sheet.heard()]
    if advice.choice is None:
        parts.append([Line("Nothing fits.", "head"), *sheet.rejected(), *sheet.relaxed()])
    else:
        parts += [
            sheet.glance(),
            _titled("Why", sheet.reasons()),
            _titled("Why not", sheet.rejected()),
            _titled("You asked about", sheet.compared()),
            _titled("Or else", sheet.alternatives()),
            _titled("What would change it", sheet.flips()),
        ]
    parts += [sheet.open(), sheet.footer("all of it: --json")]
    return [line for lines in parts if lines for line in (*lines, Line(""))][:-1]


def _titled(title: str, lines: list[Line]) -> list[Line]:
    return [Line(title, "head"), *lines] if lines else []


class Sheet:
    """Writes the sections of one advice in lines of a width. The marks of sources count through all that was asked for."""

    def __init__(self, advice: Advice, knowledge: Knowledge, *, width: int = WIDTH, alternatives: int = 5) -> None:
        """Take the advice; nothing is written yet."""
        self.advice = advice
        self.width = width
        self._base = knowledge
        self._most = alternatives
        self._numbers: dict[str, int] = {}

    def heard(self) -> list[Line]:
        """What was taken from the words, and the terms that hold."""
        facts = self.advice.workload.items()
        said = [told(self._base, name, fact["value"]) for name, fact in facts if fact["origin"] in ("said", "answered")]
        return [*(labelled("Taken as", " · ".join(said), self.width) if said else ()), *self._policy()]

    def _policy(self) -> Iterator[Line]:
        if self.advice.policy is not None:
            from tui.cli.policy_text import policy_lines  # noqa: PLC0415  # few answers follow one

            yield from map(Line, policy_lines(self.advice.policy, self._base, self.width))

    def glance(self) -> list[Line]:
        """The plan in a few lines: what, where, what it costs, how fast it is."""
        plan = self.advice.choice
        return list(self._glance(plan)) if plan is not None else [Line("Nothing fits.", "head")]

    def _glance(self, plan: Plan) -> Iterator[Line]:
        place, purchase = self._base.places[plan.place].name, self._base.purchases[plan.purchase].name
        yield from wrapped(f"{what(plan)} · {place} · {purchase}", self.width, tone="head")
        if plan.cost.usd_per_month is None:
            yield Line("no price known")
        else:
            yield from spread(" · ".join(_costs(plan)), f"price {plan.cost.price}", self.width)
        yield from spread(" · ".join(_figures(plan)), plan.basis, self.width)
        yield from _saving(plan, self._base.purchases)

    def reasons(self) -> list[Line]:
        """Why: reasons, cautions, what has to be installed."""
        plan = self.advice.choice
        return list(self._reasons(plan)) if plan is not None else []

    def _reasons(self, plan: Plan) -> Iterator[Line]:
        for reason in plan.reasons[:_MOST_REASONS]:
            yield from self._bullet("●", reason.text, reason.sources)
        for caution in plan.cautions:
            yield from self._bullet("!", caution)
        for needed in plan.software[:2]:
            yield from self._bullet("+", needed)

    def rejected(self) -> list[Line]:
        """Why not: what was rejected, by which limit."""
        found: list[Line] = []
        for one in telling(self.advice.rejected):
            text, hang = (one.text, 2) if one.kind == "place" else (f"{one.what:<12} {one.text}", _NAME)
            found += self._bullet("✗", text, one.sources[:1], hang)
        return found

    def compared(self) -> list[Line]:
        """What the person asked about."""
        names = self.advice.workload["compare"]["value"] if self.advice.comparison else ()
        found: list[Line] = []
        for name, one in zip(names, self.advice.comparison, strict=True):
            if isinstance(one, Rejection):
                found += self._bullet("✗", f"{name:<12} {one.text}", one.sources[:1], _NAME)
            else:
                found += self._bullet("~", f"{name:<12} {what(one)} · {self._base.places[one.place].name}: {price(one)}.", hang=_NAME)
        return found

    def alternatives(self) -> list[Line]:
        """What else would do, each by its role."""
        found: list[Line] = []
        for plan in self.advice.alternatives[: self._most]:
            speed = f", p99 {time_of(plan.latency_ms.estimate)}" if plan.latency_ms.estimate is not None else ""
            condition = next((f" {caution}" for caution in plan.cautions if "Neuron" in caution or "retired" in caution), "")
            elsewhere = self.advice.choice is not None and plan.place != self.advice.choice.place
            place = f" · {self._base.places[plan.place].name}" if elsewhere else ""
            found += self._bullet("~", f"{plan.role or '':<12} {what(plan)}{place}: {price(plan)}{speed}.{condition}", hang=_NAME)
        return found

    def flips(self) -> list[Line]:
        """What would change the choice, a fact a line."""
        found: list[Line] = []
        for flip in self.advice.flips[:MOST_FLIPS]:
            hardware = f"{flip.choice.instance_count} × {flip.choice.instance_type}"
            kind = hardware if flip.choice.instance_type else f"{flip.choice.memory_mb} MB"
            paid = "" if flip.choice.purchase == "on-demand" else f", {flip.choice.purchase}"
            found += self._bullet("→", f"{told(self._base, flip.fact, flip.to)}: {kind} at {flip.choice.place}{paid}")
        return found

    def relaxed(self) -> list[Line]:
        """What would help where nothing fits."""
        relax = self.advice.relax
        return [*([Line(""), Line("What would help")] if relax else []), *(line for one in relax for line in self._bullet("→", one.text))]

    def open(self) -> list[Line]:
        """What is assumed, what is worth telling, what waits, what to mind."""
        return [*self._assumptions(), *self._questions(), *self._others(), *self._mind()]

    def _assumptions(self) -> Iterator[Line]:
        shape = [one for one in self.advice.assumptions if one.effect or one.fact in _SUBJECT]
        first = sorted(shape, key=lambda one: (one.fact not in _SUBJECT, -(one.effect or 0)))[:_MOST_ASSUMED]
        more = len(self.advice.assumptions) - len(first)
        if first:
            text = " · ".join(map(self._assumed, first)) + (f" · {more} more" if more > 0 else "")
            yield from labelled("Assumed", text, self.width)

    def _assumed(self, one: Assumed) -> str:
        return told(self._base, one.fact, one.value)

    def _questions(self) -> Iterator[Line]:
        for question in self.advice.next_questions[:2]:
            yield from labelled("Tell me", f"{question.prompt} ({question.effect:.0%} likely to change the choice)", self.width)

    def _others(self) -> Iterator[Line]:
        for other in self.advice.other_workloads:
            said = " · ".join(told(self._base, name, fact["value"]) for name, fact in other["facts"].items())
            text = f"{said}. This advice is for the first workload; ask for this one by itself."
            yield from labelled("Another", text, self.width)

    def _mind(self) -> Iterator[Line]:
        for line in (*self.advice.contradictions, *(f"not understood: {part}" for part in self.advice.not_understood)):
            yield from labelled("Mind", line, self.width)

    def footer(self, more: str) -> list[Line]:
        """Date, confidence, where there is more, and the sources that were marked."""
        lens = "" if self.advice.lens == "today" else " · exam lens"
        head = f"Prices of {self.advice.catalog_as_of}{lens} · confidence {self.advice.confidence} · {more}"
        return [*wrapped(head, self.width, tone="dim"), *(Line(line, "dim") for line in self._marked())]

    def _marked(self) -> Iterator[str]:
        for identity, number in self._numbers.items():
            source = self._base.sources[identity]
            yield textwrap.shorten(f"[{number}] {source.title}, {source.publisher}, read {source.read}", self.width, placeholder="…")

    def _bullet(self, glyph: str, text: str, sources: Iterable[str] = (), hang: int = 2) -> Iterator[Line]:
        found = [identity for identity in dict.fromkeys(sources) if identity in self._base.sources][:2]
        marks = "".join(f"[{self._numbers.setdefault(identity, len(self._numbers) + 1)}]" for identity in found)
        return bullet(glyph, f"{text} {marks}" if marks else text, self.width, hang)


def _costs(plan: Plan) -> Iterator[str]:
    cost = plan.cost
    hourly, monthly = f"{money(cost.usd_per_hour or 0)} an hour", f"{money(cost.usd_per_month or 0)} a month"
    if cost.usd_per_run is not None:
        yield from (f"{money(cost.usd_per_run)} a run", monthly, hourly)
        return
    yield from (hourly, monthly)
    if cost.usd_per_million is not None:
        yield f"{money(cost.usd_per_million)} per million {cost.per}"


def _figures(plan: Plan) -> Iterator[str]:
    latency = plan.latency_ms
    if latency.estimate is not None:
        yield f"p99 {time_of(latency.estimate)} ({time_of(latency.low)} to {time_of(latency.high)})"
    if plan.hours_per_run is not None:
        yield f"{significant(plan.hours_per_run, 2)} h a run"
    if plan.utilization is not None:
        yield f"peak load {plan.utilization:.0%}"
    yield f"memory {plan.verdict}"


def _saving(plan: Plan, kinds: Mapping[str, Purchase]) -> Iterator[Line]:
    """The cheapest other way to pay, at no more than a year's commitment."""
    others = [one for one in plan.purchases if one.kind != plan.purchase and one.term_years <= 1 and one.saving > 0]
    if plan.purchase == "on-demand" and others:
        best = max(others, key=lambda one: one.saving)
        term = ", 1 year" if best.term_years else ""
        yield Line(f"{kinds[best.kind].name} ({best.name}){term}: {money(best.usd_per_month or 0)} a month (−{best.saving:.0%})")


def telling(rejected: Iterable[Rejection]) -> list[Rejection]:
    """The rejections worth a line: those asked about and near first, two places among them, no bookkeeping."""
    kept = [one for one in rejected if one.limit not in BOOKKEEPING]
    places = [one for one in kept if one.kind == "place"][:2]
    return [one for one in kept if one.kind != "place"][: _MOST_REJECTED - len(places)] + places


def time_of(value: float | None) -> str:
    """Milliseconds as people read them."""
    if value is None:
        return "?"
    return f"{significant(value / _SECOND_MS)} s" if value >= _SECOND_MS else f"{significant(value)} ms"
