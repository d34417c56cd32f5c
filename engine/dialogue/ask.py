"""What is asked next: the unknown fact whose answer would change the advice most."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec

from engine.dialogue.desk import Desk, Turn
from engine.dialogue.disputes import Dispute, disputes_in
from engine.dialogue.record import Ask, Conversation, Offer, State, workload_of
from engine.fact_wording import describe_fact, describe_value, fact_name, say
from engine.workload import Workload
from knowledge.schema.decision import Question

_ABOUT: Final = ("stage", "model", "model_family", "algorithm", "task")
_LOADS: Final = ("items_per_run", "requests_per_second", "latency_p99_ms", "dataset_gb", "rows")
_MOST_WORDS: Final = 4
"""Facts that tell one workload from another in a line."""


class Open(msgspec.Struct, frozen=True):
    """A question that can change the choice, with the choices that make sense here."""

    question: Question
    effect: float


def next_ask(conversation: Conversation, desk: Desk) -> Ask | None:
    """The next question; None where no answer can change the choice any more. Found once for each state: it takes many decisions."""
    state = conversation.now
    for known, ask in desk.latest_asks:
        if known is state:
            return ask
    found = _find_next_ask(state, desk)
    desk.latest_asks.append((state, found))
    return found


def _find_next_ask(state: State, desk: Desk) -> Ask | None:
    if state.waiting and not state.is_chosen:
        return _which(state, desk)
    if state.to_confirm:
        return _confirm(state, desk)
    workload = workload_of(state.answers)
    for dispute in disputes_in(workload):
        if dispute.problem not in state.settled:
            return _dispute(state, dispute, desk)
    turn = desk.turn(workload)
    if state.editing:
        return _of_fact(state, state.editing, turn, desk)
    alone = _alone(state, turn, desk)
    found = [alone] if alone is not None else open_questions(state, turn, desk)
    if len(found) == 1:
        return _ask_for(state, found[0], _most(state, desk))
    return _check(state, found, turn, desk) if found else None


def open_questions(state: State, turn: Turn, desk: Desk) -> list[Open]:
    """Questions that can change the choice, by effect, then by ease."""
    found = [Open(question, effect) for question in _applying(state, turn, desk) if (effect := turn.effect(question)) > 0]
    return sorted(found, key=lambda one: (-round(one.effect, 6), -one.question.ease, one.question.id))


def is_open(state: State, fact: str, desk: Desk) -> bool:
    """Whether a fact would still be asked for."""
    turn = desk.turn(workload_of(state.answers))
    return any(question.id == fact and turn.effect(question) > 0 for question in _applying(state, turn, desk))


def _applying(state: State, turn: Turn, desk: Desk) -> Iterator[Question]:
    """Questions of this kind of run and of model that nobody has dealt with."""
    context = turn.decision.context
    for question in desk.knowledge.questions.values():
        if not turn.what_if.is_applicable(question) or question.id in state.answers or not context.workload.is_assumed(question.id):
            continue
        if not any(_is_told(state, fact) for fact in question.unless):
            yield offered(question, turn)


def _is_told(state: State, fact: str) -> bool:
    return fact in state.answers and state.answers[fact].value is not None


def offered(question: Question, turn: Turn) -> Question:
    """The question with the choices that make sense for this kind of model."""
    choices = turn.what_if.choices_of(question)
    examples = tuple(choice.label for choice in choices) if question.members_of and choices else question.examples
    return msgspec.structs.replace(question, choices=choices, examples=examples)


def _alone(state: State, turn: Turn, desk: Desk) -> Open | None:
    """The question that is worth a turn of its own now: what the workload is before all else, then what matters most."""
    applying = list(_applying(state, turn, desk))
    for question in sorted((one for one in applying if one.subject), key=lambda one: (-one.ease, one.id)):
        if turn.effect(question) > 0:
            return Open(question, turn.effect(question))
    leader = turn.leader([one for one in applying if not one.subject]) if _room(state, desk) else None
    return Open(*leader) if leader is not None and leader[1] >= _limits(desk)["asked_alone"] else None


def _limits(desk: Desk) -> dict[str, float]:
    return desk.knowledge.weights["dialogue"].thresholds


def _room(state: State, desk: Desk) -> int:
    """Questions that may still have a turn of their own."""
    return max(int(_limits(desk)["most_alone"]) - sum(name in desk.knowledge.questions for name in state.asked), 0)


def _most(state: State, desk: Desk) -> int:
    """Questions that may still come, this one included: an answer may open others, but only so many have a turn of their own.

    What waits now is no bound, since an answer may open more: this one never grows.
    """
    return _room(state, desk) + max(int(_limits(desk)["most_lists"]) - state.asked.count("check"), 1)


def _ask_for(state: State, one: Open, most: int) -> Ask:
    question = one.question
    return Ask(
        kind="fact",
        fact=question.id,
        prompt=question.prompt,
        principle=question.principle,
        offers=tuple(Offer(label=choice.label, value=choice.value, fact=question.id, effect=choice.effect) for choice in question.choices),
        examples=question.examples,
        effect=one.effect,
        asked=len(state.asked),
        most=most,
    )


def _of_fact(state: State, fact: str, turn: Turn, desk: Desk) -> Ask:
    """The question of one fact that was answered or assumed; facts without a question are asked for by their name."""
    question = desk.knowledge.questions.get(fact)
    if question is not None:
        fitting = offered(question, turn)
        return _ask_for(state, Open(fitting, turn.effect(fitting)), 0)
    return Ask(
        kind="fact",
        fact=fact,
        prompt=say(desk.knowledge, "free_prompt", fact=fact_name(desk.knowledge, fact)),
        principle=say(desk.knowledge, "free_principle"),
        asked=len(state.asked),
    )


def _check(state: State, found: list[Open], turn: Turn, desk: Desk) -> Ask:
    """One look at all that is assumed and seldom otherwise."""
    most = int(_limits(desk)["most_checked"])
    workload = turn.decision.context.workload
    lines = tuple(_line(one, workload, desk) for one in found[:most])
    return Ask(
        kind="check",
        prompt=say(desk.knowledge, "check_prompt"),
        principle=say(desk.knowledge, "check_principle"),
        offers=(*lines, Offer(label=say(desk.knowledge, "check_right"))),
        effect=found[0].effect,
        asked=len(state.asked),
        most=_most(state, desk),
    )


def _line(one: Open, workload: Workload, desk: Desk) -> Offer:
    fact = one.question.id
    value = getattr(workload, fact)
    label = f"{fact_name(desk.knowledge, fact)}: {say(desk.knowledge, 'check_unknown') if value is None else describe_value(fact, value)}"
    return Offer(label=label, value=value, fact=fact)


def _which(state: State, desk: Desk) -> Ask:
    workloads = (workload_of(state.answers), *state.waiting)
    return Ask(
        kind="which",
        prompt=say(desk.knowledge, "which_prompt", count=len(workloads)),
        principle=say(desk.knowledge, "which_principle"),
        offers=tuple(Offer(label=in_short(workload, desk)) for workload in workloads),
        effect=1.0,
        asked=len(state.asked),
    )


def in_short(workload: Workload, desk: Desk) -> str:
    """A workload in a few words, by what tells it from another: what it is about by name, its load in words."""
    known = {fact: value for fact in (*_ABOUT, *_LOADS) if (value := getattr(workload, fact)) is not None}
    words = (str(value) if fact in _ABOUT else describe_fact(desk.knowledge, fact, value) for fact, value in known.items())
    return " · ".join(islice(words, _MOST_WORDS))


def _dispute(state: State, dispute: Dispute, desk: Desk) -> Ask:
    return Ask(
        kind="dispute",
        fact=dispute.problem,
        prompt=say(desk.knowledge, "dispute_prompt", problem=dispute.problem),
        principle=say(desk.knowledge, "dispute_principle"),
        offers=tuple(
            Offer(label=describe_fact(desk.knowledge, side.keeps, side.value), fact=side.gives_way, value=side.kept)
            for side in dispute.sides
        ),
        effect=1.0,
        asked=len(state.asked),
    )


def facts_to_confirm(state: State) -> tuple[str, ...]:
    """The facts that are asked about together: those that would change, else the first that would only become known."""
    changing = tuple(fact for fact in state.to_confirm if _is_told(state, fact))
    return changing or tuple(state.to_confirm)[:1]


def _confirm(state: State, desk: Desk) -> Ask:
    """Whether something shall change that changes everything, or whether words mean what a second reader takes them for."""
    facts = facts_to_confirm(state)
    becomes = " · ".join(
        describe_fact(desk.knowledge, fact, value) for fact in facts if (value := state.to_confirm[fact].value) is not None
    )
    was = " · ".join(
        describe_fact(desk.knowledge, fact, value)
        for fact in facts
        if _is_told(state, fact) and (value := state.answers[fact].value) is not None
    )
    if was:
        prompt, principle = say(desk.knowledge, "confirm_prompt", was=was, becomes=becomes), say(desk.knowledge, "confirm_principle")
        no = say(desk.knowledge, "confirm_no", was=was)
    else:
        prompt = say(desk.knowledge, "second_prompt", quote=state.to_confirm[facts[0]].quote, becomes=becomes)
        principle, no = say(desk.knowledge, "second_principle"), say(desk.knowledge, "second_no")
    return Ask(
        kind="confirm",
        fact=facts[0],
        prompt=prompt,
        principle=principle,
        offers=(Offer(label=say(desk.knowledge, "confirm_yes", becomes=becomes), value=True), Offer(label=no, value=False)),
        effect=1.0,
        asked=len(state.asked),
    )
