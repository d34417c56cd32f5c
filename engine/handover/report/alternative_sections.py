"""Sections on what was not chosen: rejections, alternatives, flips, open questions, assumptions, the organisation's policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import Plan, Rejection
from engine.handover.report.content import Block, ItemList, Paragraph, Sentence, Table, make_row
from engine.handover.report.plan_sections import describe_price
from engine.handover.report.report_context import ReportContext
from engine.number_format import format_amount, format_duration, format_money, format_percentage
from engine.plan_wording import INTERNAL_LIMITS

_MOST_REJECTED: Final = 16
"""Families with a row of their own, nearest first."""
_MOST_NAMED: Final = 8
"""Families named for each limit."""


def write_rejections(context: ReportContext) -> Iterator[Block]:
    """Rejections with limit, need and offer; the rest counted by limit."""
    telling = [one for one in context.advice.rejected if one.limit not in INTERNAL_LIMITS]
    places, families = [one for one in telling if one.kind == "place"], [one for one in telling if one.kind != "place"]
    shown = (*families[:_MOST_REJECTED], *places)
    if shown:
        head = tuple(context.say(key) for key in ("column_what", "column_limit", "column_need", "column_has", "column_words"))
        yield Table(context.say("rejected_table"), head, tuple(_rejection_row(context, one) for one in shown))
    shown_ids = {id(one) for one in shown}
    yield from _count_rejections(context, [one for one in context.advice.rejected if id(one) not in shown_ids])


def _rejection_row(context: ReportContext, one: Rejection) -> tuple[Sentence, ...]:
    what = context.name_place(one.what) if one.kind == "place" else one.what
    return (*make_row(what, one.limit, one.need, one.has), context.cite_sources(one.text, one.sources))


def _count_rejections(context: ReportContext, others: list[Rejection]) -> Iterator[Block]:
    """How many others each limit stopped, with a few names."""
    if not others:
        return
    by_limit: dict[str, list[str]] = {}
    for one in others:
        by_limit.setdefault(one.limit, []).append(context.name_place(one.what) if one.kind == "place" else one.what)
    yield Paragraph(Sentence(context.say("rejected_more", count=len(others))))
    head = tuple(context.say(key) for key in ("column_limit", "column_count", "column_what"))
    rows = tuple(make_row(limit, str(len(names)), _shorten_names(context, names)) for limit, names in by_limit.items())
    yield Table(context.say("rejected_count"), head, rows, frozenset({1}))


def _shorten_names(context: ReportContext, names: list[str]) -> str:
    first, more = ", ".join(names[:_MOST_NAMED]), len(names) - _MOST_NAMED
    return context.say("rejected_names", names=first, count=more) if more > 0 else first


def write_alternatives(context: ReportContext) -> Iterator[Block]:
    """Alternative plans with their roles."""
    if context.advice.alternatives:
        keys = ("column_role", "column_what", "column_place", "column_cost", "column_latency", "column_basis", "column_condition")
        rows = tuple(_alternative_row(context, plan) for plan in context.advice.alternatives)
        yield Table(context.say("alternatives_table"), tuple(map(context.say, keys)), rows)


def _alternative_row(context: ReportContext, plan: Plan) -> tuple[Sentence, ...]:
    hours = format_amount(plan.hours_per_run, "h") if plan.hours_per_run is not None else "-"
    time = format_duration(plan.latency_ms.estimate) if plan.latency_ms.estimate is not None else hours
    caution = plan.cautions[0] if plan.cautions else "-"
    return make_row(
        plan.role or "-",
        context.describe_hardware(plan),
        context.name_place(plan.place),
        describe_price(context, plan),
        time,
        plan.basis,
        caution,
    )


def write_comparison(context: ReportContext) -> Iterator[Block]:
    """The plan or rejection of each name that the person asked to compare."""
    value = context.advice.workload.get("compare", {}).get("value", ())
    names = tuple(map(str, value)) if isinstance(value, list | tuple) else ()
    items = [_compare_item(context, name, one) for name, one in zip(names, context.advice.comparison, strict=False)]
    if items:
        yield ItemList(tuple(items))


def _compare_item(context: ReportContext, name: str, one: Plan | Rejection) -> Sentence:
    if isinstance(one, Rejection):
        return context.cite_sources(f"{name}: {one.text}", one.sources)
    values = {"what": context.describe_hardware(one), "place": context.name_place(one.place), "price": describe_price(context, one)}
    return Sentence(f"{name}: {context.say('compared_plan', **values)}")


def write_flips(context: ReportContext) -> Iterator[Block]:
    """The nearest change of each fact that changes the choice."""
    if context.advice.flips:
        head = tuple(context.say(key) for key in ("column_if", "column_instead", "column_then"))
        rows = tuple(
            make_row(
                f"{context.name_fact(flip.fact)}: {context.format_value(flip.fact, flip.to)}",
                context.format_value(flip.fact, flip.before),
                context.describe_plan(flip.choice),
            )
            for flip in context.advice.flips
        )
        yield Table(context.say("flips_table"), head, rows)


def write_questions(context: ReportContext) -> Iterator[Block]:
    """Questions whose answers are missing."""
    if context.advice.next_questions:
        head = tuple(context.say(key) for key in ("column_question", "column_effect", "column_why"))
        rows = tuple(
            make_row(one.prompt, context.say("effect_share", share=format_percentage(one.effect)), one.why)
            for one in context.advice.next_questions
        )
        yield Table(context.say("questions_table"), head, rows)


def write_assumptions(context: ReportContext) -> Iterator[Block]:
    """Assumed facts with their effect."""
    if context.advice.assumptions:
        head = tuple(context.say(key) for key in ("column_fact", "column_value", "column_effect", "column_why"))
        rows = tuple(
            make_row(context.name_fact(one.fact), context.format_value(one.fact, one.value), _describe_effect(context, one.effect), one.why)
            for one in context.advice.assumptions
        )
        yield Table(context.say("assumed_table"), head, rows)


def _describe_effect(context: ReportContext, effect: float | None) -> str:
    if effect is None:
        return context.say("effect_unknown")
    return context.say("effect_share", share=format_percentage(effect)) if effect else context.say("effect_none")


def write_policy(context: ReportContext) -> Iterator[Block]:
    """The discounts, approvals, quotas and commitments that the advice follows."""
    terms = context.advice.policy
    if terms is None:
        return
    lines = [context.say("policy_discount", share=f"{share * 100:.4g} %", what=name) for name, share in terms.discounts.items()]
    lines += [context.say("policy_approved", names=", ".join(terms.approved))] if terms.approved else []
    lines += [context.say("policy_quota", count=count, what=name) for name, count in terms.quotas.items()]
    lines += [context.say("policy_owned", kind=one.kind, usd=format_money(one.usd_per_hour)) for one in terms.savings_plans]
    yield ItemList(tuple(map(Sentence, lines)))
