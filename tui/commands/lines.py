"""What the commands of a conversation show, as lines: no face computes any of it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Final

from engine.advice import Advice, Change, Difference, Plan, PlanInShort
from engine.decision.why_not import why_not
from engine.decision.wording import money
from engine.dialogue import Ask, Conversation, Desk, progress, revisit, shortlist, workload_of
from engine.dialogue.words import named, say, share, told
from knowledge import Knowledge

WIDTH: Final = 80


def wrapped(text: str, indent: str = "") -> list[str]:
    """A sentence in lines of the width; long words stay whole."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False) or [""]


def question_lines(ask: Ask, desk: Desk) -> Iterator[str]:
    """A question with its numbered choices, and how to answer it."""
    base = desk.knowledge
    yield from wrapped(f"{ask.prompt}  ({progress(ask, desk)})")
    for number, offer in enumerate(ask.offers, 1):
        effect = f"   {offer.effect}" if offer.effect else ""
        yield f"{number:>2}  {offer.label}{effect}"
    yield f" ?  {say(base, 'not_sure')}"
    way = say(base, "how") if ask.offers else say(base, "how_free")
    yield f"    {way}{say(base, 'or_write', example=ask.examples[0]) if ask.examples else ''}"


def leading_lines(conversation: Conversation, desk: Desk) -> Iterator[str]:
    """How many families are left, and what leads."""
    found = shortlist(conversation, desk, 1)
    left = f"{found.before} → {found.left}" if found.before != found.left else str(found.left)
    for entry in found.top:
        place = desk.knowledge.places[entry.place].name
        yield say(desk.knowledge, "leading", left=left, what=f"{entry.what} × {entry.count}", place=place)


def answer_lines(conversation: Conversation, desk: Desk) -> Iterator[str]:
    """Everything that was answered, with how."""
    for name, one in conversation.now.answers.items():
        what = f"{named(desk.knowledge, name)}:" if one.value is None else told(desk.knowledge, name, one.value)
        yield f"  {what} {one.kind}" if one.value is None else f"  {what}  ({one.kind})"
    yield say(desk.knowledge, "edit_how")


def why_not_lines(conversation: Conversation, name: str, desk: Desk) -> list[str]:
    """Why something is not the choice. Raises InputError for a name of nothing."""
    found = why_not(desk.turn(workload_of(conversation.now.answers)).decision, name.removeprefix("not ").strip().lower())
    return wrapped(say(desk.knowledge, "is_choice", name=name) if isinstance(found, Plan) else found.text)


def revisit_lines(conversation: Conversation, desk: Desk) -> Iterator[str]:
    """The answer that nobody was sure of and that matters most; how many workloads wait."""
    unsure, base = revisit(conversation, desk), desk.knowledge
    if unsure:
        effect = desk.turn(workload_of(conversation.now.answers)).effect(base.questions[unsure[0]])
        yield from wrapped(say(base, "revisit", fact=named(base, unsure[0]), share=share(effect)))
    if conversation.now.waiting:
        yield say(base, "waiting", count=len(conversation.now.waiting))


def difference_lines(found: Difference, lines: tuple[str, ...], desk: Desk) -> Iterator[str]:
    """What a what-if changes: the choice, its cost, its speed."""
    base = desk.knowledge
    yield from wrapped(say(base, "what_if", what=" · ".join(lines)))
    if found.before == found.after:
        yield say(base, "same_choice", what=_plan(found.before, base))
    else:
        yield from wrapped(f"  {_plan(found.before, base)} → {_plan(found.after, base)}", "  ")
    figures: tuple[tuple[str, Change, Callable[[float], str]], ...] = (
        ("a_month", found.usd_per_month, money),
        ("a_run", found.usd_per_run, money),
        ("an_answer", found.latency_ms, lambda value: f"{value:.3g} ms"),
        ("hours", found.hours_per_run, lambda value: f"{value:.2g} h"),
    )
    for key, change, write in figures:
        if change.before != change.after:
            before, after = (write(value) if value is not None else "?" for value in (change.before, change.after))
            yield f"  {say(base, key)}: {before} → {after}"
    yield say(base, "keep_or_discard")


def _plan(plan: PlanInShort | None, base: Knowledge) -> str:
    if plan is None:
        return say(base, "no_plan")
    memory = f"{plan.memory_mb} MB" if plan.memory_mb else ""
    what = f"{plan.instance_type} × {plan.instance_count}" if plan.instance_type else memory
    return " · ".join(part for part in (what, plan.place, plan.purchase) if part)


def source_lines(advice: Advice, base: Knowledge) -> Iterator[str]:
    """Every source of the advice once, with its date and address."""
    used = [name for reason in (advice.choice.reasons if advice.choice else ()) for name in reason.sources]
    used += [name for one in advice.rejected for name in one.sources]
    for identity in dict.fromkeys(used):
        source = base.sources[identity]
        yield from wrapped(f"{source.title}, {source.publisher}, read {source.read}", "  ")
        yield f"  {source.url}"
