"""Sections on the plan: overview, facts, reasons, cautions, software, open points, next steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import Plan, Range, Scaling
from engine.handover.report.content import Block, ItemList, Sentence, Table, make_row
from engine.handover.report.report_context import ReportContext, format_usd, shorten_quote
from engine.measurement import Trial
from engine.number_format import format_amount, format_duration, format_money, format_percentage
from engine.plan_wording import entry_name

_MOST_OPEN: Final = 3
"""Questions among the next steps; all of them have a section of their own."""
_COMMANDS: Final = ("verify", "template", "recheck")


def write_glance(context: ReportContext) -> Iterator[Block]:
    """The plan in a table: hardware, place, cost, speed."""
    plan = context.advice.choice
    if plan is None:
        return
    rows = (*_hardware_rows(context, plan), *_cost_rows(context, plan), *_speed_rows(context, plan))
    head = (context.say("column_item"), context.say("column_value"))
    yield Table(context.say("glance_table"), head, tuple(make_row(context.say(key, per=plan.cost.per), text) for key, text in rows if text))


def _hardware_rows(context: ReportContext, plan: Plan) -> Iterator[tuple[str, str]]:
    yield ("glance_memory_mb" if plan.memory_mb and not plan.instance_type else "glance_hardware"), context.describe_hardware(plan)
    yield "glance_place", context.name_place(plan.place)
    options = (name.replace("_", " ") + ("" if value is True else f" {value}") for name, value in plan.place_options.items())
    yield "glance_options", ", ".join(options)
    yield "glance_purchase", entry_name(context.knowledge.purchases, plan.purchase)
    yield "glance_scaling", _describe_scaling(context, plan.scaling) if plan.scaling else ""
    yield "glance_precision", plan.precision or ""


def _describe_scaling(context: ReportContext, scaling: Scaling) -> str:
    ends = {"policy": scaling.policy, "metric": scaling.metric, "least": scaling.min, "most": scaling.max}
    if scaling.target is None:
        return context.say("scaling_plain", **ends)
    return context.say("scaling_target", **ends, target=f"{scaling.target:,.4g}")


def _cost_rows(context: ReportContext, plan: Plan) -> Iterator[tuple[str, str]]:
    cost = plan.cost
    if cost.usd_per_month is None:
        yield "glance_price", context.say("price_unknown")
        return
    yield "glance_run", format_money(cost.usd_per_run) if cost.usd_per_run is not None else ""
    yield "glance_month", format_money(cost.usd_per_month)
    yield "glance_hour", format_money(cost.usd_per_hour) if cost.usd_per_hour is not None else ""
    if cost.usd_per_million is not None:
        yield "glance_million", format_money(cost.usd_per_million)
    yield "glance_price", context.say("price_of", kind=cost.price, date=cost.as_of) if cost.as_of else cost.price


def _speed_rows(context: ReportContext, plan: Plan) -> Iterator[tuple[str, str]]:
    yield "glance_latency", _describe_range(context, plan.latency_ms, plan.basis)
    yield "glance_hours", format_amount(plan.hours_per_run, "h") if plan.hours_per_run is not None else ""
    capacity = plan.throughput_per_s
    if capacity.estimate is not None:
        yield "glance_capacity", context.say("a_second", amount=format_amount(capacity.estimate, ""), unit=capacity.unit)
    yield "glance_load", context.say("load_of", share=f"{plan.utilization:.0%}") if plan.utilization is not None else ""
    yield "glance_bound", (plan.bound_by or "").replace("-", " ")
    yield "glance_memory", plan.verdict


def _describe_range(context: ReportContext, found: Range, basis: str) -> str:
    if found.estimate is None or found.low is None or found.high is None:
        return ""
    estimate, low, high = (format_duration(value) for value in (found.estimate, found.low, found.high))
    return context.say("ranged", estimate=estimate, low=low, high=high, basis=basis)


def write_facts(context: ReportContext) -> Iterator[Block]:
    """Stated and derived facts with their origin."""
    rows = [
        make_row(context.name_fact(name), context.format_value(name, _fact_value(fact["value"])), _describe_origin(context, fact))
        for name, fact in context.advice.workload.items()
    ]
    if rows:
        head = tuple(context.say(key) for key in ("column_fact", "column_value", "column_from"))
        yield Table(context.say("asked_table"), head, tuple(rows))


def _fact_value(value: object) -> bool | float | str | tuple[str, ...]:
    """A fact's value as a workload has it: tuples instead of the lists of JSON."""
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return value if isinstance(value, bool | int | float | str) else str(value)


