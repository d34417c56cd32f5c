"""An advice as a page of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping

from engine.advice import Advice, Assumed, Plan, Rejection
from engine.decision.wording import money
from engine.vocabulary import accepts
from engine.workload import Quantity
from knowledge import Knowledge
from knowledge.schema.purchase import Purchase

WIDTH = 80
_LABEL = 11
_SUBJECT = (
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
_MOST_REASONS, _MOST_REJECTED, _MOST_FLIPS, _MOST_ASSUMED = 7, 6, 4, 5


def page(advice: Advice, knowledge: Knowledge, *, alternatives: int = 3, color: bool = False) -> str:
    """The whole answer as text; `color` adds bold and dim."""
    sources = _Sources(knowledge)
    parts = [[*_heard(advice), *_policy(advice, knowledge)]]
    if advice.choice is None:
        parts.append([_bold("Nothing fits.", color), *_rejected(advice, sources), *_relax(advice)])
    else:
        parts += [
            _head(advice.choice, knowledge, color),
            [_bold("Why", color), *_reasons(advice.choice, sources)],
            [_bold("Why not", color), *_rejected(advice, sources)],
            [_bold("You asked about", color), *_comparison(advice, knowledge, sources)] if advice.comparison else [],
            [_bold("Or else", color), *_alternatives(advice, knowledge, alternatives)] if advice.alternatives and alternatives else [],
            [_bold("What would change it", color), *_flips(advice)] if advice.flips else [],
        ]
    parts.append([*_assumptions(advice), *_questions(advice), *_others(advice), *_mind(advice)])
    parts.append([_dim(line, color) for line in _footer(advice, sources)])
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _heard(advice: Advice) -> list[str]:
    said = [
        f"{_words(name)} {_value(fact['value'], name)}" for name, fact in advice.workload.items() if fact["origin"] in ("said", "answered")
    ]
    return list(_labelled("Taken as", " · ".join(said))) if said else []


def _policy(advice: Advice, knowledge: Knowledge) -> list[str]:
    if advice.policy is None:
        return []
    from tui.cli.policy_text import policy_lines  # noqa: PLC0415  # few answers follow one

    return policy_lines(advice.policy, knowledge)


def _head(plan: Plan, knowledge: Knowledge, color: bool) -> list[str]:  # noqa: FBT001  # private, one caller
    place = knowledge.places[plan.place].name
    purchase = knowledge.purchases[plan.purchase].name
    lines = [_bold(f"{_what(plan)} · {place} · {purchase}", color)]
    cost = plan.cost
    hourly, monthly = f"{money(cost.usd_per_hour or 0)} an hour", f"{money(cost.usd_per_month or 0)} a month"
    money_line = [hourly, monthly] if cost.usd_per_run is None else [f"{money(cost.usd_per_run)} a run", monthly, hourly]
    if cost.usd_per_million is not None and cost.usd_per_run is None:
        money_line.append(f"{money(cost.usd_per_million)} per million {cost.per}")
    unpriced = cost.usd_per_month is None
    lines.append("no price known" if unpriced else _spread(" · ".join(money_line), f"price {cost.price}"))
    figures = []
    if plan.latency_ms.estimate is not None:
        figures.append(f"p99 {_ms(plan.latency_ms.estimate)} ({_ms(plan.latency_ms.low)} to {_ms(plan.latency_ms.high)})")
    if plan.hours_per_run is not None:
        figures.append(f"{plan.hours_per_run:.2g} h a run")
    if plan.utilization is not None:
        figures.append(f"peak load {plan.utilization:.0%}")
    figures.append(f"memory {plan.verdict}")
    lines.append(_spread(" · ".join(figures), plan.basis))
    return [*lines, *_saving(plan, knowledge.purchases)]


def _saving(plan: Plan, kinds: Mapping[str, Purchase]) -> Iterator[str]:
    """The cheapest other way to pay, at no more than a year's commitment."""
    others = [one for one in plan.purchases if one.kind != plan.purchase and one.term_years <= 1 and one.saving > 0]
    if plan.purchase == "on-demand" and others:
        best = max(others, key=lambda one: one.saving)
        term = ", 1 year" if best.term_years else ""
        yield f"{kinds[best.kind].name} ({best.name}){term}: {money(best.usd_per_month or 0)} a month (−{best.saving:.0%})"


