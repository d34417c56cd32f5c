"""Renders an advice as text: the plan at a glance, reasons, rejections, alternatives, what would change it, open points, sources."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.advice import Advice, Assumed, Plan, PlanInShort, Present, Rejection
from engine.fact_wording import describe_fact
from engine.number_format import format_money, format_significant
from engine.plan_wording import (
    INTERNAL_LIMITS,
    describe_plan,
    format_plan_cost,
    has_hardware,
    name_hardware,
    name_hardware_and_place,
)
from engine.workload import tells_of_workload
from knowledge import Knowledge
from knowledge.schema.purchase import Purchase
from knowledge.sentences import fill_sentence
from tui.views.diagnosis import diagnosis_lines
from tui.views.policy import policy_lines
from tui.views.range_bar import length_bar, range_bar
from tui.views.text_lines import WIDTH, Line, bullet_lines, labelled_lines, spread_line, wrap_text

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
"""Assumed facts that say what was sized; shown first."""
MAX_FLIPS: Final = 4
_MOST_REASONS, _MOST_REJECTED, _MOST_ASSUMED = 7, 6, 5
_SECOND_MS: Final = 1e3
_ANSWERED_BY_PLAN: Final = frozenset({"choice", "remedy", "explanation"})
"""What the lines of the plan answer by themselves."""
_BAR_LENGTH: Final = 40
"""Characters of the bar of a range against its target."""
_LABEL_WIDTH: Final = 24
"""Characters of what stands before a bar."""
_NAME_WIDTH: Final = 15
"""Characters of a name in a list, its sign included."""


def advice_lines(advice: Advice, knowledge: Knowledge, *, width: int = WIDTH, alternatives: int = 3) -> list[Line]:
    """The whole advice in lines of `width`, with at most so many alternatives."""
    writer = AdviceWriter(advice, knowledge, width=width, alternatives=alternatives)
    parts = [writer.answer_lines(), writer.understood_lines(), writer.branch_lines(), writer.diagnosis_lines()]
    if advice.choice is None:
        parts += [
            writer.glance_lines(),
            _titled_section("What would help", writer.relaxation_lines()),
            _titled_section("Why not", writer.rejection_lines()),
            writer.present_lines(),
        ]
    else:
        parts += [
            writer.glance_lines(),
            [*writer.present_lines(), *writer.move_lines()],
            _titled_section("Why", writer.reason_lines()),
            _titled_section("Why not", writer.rejection_lines()),
            _titled_section("You asked about", writer.comparison_lines()),
            _titled_section("Or else", writer.alternative_lines()),
            _titled_section("What would change it", writer.flip_lines()),
        ]
    parts += [writer.open_point_lines(), writer.footer_lines("all of it: --json")]
    return [line for lines in parts if lines for line in (*lines, Line(""))][:-1]


def _titled_section(title: str, lines: list[Line]) -> list[Line]:
    return [Line(title, "head"), *lines] if lines else []


class AdviceWriter:
    """Writes the sections of one advice in lines of a width. Sources are numbered across all sections written so far."""

    def __init__(self, advice: Advice, knowledge: Knowledge, *, width: int = WIDTH, alternatives: int = 5) -> None:
        """`width` is in characters; `alternatives` the most that are listed."""
        self.advice = advice
        self.width = width
        self._base = knowledge
        self._most = alternatives
        self._numbers: dict[str, int] = {}

    def answer_lines(self) -> list[Line]:
        """The answer to what was asked; nothing where the plan below says it all."""
        asks = self.advice.workload.get("asks", {}).get("value", ())
        is_told = self.advice.models or {*asks} - _ANSWERED_BY_PLAN
        return wrap_text(self.advice.answer, self.width) if is_told else []

    def branch_lines(self) -> list[Line]:
        """Where too little is known for one choice: what it would be for each kind of workload."""
        if not self.advice.branches:
            return []
        lines = [Line(fill_sentence(self._base, "answers", "fork"), "head")]
        for branch in self.advice.branches:
            plan = describe_plan(branch.choice, self._base)
            lines += bullet_lines("→", fill_sentence(self._base, "answers", "branch", kind=branch.label, plan=plan), self.width, 2)
        return [*lines, Line(""), *wrap_text(fill_sentence(self._base, "answers", "until_then"), self.width)]

    def diagnosis_lines(self) -> list[Line]:
        """What hurts, how to make sure, and what helps."""
        return list(diagnosis_lines(self.advice.diagnosis, self._base, self.width))

    def present_lines(self) -> list[Line]:
        """From the machines of today to the choice."""
        present = self.advice.present
        return [*wrap_text(present.step, self.width), *self._cost_bars(present)] if present is not None else []

    def _cost_bars(self, present: Present) -> Iterator[Line]:
        """What today's machines and the choice cost, one below the other, where both are known and differ."""
        plan = self.advice.choice
        if plan is None or not present.changes:
            return
        for key, before, after in (
            ("run", present.usd_per_run, plan.cost.usd_per_run),
            ("month", present.usd_per_month, plan.cost.usd_per_month),
        ):
            if before and after:
                for word, value in (("today", before), ("then", after)):
                    label = fill_sentence(self._base, "dialogue", f"bar_{word}_{key}", money=format_money(value))
                    yield Line(f"{label:<{_LABEL_WIDTH}} {length_bar(value, max(before, after), _BAR_LENGTH)}")
                return

    def move_lines(self) -> list[Line]:
        """How the move from today's machines is done: time, effort, risk, and what to do first; what to watch where nothing moves."""
        present = self.advice.present
        if present is None:
            return []
        told = {"Time": present.time, "Effort": present.effort, "Risk": present.risk, "First": present.first_step}
        return [line for label, text in told.items() if text for line in labelled_lines(label, text, self.width)]

    def understood_lines(self) -> list[Line]:
        """The facts understood from the text, what no fact came from, and the terms of the policy."""
        facts = self.advice.workload.items()
        texts = [
            describe_fact(self._base, name, fact["value"])
            for name, fact in facts
            if fact["origin"] in ("said", "answered") and tells_of_workload(name) and name != "symptoms"
        ]
        taken = labelled_lines("Taken as", " · ".join(texts), self.width) if texts else ()
        unused = self.advice.not_used
        left = labelled_lines("Not used", " · ".join(unused), self.width) if unused else ()
        return [*taken, *left, *self._policy_lines()]

    def _policy_lines(self) -> Iterator[Line]:
        if self.advice.policy is not None:
            yield from map(Line, policy_lines(self.advice.policy, self._base, self.width))

    def glance_lines(self) -> list[Line]:
        """The plan in a few lines: hardware, place, costs, speed; what stands in the way where nothing fits."""
        plan, conflict = self.advice.choice, self.advice.conflict
        if plan is not None:
            return list(self._plan_lines(plan))
        return [Line("Nothing fits.", "head"), *(wrap_text(conflict, self.width) if conflict else [])]

    def _plan_lines(self, plan: Plan) -> Iterator[Line]:
        parts = (*name_hardware_and_place(plan, self._base), self._base.purchases[plan.purchase].name)
        yield from wrap_text(" · ".join(parts), self.width, tone="head")
        if plan.cost.usd_per_month is None:
            yield Line("no price known")
        else:
            yield from spread_line(" · ".join(_cost_texts(plan)), f"price {plan.cost.price}", self.width)
        figures = " · ".join(_figure_texts(plan))
        yield from spread_line(figures, plan.basis, self.width) if figures else ()
        yield from self._target_line(plan)
        yield from _saving_line(plan, self._base.purchases)
        for premise in self.advice.premises:
            yield from bullet_lines("!", premise, self.width)

    def _target_line(self, plan: Plan) -> Iterator[Line]:
        """The range of an answer's time against the target, where one is known."""
        time, target = plan.latency_ms, self.advice.workload.get("latency_p99_ms", {}).get("value")
        if target is None or time.low is None or time.estimate is None or time.high is None:
            return
        bar = range_bar(time.low, time.estimate, time.high, target, _BAR_LENGTH)
        yield Line(f"{bar}  {fill_sentence(self._base, 'dialogue', 'bar_target', target=format_duration(target))}", "dim")

    def reason_lines(self) -> list[Line]:
        """Reasons, cautions, required software."""
        plan = self.advice.choice
        if plan is None:
            return []
        bullets = [("●", reason.text, reason.sources) for reason in plan.reasons[:_MOST_REASONS]]
        bullets += [("!", caution, ()) for caution in plan.cautions] + [("+", needed, ()) for needed in plan.software[:2]]
        return [line for bullet in bullets for line in self._sourced_bullet(*bullet)]

    def rejection_lines(self) -> list[Line]:
        """The rejected options, each with its limit."""
        found: list[Line] = []
        for one in notable_rejections(self.advice.rejected):
            text, hang = (one.text, 2) if one.kind == "place" else (f"{one.what:<12} {one.text}", _NAME_WIDTH)
            found += self._sourced_bullet("✗", text, one.sources[:1], hang)
        return found

    def comparison_lines(self) -> list[Line]:
        """The options that the user asked about."""
        names = self.advice.workload["compare"]["value"] if self.advice.comparison else ()
        found: list[Line] = []
        for name, one in zip(names, self.advice.comparison, strict=True):
            if isinstance(one, Rejection):
                found += self._sourced_bullet("✗", f"{name:<12} {one.text}", one.sources[:1], _NAME_WIDTH)
            else:
                found += self._sourced_bullet(
                    "~",
                    f"{name:<12} {name_hardware(one)} · {self._base.places[one.place].name}: {format_plan_cost(one)}.",
                    hang=_NAME_WIDTH,
                )
        return found

    def alternative_lines(self) -> list[Line]:
        """The alternatives, each with its role."""
        found: list[Line] = []
        for plan in self.advice.alternatives[: self._most]:
            speed = f", p99 {format_duration(plan.latency_ms.estimate)}" if plan.latency_ms.estimate is not None else ""
            condition = next((f" {caution}" for caution in plan.cautions if "Neuron" in caution or "retired" in caution), "")
            elsewhere = self.advice.choice is not None and plan.place != self.advice.choice.place
            place = f" · {self._base.places[plan.place].name}" if elsewhere else ""
            found += self._sourced_bullet(
                "~", f"{plan.role or '':<12} {name_hardware(plan)}{place}: {format_plan_cost(plan)}{speed}.{condition}", hang=_NAME_WIDTH
            )
        return found

    def flip_lines(self) -> list[Line]:
        """The facts that would change the choice."""
        found: list[Line] = []
        for flip in self.advice.flips[:MAX_FLIPS]:
            found += self._sourced_bullet("→", f"{describe_fact(self._base, flip.fact, flip.to)}: {self._short_plan_text(flip.choice)}")
        return found

    def _short_plan_text(self, other: PlanInShort) -> str:
        """What tells another plan from the choice: its hardware, its place and purchase only where these differ."""
        plan = self.advice.choice
        memory = f"{other.memory_mb} MB" if other.memory_mb else ""
        hardware = f"{other.instance_count} × {other.instance_type}" if other.instance_type else memory
        place = "" if plan is not None and hardware and other.place == plan.place else self._base.places[other.place].name
        same = "on-demand" if plan is None else plan.purchase
        paid = "" if other.purchase == same else self._base.purchases[other.purchase].name
        return ", ".join(part for part in (hardware, place, paid) if part)

    def relaxation_lines(self) -> list[Line]:
        """What to relax where nothing fits."""
        return [line for one in self.advice.relax for line in self._sourced_bullet("→", one.text)]

    def open_point_lines(self) -> list[Line]:
        """Assumptions, next questions, other workloads, warnings."""
        return [*self._assumption_lines(), *self._question_lines(), *self._other_workload_lines(), *self._warning_lines()]

    def _assumption_lines(self) -> Iterator[Line]:
        shape = [one for one in self.advice.assumptions if one.effect or one.fact in _SUBJECT]
        first = sorted(shape, key=lambda one: (one.fact not in _SUBJECT, -(one.effect or 0)))[:_MOST_ASSUMED]
        more = len(self.advice.assumptions) - len(first)
        if first:
            text = " · ".join(map(self._assumption_text, first)) + (f" · {more} more" if more > 0 else "")
            yield from labelled_lines("Assumed", text, self.width)

    def _assumption_text(self, one: Assumed) -> str:
        return describe_fact(self._base, one.fact, one.value)

    def _question_lines(self) -> Iterator[Line]:
        for question in self.advice.next_questions[:2]:
            yield from labelled_lines("Tell me", f"{question.prompt} ({question.effect:.0%} likely to change the choice)", self.width)

    def _other_workload_lines(self) -> Iterator[Line]:
        for other in self.advice.other_workloads:
            facts = " · ".join(describe_fact(self._base, name, fact["value"]) for name, fact in other["facts"].items())
            text = f"{facts}. This advice is for the first workload; ask for this one by itself."
            yield from labelled_lines("Another", text, self.width)

    def _warning_lines(self) -> Iterator[Line]:
        for line in (*self.advice.contradictions, *(f"not understood: {part}" for part in self.advice.not_understood)):
            yield from labelled_lines("Mind", line, self.width)

    def footer_lines(self, more: str) -> list[Line]:
        """Date of the prices, confidence, where to find `more`, and the numbered sources."""
        lens = "" if self.advice.lens == "today" else " · exam lens"
        head = f"Prices of {self.advice.catalog_as_of}{lens} · confidence {self.advice.confidence} · {more}"
        return [*wrap_text(head, self.width, tone="dim"), *(Line(line, "dim") for line in self._source_lines())]

    def _source_lines(self) -> Iterator[str]:
        for identity, number in self._numbers.items():
            source = self._base.sources[identity]
            yield textwrap.shorten(f"[{number}] {source.title}, {source.publisher}, read {source.read}", self.width, placeholder="…")

    def _sourced_bullet(self, glyph: str, text: str, sources: Iterable[str] = (), hang: int = 2) -> Iterator[Line]:
        found = [identity for identity in dict.fromkeys(sources) if identity in self._base.sources][:2]
        marks = "".join(f"[{self._numbers.setdefault(identity, len(self._numbers) + 1)}]" for identity in found)
        return bullet_lines(glyph, f"{text} {marks}" if marks else text, self.width, hang)


