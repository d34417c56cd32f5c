"""What a conversation shows on demand: why it asks, the shortlist, the difference of a what-if, the advice as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from engine.advice import Advice, Branch, Difference
from engine.decision.choice import Decision, find_branches
from engine.decision.costs import advised_purchase
from engine.dialogue.ask import next_ask, open_questions
from engine.dialogue.desk import Desk, Turn
from engine.dialogue.record import Ask, Conversation, workload_of
from engine.fact_wording import fact_name, say
from engine.intake.contradictions import contradictions_of
from engine.number_format import format_percentage
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.purchase import PurchaseKind
from knowledge.schema.record import Record

if TYPE_CHECKING:
    from engine.pipeline import Explain


class Entry(Record):
    """One line of the shortlist: a family at its best place."""

    what: str
    count: int
    place: str
    usd_per_month: float
    latency_ms: float | None


class Shortlist(Record):
    """What is left, and the first few of it."""

    before: int
    """Families that could do it before the last step."""
    left: int
    top: tuple[Entry, ...]
    branches: tuple[Branch, ...] = ()
    """The fork, where nobody said yet what runs: nothing leads then."""


def why(conversation: Conversation, desk: Desk) -> tuple[str, ...]:
    """Why the present question is asked: the principle, then what each answer would lead to, computed."""
    ask = next_ask(conversation, desk)
    if ask is None:
        return ()
    turn = desk.turn(workload_of(conversation.now.answers))
    if ask.kind == "fact" and ask.fact in desk.knowledge.questions:
        return (ask.principle, *_separates(ask, turn, desk), *_effects(ask, turn, desk))
    if ask.kind == "check":
        found = open_questions(conversation.now, turn, desk)
        lines = [
            say(desk.knowledge, "why_line", fact=fact_name(desk.knowledge, one.question.id), share=format_percentage(one.effect))
            for one in found
        ]
        return (ask.principle, *lines)
    return (ask.principle,)


def _separates(ask: Ask, turn: Turn, desk: Desk) -> Iterator[str]:
    """Between what the answers decide: processors, else places, else types."""
    decisions = [turn.what_if.decide_with(ask.fact, offer.value) for offer in ask.offers if offer.value is not None]
    best = [decision.best for decision in decisions if decision.best is not None]
    base = desk.knowledge
    sides: tuple[dict[str, None], ...] = (
        dict.fromkeys(base.processors[one.processor].name for one in best if one.processor),
        dict.fromkeys(one.place.name for one in best),
        dict.fromkeys(f"{one.count} × {one.what}" for one in best),
        dict.fromkeys(base.purchases[_purchase(decision)].name for decision in decisions if decision.best is not None),
    )
    for names in sides:
        if len(names) > 1:
            *first, last = names
            yield say(base, "why_separates", first=", ".join(first), second=last)
            return


def _effects(ask: Ask, turn: Turn, desk: Desk) -> Iterator[str]:
    families = turn.decision.families
    for offer in ask.offers:
        if offer.value is None:
            continue
        after = turn.what_if.decide_with(ask.fact, offer.value)
        if after.best is None:
            yield say(desk.knowledge, "why_nothing", label=offer.label)
            continue
        left = len(set(after.families) & set(families)) if families else len(after.families)
        what = f"{after.best.count} × {after.best.what}" if after.best.instance is not None else after.best.what
        where = f"{after.best.place.name}, {desk.knowledge.purchases[_purchase(after)].name}"
        yield say(desk.knowledge, "why_choice", label=offer.label, what=f"{what}, {where}", left=left, all=len(families) or left)
    if ask.effect:
        yield say(desk.knowledge, "why_effect", share=format_percentage(ask.effect))


def _purchase(decision: Decision) -> PurchaseKind:
    return advised_purchase(decision.context, decision.best) if decision.best is not None else "on-demand"


def shortlist(conversation: Conversation, desk: Desk, most: int = 3) -> Shortlist:
    """The best plan of each of the first few families, and how many are left."""
    workload = workload_of(conversation.now.answers)
    now, branches = desk.turn(workload).decision, find_branches(desk.turn(workload).what_if)
    before = desk.turn(workload_of(conversation.past[-1].answers)).decision if conversation.past else now
    top: list[Entry] = []
    seen: set[str] = set()
    for option in () if branches else now.ranked_options:
        name = option.instance.family if option.instance is not None else option.what
        if name not in seen and len(top) < most:
            seen.add(name)
            top.append(
                Entry(
                    what=option.what,
                    count=option.count,
                    place=option.place.id,
                    usd_per_month=option.usd_per_month,
                    latency_ms=option.latency_ms,
                )
            )
    return Shortlist(before=len(before.families), left=len(now.families), top=tuple(top), branches=branches)


def tried(conversation: Conversation, desk: Desk) -> Difference | None:
    """What the open what-if would change; None where none is open."""
    from engine.decision.explanation import compare_decisions  # noqa: PLC0415  # the first question comes without it

    if conversation.sandbox is None:
        return None
    before = desk.turn(workload_of(conversation.now.answers)).decision
    return compare_decisions(before, desk.turn(workload_of(conversation.sandbox.answers)).decision)


def show_now(conversation: Conversation, desk: Desk, explain: Explain = "full") -> Advice:
    """The advice as far as it is known, with its confidence."""
    from engine.pipeline import IntakeNotes, advise  # noqa: PLC0415  # the first question comes without them

    workload = workload_of(conversation.now.answers)
    heard = IntakeNotes(
        other_workloads=tuple({"facts": _facts(other)} for other in conversation.now.waiting),
        contradictions=tuple(one.text for one in contradictions_of(workload)),
    )
    turn = desk.turn(workload)
    own = turn.what_if if turn.stated == workload else None  # a turn that was kept may quote other words for the same facts
    advice = advise(
        workload,
        desk.knowledge,
        lens=desk.lens,
        explain=explain,
        notes=heard,
        memo=desk.cache,
        policy=desk.policy,
        what_if=own,
        measurements=desk.measurements,
    )
    found = open_questions(conversation.now, turn, desk) if explain == "full" else []
    facts = {one.question.id for one in found}
    kept = tuple(one for one in advice.next_questions if one.fact in facts)
    return msgspec.structs.replace(advice, next_questions=kept)


def _facts(workload: Workload) -> dict[str, dict[str, Any]]:
    return {name: {"value": value, "origin": workload.origins[name].kind} for name, value in workload.known_facts().items()}


def revisit(conversation: Conversation, desk: Desk) -> tuple[str, ...]:
    """Facts that nobody was sure of and that could change the choice, the one that matters most first."""
    state = conversation.now
    unsure = {name for name, one in state.answers.items() if one.kind == "not sure"}
    if not unsure:
        return ()
    turn = desk.turn(workload_of(state.answers))
    effects = {name: turn.effect(desk.knowledge.questions[name]) for name in unsure if name in desk.knowledge.questions}
    return tuple(sorted((name for name, effect in effects.items() if effect > 0), key=lambda name: -effects[name]))


def progress(ask: Ask, base: Knowledge) -> str:
    """How many questions were asked, and how many may still come; "" for a question that does not count."""
    if not ask.most:
        return ""
    if ask.most <= 1:
        return say(base, "progress_last", asked=ask.asked)
    return say(base, "progress", asked=ask.asked, most=ask.most)