def _reasons(plan: Plan, sources: _Sources) -> Iterator[str]:
    for reason in plan.reasons[:_MOST_REASONS]:
        yield from _bullet("●", reason.text, sources.marks(reason.sources))
    for caution in plan.cautions:
        yield from _bullet("!", caution)
    for needed in plan.software[:2]:
        yield from _bullet("+", needed)


def _rejected(advice: Advice, sources: _Sources) -> Iterator[str]:
    for one in _telling(advice.rejected):
        if one.kind == "place":
            yield from _bullet("✗", one.text, sources.marks(one.sources[:1]))
            continue
        yield from _bullet("✗", f"{one.what:<12} {one.text}", sources.marks(one.sources[:1]), hang=15)


def _telling(rejected: Iterable[Rejection]) -> list[Rejection]:
    """The rejections worth a line: those asked about and near first, one place among them, no bookkeeping."""
    kept = [one for one in rejected if one.limit not in ("accepted name", "bare metal", "variant", "exam", "operations", "stage", "price")]
    places = [one for one in kept if one.kind == "place"][:2]
    families = [one for one in kept if one.kind != "place"][: _MOST_REJECTED - len(places)]
    return families + places


def _alternatives(advice: Advice, knowledge: Knowledge, most: int) -> Iterator[str]:
    for plan in advice.alternatives[:most]:
        speed = f", p99 {_ms(plan.latency_ms.estimate)}" if plan.latency_ms.estimate is not None else ""
        condition = next((f" {caution}" for caution in plan.cautions if "Neuron" in caution or "retired" in caution), "")
        place = knowledge.places[plan.place].name if advice.choice and plan.place != advice.choice.place else ""
        yield from _bullet(
            "~", f"{plan.role or '':<12} {_what(plan)}{f' · {place}' if place else ''}: {_price(plan)}{speed}.{condition}", hang=15
        )


def _comparison(advice: Advice, knowledge: Knowledge, sources: _Sources) -> Iterator[str]:
    for name, one in zip(advice.workload["compare"]["value"], advice.comparison, strict=True):
        if isinstance(one, Rejection):
            yield from _bullet("✗", f"{name:<12} {one.text}", sources.marks(one.sources[:1]), hang=15)
        else:
            place = f" · {knowledge.places[one.place].name}"
            yield from _bullet("~", f"{name:<12} {_what(one)}{place}: {_price(one)}.", hang=15)


def _price(plan: Plan) -> str:
    if plan.cost.usd_per_run is not None:
        return f"{money(plan.cost.usd_per_run)} a run"
    return f"{money(plan.cost.usd_per_month or 0)} a month"


def _flips(advice: Advice) -> Iterator[str]:
    for flip in advice.flips[:_MOST_FLIPS]:
        what = f"{flip.choice.instance_count} × {flip.choice.instance_type}" if flip.choice.instance_type else f"{flip.choice.memory_mb} MB"
        paid = "" if flip.choice.purchase == "on-demand" else f", {flip.choice.purchase}"
        yield from _bullet("→", f"{_words(flip.fact)} {_value(flip.to, flip.fact)}: {what} at {flip.choice.place}{paid}")


def _relax(advice: Advice) -> Iterator[str]:
    if advice.relax:
        yield ""
        yield "What would help"
    for relaxation in advice.relax:
        yield from _bullet("→", relaxation.text)


def _assumptions(advice: Advice) -> Iterator[str]:
    shape = [one for one in advice.assumptions if one.effect or one.fact in _SUBJECT]
    told = [_assumed(one) for one in sorted(shape, key=lambda one: (one.fact not in _SUBJECT, -(one.effect or 0)))[:_MOST_ASSUMED]]
    more = len(advice.assumptions) - len(told)
    yield from _labelled("Assumed", " · ".join(told) + (f" · {more} more" if more > 0 else "")) if told else ()


def _assumed(one: Assumed) -> str:
    return f"{_words(one.fact)} {_value(one.value, one.fact)}"


def _questions(advice: Advice) -> Iterator[str]:
    for question in advice.next_questions[:2]:
        yield from _labelled("Tell me", f"{question.prompt} ({question.effect:.0%} likely to change the choice)")


