"""Renders questions, answers, what-if differences and sources of a conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.advice import Advice, Change, Difference, PlanInShort
from engine.dialogue import Ask, FactLine, Shortlist, progress
from engine.fact_wording import say
from engine.number_format import format_money, format_significant
from engine.plan_wording import name_hardware
from knowledge import Knowledge
from tui.views.advice import format_duration
from tui.views.text_lines import Line, wrap_text


def question_lines(ask: Ask, base: Knowledge, width: int) -> Iterator[Line]:
    """A question with its numbered choices, and how to answer it."""
    yield from wrap_text(headed_prompt(ask, base), width)
    for number, offer in enumerate(ask.offers, 1):
        effect = f"   {offer.effect}" if offer.effect else ""
        yield from wrap_text(f"{number:>2}  {offer.label}{effect}", width, "    ")
    yield Line(f" ?  {say(base, 'not_sure')}")
    yield Line(f"    {how_to_answer(ask, base)}")


def headed_prompt(ask: Ask, base: Knowledge) -> str:
    """A question with how many were asked and may still come."""
    counted = progress(ask, base)
    return f"{ask.prompt}  ({counted})" if counted else ask.prompt


def how_to_answer(ask: Ask, base: Knowledge) -> str:
    """The hint how to answer: by number or in words, with an example."""
    way = say(base, "how") if ask.offers else say(base, "how_free")
    return f"{way}{say(base, 'or_write', example=ask.examples[0]) if ask.examples else ''}"


def families_left_text(found: Shortlist) -> str:
    """How many families are left, and of how many where an answer closed some: "9 → 4"."""
    return f"{found.before} → {found.left}" if found.before > found.left else str(found.left)


def leading_text(found: Shortlist, base: Knowledge) -> str:
    """How many families are left, and the leading option or the fork that leads to one; "" where there is neither."""
    if found.branches:
        kinds = (say(base, "fork_kind", kind=one.label, what=_branch_text(one.choice, base)) for one in found.branches)
        return say(base, "fork", kinds="; ".join(kinds))
    left = families_left_text(found)
    for entry in found.top:
        place = base.places[entry.place].name
        if entry.what == entry.place:  # there is no machine to name
            return say(base, "leading_place", place=place)
        return say(base, "leading", left=left, what=f"{entry.what} × {entry.count}", place=place)
    return ""


def _branch_text(plan: PlanInShort, base: Knowledge) -> str:
    return name_hardware(plan) if plan.instance_type else base.places[plan.place].name


def answer_lines(known: Iterable[FactLine], base: Knowledge, width: int) -> Iterator[Line]:
    """Every answered fact, with the kind of its answer; what is assumed stands beside "not sure"."""
    for one in known:
        yield from wrap_text(f"  {one.text}  ({known_kind(one, base)})", width, "    ")
    yield from wrap_text(say(base, "edit_how"), width)


def known_kind(one: FactLine, base: Knowledge) -> str:
    """How a fact is known, in words."""
    key = "open" if one.kind == "not sure" and not one.has_value else one.kind.replace(" ", "_")
    return say(base, f"known_{key}")


def difference_lines(found: Difference, lines: tuple[str, ...], base: Knowledge, width: int) -> Iterator[Line]:
    """The changes of a what-if: choice, cost, speed."""
    yield from wrap_text(say(base, "what_if", what=" · ".join(lines)), width, tone="head")
    if found.before == found.after:
        yield from wrap_text(say(base, "same_choice", what=_plan_text(found.before, base)), width, "  ")
    else:
        yield from wrap_text(f"  {_plan_text(found.before, base)} → {_plan_text(found.after, base)}", width, "  ")
    figures: tuple[tuple[str, Change, Callable[[float], str]], ...] = (
        ("a_month", found.usd_per_month, format_money),
        ("a_run", found.usd_per_run, format_money),
        ("an_answer", found.latency_ms, format_duration),
        ("hours", found.hours_per_run, lambda value: f"{format_significant(value, 2)} h"),
    )
    for key, change, write in figures:
        if change.before != change.after:
            before, after = (write(value) if value is not None else "?" for value in (change.before, change.after))
            yield Line(f"  {say(base, key)}: {before} → {after}")
    yield from wrap_text(say(base, "keep_or_discard"), width, tone="dim")


def _plan_text(plan: PlanInShort | None, base: Knowledge) -> str:
    if plan is None:
        return say(base, "no_plan")
    memory = f"{plan.memory_mb} MB" if plan.memory_mb else ""
    what = f"{plan.instance_type} × {plan.instance_count}" if plan.instance_type else memory
    return " · ".join(part for part in (what, base.places[plan.place].name, base.purchases[plan.purchase].name) if part)


def source_lines(advice: Advice, base: Knowledge, width: int) -> Iterator[Line]:
    """Every source of the advice once, with its date and address."""
    used = [name for reason in (advice.choice.reasons if advice.choice else ()) for name in reason.sources]
    used += [name for one in advice.rejected for name in one.sources]
    for identity in dict.fromkeys(used):
        source = base.sources[identity]
        yield from wrap_text(f"{source.title}, {source.publisher}, read {source.read}", width, "  ")
        yield Line(f"  {source.url}", "dim")