def _cost_texts(plan: Plan) -> Iterator[str]:
    cost = plan.cost
    hourly, monthly = f"{format_money(cost.usd_per_hour or 0)} an hour", f"{format_money(cost.usd_per_month or 0)} a month"
    if cost.usd_per_run is not None:
        yield from (f"{format_money(cost.usd_per_run)} a run", monthly, hourly)
        return
    yield from (hourly, monthly)
    if cost.usd_per_million is not None:
        yield f"{format_money(cost.usd_per_million)} per million {cost.per}"


def _figure_texts(plan: Plan) -> Iterator[str]:
    latency = plan.latency_ms
    if latency.estimate is not None:
        yield f"p99 {format_duration(latency.estimate)} ({format_duration(latency.low)} to {format_duration(latency.high)})"
    if plan.hours_per_run is not None:
        yield f"{format_significant(plan.hours_per_run, 2)} h a run"
    if plan.utilization is not None:
        yield f"peak load {plan.utilization:.0%}"
    if has_hardware(plan):
        yield f"memory {plan.verdict}"


def _saving_line(plan: Plan, kinds: Mapping[str, Purchase]) -> Iterator[Line]:
    """The cheapest other purchase option with a commitment of at most a year."""
    others = [one for one in plan.purchases if one.kind != plan.purchase and one.term_years <= 1 and one.saving > 0]
    if plan.purchase == "on-demand" and others:
        best = max(others, key=lambda one: one.saving)
        term = ", 1 year" if best.term_years else ""
        yield Line(f"{kinds[best.kind].name} ({best.name}){term}: {format_money(best.usd_per_month or 0)} a month (−{best.saving:.0%})")


def notable_rejections(rejected: Iterable[Rejection]) -> list[Rejection]:
    """The rejections to show, in their order: at most two places, no bookkeeping limits."""
    visible = [one for one in rejected if one.limit not in INTERNAL_LIMITS]
    places = [one for one in visible if one.kind == "place"][:2]
    return [one for one in visible if one.kind != "place"][: _MOST_REJECTED - len(places)] + places


def format_duration(value: float | None) -> str:
    """Milliseconds as "120 ms" or "1.2 s"; "?" for None."""
    if value is None:
        return "?"
    return f"{format_significant(value / _SECOND_MS)} s" if value >= _SECOND_MS else f"{format_significant(value)} ms"