def _others(advice: Advice) -> Iterator[str]:
    for other in advice.other_workloads:
        told = " · ".join(f"{_words(name)} {_value(fact['value'], name)}" for name, fact in other["facts"].items())
        yield from _labelled("Another", f"{told}. This advice is for the first workload; ask for this one by itself.")


def _mind(advice: Advice) -> Iterator[str]:
    for line in (*advice.contradictions, *(f"not understood: {part}" for part in advice.not_understood)):
        yield from _labelled("Mind", line)


def _footer(advice: Advice, sources: _Sources) -> Iterator[str]:
    lens = "" if advice.lens == "today" else " · exam lens"
    yield f"Prices of {advice.catalog_as_of}{lens} · confidence {advice.confidence} · all of it: --json"
    yield from sources.lines()


class _Sources:
    """Numbers the sources in the order in which they are first used."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._numbers: dict[str, int] = {}

    def marks(self, ids: Iterable[str]) -> str:
        """Marks such as [1][2], for at most two sources."""
        found = [identity for identity in dict.fromkeys(ids) if identity in self._knowledge.sources][:2]
        return "".join(f"[{self._numbers.setdefault(identity, len(self._numbers) + 1)}]" for identity in found)

    def lines(self) -> Iterator[str]:
        """One line per source used."""
        for identity, number in self._numbers.items():
            source = self._knowledge.sources[identity]
            yield textwrap.shorten(f"[{number}] {source.title}, {source.publisher}, read {source.read}", WIDTH, placeholder="…")


def _what(plan: Plan) -> str:
    if plan.instance_type is not None:
        return f"{plan.instance_type} × {plan.instance_count}"
    return f"{plan.memory_mb} MB" if plan.memory_mb else plan.place


def _words(fact: str) -> str:
    plain = {
        "latency_p99_ms": "answer within",
        "requests_per_second": "requests/s",
        "peak_requests_per_second": "peak requests/s",
        "payload_mb": "payload",
        "runs_per_month": "runs a month",
        "neuron_compatible": "compiles for Neuron",
        "arm_ok": "Arm is fine",
        "commitment_years": "commitment",
        "current_instance": "now on",
        "data_type": "data",
        "operations": "run by",
        "hours_per_day": "hours a day",
    }
    return plain.get(fact, fact.replace("_", " "))


def _value(value: object, fact: str = "") -> str:
    kind = accepts(fact) if fact else None
    unit = f" {kind.unit}" if isinstance(kind, Quantity) and kind.unit and not kind.unit.startswith("/") else ""
    return f"{_plain(value)}{unit}"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.3g}" if value < 1000 else f"{value:,.0f}"  # noqa: PLR2004  # above it, digits beat exponents
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def _ms(value: float | None) -> str:
    if value is None:
        return "?"
    return f"{value / 1e3:.3g} s" if value >= 1e3 else f"{value:.3g} ms"  # noqa: PLR2004  # a thousand ms is a second


def _labelled(label: str, text: str) -> Iterator[str]:
    lines = textwrap.wrap(text, WIDTH - _LABEL, break_on_hyphens=False) or [""]
    yield f"{label:<{_LABEL}}{lines[0]}"
    yield from (" " * _LABEL + line for line in lines[1:])


def _bullet(glyph: str, text: str, marks: str = "", hang: int = 2) -> Iterator[str]:
    whole = f"{text} {marks}" if marks else text
    lines = textwrap.wrap(whole, WIDTH - 2, subsequent_indent=" " * (hang - 2), break_on_hyphens=False, drop_whitespace=True)
    yield f"{glyph} {lines[0]}"
    yield from (f"  {line}" for line in lines[1:])


def _spread(left: str, right: str) -> str:
    gap = WIDTH - len(left) - len(right)
    return f"{left}{' ' * gap}{right}" if gap > 1 else f"{left}\n{right:>{WIDTH}}"


def _bold(text: str, color: bool) -> str:  # noqa: FBT001  # private
    return f"\x1b[1m{text}\x1b[0m" if color else text


def _dim(text: str, color: bool) -> str:  # noqa: FBT001  # private
    return f"\x1b[2m{text}\x1b[0m" if color else text
