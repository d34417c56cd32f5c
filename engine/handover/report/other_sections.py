"""What else there is to know: what was rejected, what would also do, what would change it, what was assumed, whose terms hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import Plan, Rejection
from engine.decision.limits.failure import amount, duration
from engine.decision.wording import money
from engine.handover.in_words import BOOKKEEPING
from engine.handover.report.content import Block, Items, Paragraph, Rows, Said, row
from engine.handover.report.plan_sections import paid
from engine.handover.report.sheet import Sheet
from engine.words import share

_MOST_REJECTED: Final = 16
"""Families with a line of their own, the nearest first."""
_MOST_NAMED: Final = 8
"""Families named behind a limit."""


def rejected(sheet: Sheet) -> Iterator[Block]:
    """Each with the limit that stopped it, the need and what there is; the rest counted by limit."""
    told = [one for one in sheet.advice.rejected if one.limit not in BOOKKEEPING]
    places, families = [one for one in told if one.kind == "place"], [one for one in told if one.kind != "place"]
    shown = (*families[:_MOST_REJECTED], *places)
    if shown:
        head = tuple(sheet.say(key) for key in ("column_what", "column_limit", "column_need", "column_has", "column_words"))
        yield Rows(sheet.say("rejected_table"), head, tuple(_rejection(sheet, one) for one in shown))
    kept = {id(one) for one in shown}
    yield from _counted(sheet, [one for one in sheet.advice.rejected if id(one) not in kept])


def _rejection(sheet: Sheet, one: Rejection) -> tuple[Said, ...]:
    what = sheet.place(one.what) if one.kind == "place" else one.what
    return (*row(what, one.limit, one.need, one.has), sheet.said(one.text, one.sources))


def _counted(sheet: Sheet, others: list[Rejection]) -> Iterator[Block]:
    """What fell away without a word to each: how many, and a few of the names."""
    if not others:
        return
    by_limit: dict[str, list[str]] = {}
    for one in others:
        by_limit.setdefault(one.limit, []).append(sheet.place(one.what) if one.kind == "place" else one.what)
    yield Paragraph(Said(sheet.say("rejected_more", count=len(others))))
    head = tuple(sheet.say(key) for key in ("column_limit", "column_count", "column_what"))
    rows = tuple(row(limit, str(len(names)), _some(sheet, names)) for limit, names in by_limit.items())
    yield Rows(sheet.say("rejected_count"), head, rows, frozenset({1}))


def _some(sheet: Sheet, names: list[str]) -> str:
    first, more = ", ".join(names[:_MOST_NAMED]), len(names) - _MOST_NAMED
    return sheet.say("rejected_names", names=first, count=more) if more > 0 else first


def alternatives(sheet: Sheet) -> Iterator[Block]:
    """Plans that would also do, each in its role."""
    if sheet.advice.alternatives:
        keys = ("column_role", "column_what", "column_place", "column_cost", "column_latency", "column_basis", "column_condition")
        rows = tuple(_alternative(sheet, plan) for plan in sheet.advice.alternatives)
        yield Rows(sheet.say("alternatives_table"), tuple(map(sheet.say, keys)), rows)


def _alternative(sheet: Sheet, plan: Plan) -> tuple[Said, ...]:
    hours = amount(plan.hours_per_run, "h") if plan.hours_per_run is not None else "-"
    time = duration(plan.latency_ms.estimate) if plan.latency_ms.estimate is not None else hours
    mind = plan.cautions[0] if plan.cautions else "-"
    return row(plan.role or "-", sheet.plan(plan), sheet.place(plan.place), paid(sheet, plan), time, plan.basis, mind)


def compared(sheet: Sheet) -> Iterator[Block]:
    """What the person asked about by name."""
    kept = sheet.advice.workload.get("compare", {}).get("value", ())
    names = tuple(map(str, kept)) if isinstance(kept, list | tuple) else ()
    told = [_compared(sheet, name, one) for name, one in zip(names, sheet.advice.comparison, strict=False)]
    if told:
        yield Items(tuple(told))


def _compared(sheet: Sheet, name: str, one: Plan | Rejection) -> Said:
    if isinstance(one, Rejection):
        return sheet.said(f"{name}: {one.text}", one.sources)
    return Said(f"{name}: {sheet.say('compared_plan', what=sheet.plan(one), place=sheet.place(one.place), price=paid(sheet, one))}")


def flips(sheet: Sheet) -> Iterator[Block]:
    """The nearest change of each fact that leads to another choice."""
    if sheet.advice.flips:
        head = tuple(sheet.say(key) for key in ("column_if", "column_instead", "column_then"))
        rows = tuple(
            row(
                f"{sheet.fact(flip.fact)}: {sheet.value(flip.fact, flip.to)}",
                sheet.value(flip.fact, flip.before),
                sheet.where(flip.choice),
            )
            for flip in sheet.advice.flips
        )
        yield Rows(sheet.say("flips_table"), head, rows)


def questions(sheet: Sheet) -> Iterator[Block]:
    """Answers that are still missing."""
    if sheet.advice.next_questions:
        head = tuple(sheet.say(key) for key in ("column_question", "column_effect", "column_why"))
        rows = tuple(row(one.prompt, sheet.say("effect_share", share=share(one.effect)), one.why) for one in sheet.advice.next_questions)
        yield Rows(sheet.say("questions_table"), head, rows)


def assumed(sheet: Sheet) -> Iterator[Block]:
    """What nobody stated, with how much it matters."""
    if sheet.advice.assumptions:
        head = tuple(sheet.say(key) for key in ("column_fact", "column_value", "column_effect", "column_why"))
        rows = tuple(
            row(sheet.fact(one.fact), sheet.value(one.fact, one.value), _effect(sheet, one.effect), one.why)
            for one in sheet.advice.assumptions
        )
        yield Rows(sheet.say("assumed_table"), head, rows)


def _effect(sheet: Sheet, effect: float | None) -> str:
    if effect is None:
        return sheet.say("effect_unknown")
    return sheet.say("effect_share", share=share(effect)) if effect else sheet.say("effect_none")


def policy(sheet: Sheet) -> Iterator[Block]:
    """The terms that the advice follows."""
    terms = sheet.advice.policy
    if terms is None:
        return
    lines = [sheet.say("policy_discount", share=f"{share * 100:.4g} %", what=name) for name, share in terms.discounts.items()]
    lines += [sheet.say("policy_approved", names=", ".join(terms.approved))] if terms.approved else []
    lines += [sheet.say("policy_quota", count=count, what=name) for name, count in terms.quotas.items()]
    lines += [sheet.say("policy_owned", kind=one.kind, usd=money(one.usd_per_hour)) for one in terms.savings_plans]
    yield Items(tuple(map(Said, lines)))