def _describe_origin(context: ReportContext, fact: dict[str, object]) -> str:
    quote, because = shorten_quote(str(fact.get("quote", ""))), shorten_quote(str(fact.get("from", "")))
    if fact.get("origin") == "answered":
        return context.say("origin_answered")
    if because:
        return context.say("origin_derived", because=because)
    return context.say("origin_said", quote=quote) if quote else context.say("origin_said_plainly")


def write_reasons(context: ReportContext) -> Iterator[Block]:
    """The reasons with their sources."""
    plan = context.advice.choice
    if plan is not None and plan.reasons:
        yield ItemList(tuple(context.cite_sources(reason.text, reason.sources) for reason in plan.reasons))


def write_measurements(context: ReportContext) -> Iterator[Block]:
    """The person's own runs that the figures rest on, each with its tool and file."""
    rows = [
        make_row(
            f"{trial.instance_type} × {trial.instance_count}" if trial.instance_type else f"{trial.place} {trial.memory_mb} MB",
            _describe_load(context, trial),
            _describe_measured_time(trial),
            trial.source,
        )
        for trial in context.advice.measured
    ]
    if rows:
        head = tuple(context.say(key) for key in ("column_what", "column_load", "column_measured", "column_from"))
        yield Table(context.say("measured_table"), head, tuple(rows))


def _describe_load(context: ReportContext, trial: Trial) -> str:
    if trial.concurrency == 1:
        return context.say("load_alone")
    if not trial.rate_per_s:
        return ""
    return context.say("load_full" if trial.is_capacity else "load_rate", rate=f"{trial.rate_per_s:,.3g}")


def _describe_measured_time(trial: Trial) -> str:
    if trial.hours_per_run:
        return format_amount(trial.hours_per_run, "h")
    return f"{trial.tail} {format_duration(trial.latency_ms)}" if trial.latency_ms else ""


def write_relaxations(context: ReportContext) -> Iterator[Block]:
    """What to relax where nothing fits."""
    if context.advice.relax:
        yield ItemList(tuple(Sentence(one.text) for one in context.advice.relax))


def write_cautions(context: ReportContext) -> Iterator[Block]:
    """Cautions of the plan."""
    plan = context.advice.choice
    told = (*context.advice.premises, *plan.cautions) if plan is not None else ()
    if told:
        yield ItemList(tuple(map(Sentence, told)))


def write_software(context: ReportContext) -> Iterator[Block]:
    """Software that has to be installed or compiled."""
    plan = context.advice.choice
    if plan is not None and plan.software:
        yield ItemList(tuple(map(Sentence, plan.software)))


def write_open_points(context: ReportContext) -> Iterator[Block]:
    """Contradictions, words not understood, and other workloads in the text."""
    advice = context.advice
    lines = [shorten_quote(line) for line in advice.contradictions]
    lines += [context.say("not_understood", text=shorten_quote(part)) for part in advice.not_understood]
    for other in advice.other_workloads:
        facts = other.get("facts", {})
        described = (f"{context.name_fact(name)} {context.format_value(name, _fact_value(fact['value']))}" for name, fact in facts.items())
        lines.append(context.say("another", facts=shorten_quote(" · ".join(described))))
    if lines:
        yield ItemList(tuple(map(Sentence, lines)))


def write_next_steps(context: ReportContext) -> Iterator[Block]:
    """Steps in order: open points first, then measure, deploy, check again."""
    advice = context.advice
    steps = [Sentence(context.say("next_settle"))] if advice.contradictions or advice.not_understood else []
    questions = advice.next_questions[:_MOST_OPEN]
    steps += [Sentence(context.say("next_answer", prompt=one.prompt, share=format_percentage(one.effect))) for one in questions]
    if advice.choice is None:
        steps += [Sentence(context.say("next_relax", text=one.text)) for one in advice.relax]
    else:
        steps += [Sentence(context.say(f"next_{step}"), command=context.say(f"command_{step}")) for step in _COMMANDS]
    if steps:
        yield ItemList(tuple(steps), are_steps=True)


def describe_price(context: ReportContext, plan: Plan) -> str:
    """A plan's cost per run or month; a dash where no price is known."""
    if plan.cost.usd_per_run is not None:
        return context.say("a_run", usd=format_usd(plan.cost.usd_per_run))
    return context.say("a_month", usd=format_usd(plan.cost.usd_per_month)) if plan.cost.usd_per_month is not None else "-"
