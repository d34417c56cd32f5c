"""The plan itself: at a glance, what was asked, why, what to mind, what to install, what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import Plan, Range, Scaling
from engine.decision.limits.failure import amount, duration
from engine.decision.wording import money
from engine.handover.in_words import name_of
from engine.handover.report.content import Block, Items, Rows, Said, row
from engine.handover.report.sheet import Sheet, quoted, usd
from engine.words import share

_MOST_OPEN: Final = 3
"""Questions among what to do next; all of them stand in a section of their own."""
_COMMANDS: Final = ("verify", "template", "recheck")


def glance(sheet: Sheet) -> Iterator[Block]:
    """The plan in a table: what, where, what it costs, how fast it is."""
    plan = sheet.advice.choice
    if plan is None:
        return
    rows = (*_hardware(sheet, plan), *_costs(sheet, plan), *_speed(sheet, plan))
    head = (sheet.say("column_item"), sheet.say("column_value"))
    yield Rows(sheet.say("glance_table"), head, tuple(row(sheet.say(key, per=plan.cost.per), text) for key, text in rows if text))


def _hardware(sheet: Sheet, plan: Plan) -> Iterator[tuple[str, str]]:
    yield ("glance_memory_mb" if plan.memory_mb and not plan.instance_type else "glance_hardware"), sheet.plan(plan)
    yield "glance_place", sheet.place(plan.place)
    options = (name.replace("_", " ") + ("" if value is True else f" {value}") for name, value in plan.place_options.items())
    yield "glance_options", ", ".join(options)
    yield "glance_purchase", name_of(sheet.base.purchases, plan.purchase)
    yield "glance_scaling", _scaling(sheet, plan.scaling) if plan.scaling else ""
    yield "glance_precision", plan.precision or ""


def _scaling(sheet: Sheet, scaling: Scaling) -> str:
    ends = {"policy": scaling.policy, "metric": scaling.metric, "least": scaling.min, "most": scaling.max}
    if scaling.target is None:
        return sheet.say("scaling_plain", **ends)
    return sheet.say("scaling_target", **ends, target=f"{scaling.target:,.4g}")


def _costs(sheet: Sheet, plan: Plan) -> Iterator[tuple[str, str]]:
    cost = plan.cost
    if cost.usd_per_month is None:
        yield "glance_price", sheet.say("price_unknown")
        return
    yield "glance_run", money(cost.usd_per_run) if cost.usd_per_run is not None else ""
    yield "glance_month", money(cost.usd_per_month)
    yield "glance_hour", money(cost.usd_per_hour) if cost.usd_per_hour is not None else ""
    if cost.usd_per_million is not None:
        yield "glance_million", money(cost.usd_per_million)
    yield "glance_price", sheet.say("price_of", kind=cost.price, date=cost.as_of) if cost.as_of else cost.price


def _speed(sheet: Sheet, plan: Plan) -> Iterator[tuple[str, str]]:
    yield "glance_latency", _ranged(sheet, plan.latency_ms, plan.basis)
    yield "glance_hours", amount(plan.hours_per_run, "h") if plan.hours_per_run is not None else ""
    capacity = plan.throughput_per_s
    if capacity.estimate is not None:
        yield "glance_capacity", sheet.say("a_second", amount=amount(capacity.estimate, ""), unit=capacity.unit)
    yield "glance_load", sheet.say("load_of", share=f"{plan.utilization:.0%}") if plan.utilization is not None else ""
    yield "glance_bound", (plan.bound_by or "").replace("-", " ")
    yield "glance_memory", plan.verdict


def _ranged(sheet: Sheet, found: Range, basis: str) -> str:
    if found.estimate is None or found.low is None or found.high is None:
        return ""
    estimate, low, high = (duration(value) for value in (found.estimate, found.low, found.high))
    return sheet.say("ranged", estimate=estimate, low=low, high=high, basis=basis)


def asked(sheet: Sheet) -> Iterator[Block]:
    """The facts that were stated or follow from them, each with its words."""
    rows = [
        row(sheet.fact(name), sheet.value(name, _value(fact["value"])), _origin(sheet, fact))
        for name, fact in sheet.advice.workload.items()
    ]
    if rows:
        head = tuple(sheet.say(key) for key in ("column_fact", "column_value", "column_from"))
        yield Rows(sheet.say("asked_table"), head, tuple(rows))


def _value(kept: object) -> bool | float | str | tuple[str, ...]:
    """A value as the workload had it; JSON has lists where that has tuples."""
    if isinstance(kept, list | tuple):
        return tuple(map(str, kept))
    return kept if isinstance(kept, bool | int | float | str) else str(kept)


def _origin(sheet: Sheet, fact: dict[str, object]) -> str:
    quote, because = quoted(str(fact.get("quote", ""))), quoted(str(fact.get("from", "")))
    if fact.get("origin") == "answered":
        return sheet.say("origin_answered")
    if because:
        return sheet.say("origin_derived", because=because)
    return sheet.say("origin_said", quote=quote) if quote else sheet.say("origin_said_plainly")


def why(sheet: Sheet) -> Iterator[Block]:
    """The reasons, each with its sources."""
    plan = sheet.advice.choice
    if plan is not None and plan.reasons:
        yield Items(tuple(sheet.said(reason.text, reason.sources) for reason in plan.reasons))


def relax(sheet: Sheet) -> Iterator[Block]:
    """What would help where nothing fits."""
    if sheet.advice.relax:
        yield Items(tuple(Said(one.text) for one in sheet.advice.relax))


def cautions(sheet: Sheet) -> Iterator[Block]:
    """What to mind before acting on it."""
    plan = sheet.advice.choice
    if plan is not None and plan.cautions:
        yield Items(tuple(map(Said, plan.cautions)))


def software(sheet: Sheet) -> Iterator[Block]:
    """What has to be installed or compiled."""
    plan = sheet.advice.choice
    if plan is not None and plan.software:
        yield Items(tuple(map(Said, plan.software)))


def unsettled(sheet: Sheet) -> Iterator[Block]:
    """What contradicts itself, was not understood, or was told of another workload."""
    advice = sheet.advice
    lines = [quoted(line) for line in advice.contradictions]
    lines += [sheet.say("not_understood", text=quoted(part)) for part in advice.not_understood]
    for other in advice.other_workloads:
        facts = other.get("facts", {})
        told = (f"{sheet.fact(name)} {sheet.value(name, _value(fact['value']))}" for name, fact in facts.items())
        lines.append(sheet.say("another", facts=quoted(" · ".join(told))))
    if lines:
        yield Items(tuple(map(Said, lines)))


def next_steps(sheet: Sheet) -> Iterator[Block]:
    """What to do, in order."""
    advice = sheet.advice
    steps = [Said(sheet.say("next_settle"))] if advice.contradictions or advice.not_understood else []
    telling = advice.next_questions[:_MOST_OPEN]
    steps += [Said(sheet.say("next_answer", prompt=one.prompt, share=share(one.effect))) for one in telling]
    if advice.choice is None:
        steps += [Said(sheet.say("next_relax", text=one.text)) for one in advice.relax]
    else:
        steps += [Said(sheet.say(f"next_{step}"), command=sheet.say(f"command_{step}")) for step in _COMMANDS]
    if steps:
        yield Items(tuple(steps), are_steps=True)


def paid(sheet: Sheet, plan: Plan) -> str:
    """What a plan costs, a run or a month; a dash where no price is known."""
    if plan.cost.usd_per_run is not None:
        return sheet.say("a_run", usd=usd(plan.cost.usd_per_run))
    return sheet.say("a_month", usd=usd(plan.cost.usd_per_month)) if plan.cost.usd_per_month is not None else "-"
