"""The steps of a conversation: pure functions from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

import msgspec

from engine.dialogue.ask import facts_to_confirm, is_open, next_ask
from engine.dialogue.desk import Desk
from engine.dialogue.drastic import drastic_changes
from engine.dialogue.echo import echoed, not_sure_lines, taken_back
from engine.dialogue.record import Answer, Ask, AskKind, Conversation, Sandbox, State, answers_of, workload_of
from engine.dialogue.reply import Reply, corrections, is_not_sure, is_right, picked, reply_to, yes_or_no
from engine.fact_wording import describe_fact, say
from engine.intake.tokens import MOST_CHARACTERS
from engine.intake.understand import understand
from engine.workload import FACT_NAMES, FIGURES_OF_TODAY, WORK_FACTS, Value, Workload

_QUOTED: Final = 60
"""Characters of a person's words that a notice repeats."""
_SUBJECT: Final = ("task", "algorithm", "data_type", "model", "model_family")
"""Facts of what is run."""
_FOLLOWS: Final = {**dict.fromkeys(_SUBJECT, _SUBJECT), "model": (*_SUBJECT, "require"), "on_site": ("require",)}
"""Fact -> those that may have followed from it, and go where it changes."""


def start(text: str, desk: Desk) -> Conversation:
    """A conversation about what `text` tells; about nothing yet where it is empty."""
    if not text.strip():
        return Conversation()
    heard = understand(text, desk.knowledge, proposals=desk.proposals)
    answers = answers_of(heard.workload)
    if heard.workload.is_blank:
        return Conversation(notice=(say(desk.knowledge, "nothing_read", text=_short(text)),))
    lines = () if heard.other_workloads else tuple(echoed({}, answers, "", desk))
    return Conversation(now=State(answers=answers, waiting=heard.other_workloads, lines=lines))


def start_with(workload: Workload, others: tuple[Workload, ...], desk: Desk) -> Conversation:
    """A conversation about a workload that is known already: one that waited, or one of a file."""
    answers = answers_of(workload)
    return Conversation(now=State(answers=answers, waiting=others, is_chosen=True, lines=tuple(echoed({}, answers, "", desk))))


def answer(conversation: Conversation, text: str, desk: Desk) -> Conversation:
    """One step further by an answer, a correction, or anything else that says something of the workload."""
    if not text.strip() or len(text) > MOST_CHARACTERS:
        return conversation.with_notice(*([say(desk.knowledge, "too_long", most=f"{MOST_CHARACTERS:,}")] if text.strip() else []))
    if conversation.sandbox is not None:
        conversation = msgspec.structs.replace(conversation, sandbox=None)  # what is stated is of the workload itself
    ask = next_ask(conversation, desk)
    if ask is None:
        return conversation.with_notice() if is_not_sure(text) else _corrected(conversation, text, desk)
    return not_sure(conversation, desk) if is_not_sure(text) else _STEPS[ask.kind](conversation, ask, text, desk)


def not_sure(conversation: Conversation, desk: Desk) -> Conversation:
    """Go on without an answer: what is assumed is taken, and told."""
    ask, now = next_ask(conversation, desk), conversation.now
    if ask is None:
        return conversation.with_notice()
    if ask.kind == "which":
        return _first(conversation, 0, ask, desk)
    if ask.kind == "confirm":
        return _settled(conversation, desk, is_taken=False)
    lines = tuple(not_sure_lines(ask, now, desk))
    if ask.kind == "dispute":
        return conversation.at(_moved(now, settled=(*now.settled, ask.fact), asked=(*now.asked, "dispute"), lines=lines))
    facts = [ask.fact] if ask.kind == "fact" else [offer.fact for offer in ask.offers if offer.fact]
    answers = {**now.answers, **{fact: Answer(kind="not sure") for fact in facts}}
    return conversation.at(_moved(now, answers=answers, editing="", asked=_asked(now, ask), lines=lines))


def back(conversation: Conversation, desk: Desk) -> Conversation:
    """The state before the last step, as it was; an open what-if is left first."""
    if conversation.sandbox is not None:
        return discard(conversation, desk)
    if not conversation.past:
        return conversation.with_notice(say(desk.knowledge, "nothing_back"))
    *past, before = conversation.past
    told = taken_back(conversation.now.answers, before.answers, desk)
    return Conversation(now=before, past=tuple(past), future=(conversation.now, *conversation.future), notice=(told,))


def redo(conversation: Conversation, desk: Desk) -> Conversation:
    """The state that `back` left, as it was."""
    if not conversation.future:
        return conversation.with_notice(say(desk.knowledge, "nothing_redo"))
    after, *future = conversation.future
    told = tuple(echoed(conversation.now.answers, after.answers, "", desk)) or (say(desk.knowledge, "redo"),)
    return Conversation(now=after, past=(*conversation.past, conversation.now), future=tuple(future), notice=told)


def edit(conversation: Conversation, fact: str, desk: Desk) -> Conversation:
    """Ask for one fact again; its answer comes straight back here."""
    now = conversation.now
    name = fact_named(fact, desk)
    if name is None:
        known = ", ".join(now.answers) or "stage"
        return conversation.with_notice(say(desk.knowledge, "no_fact", text=_short(fact), known=known))
    value = getattr(desk.turn(workload_of(now.answers)).decision.context.workload, name)
    line = [say(desk.knowledge, "editing", what=describe_fact(desk.knowledge, name, value))] if value is not None else []
    return conversation.at(_moved(now, editing=name, lines=tuple(line)))


def fact_named(text: str, desk: Desk) -> str | None:
    """The fact that is meant by its name, or by the words it goes by."""
    wanted = text.strip().lower()
    words = desk.knowledge.wording["dialogue"].texts
    exact = next((fact for fact in FACT_NAMES if wanted in (fact, fact.replace("_", " "), words[f"fact_{fact}"].lower())), None)
    if exact is not None or not wanted:
        return exact
    near = [fact for fact in FACT_NAMES if wanted in fact.replace("_", " ") or wanted in words[f"fact_{fact}"].lower()]
    return near[0] if len(near) == 1 else next((fact for fact in near if fact in desk.knowledge.questions), None)


def what_if(conversation: Conversation, text: str, desk: Desk) -> Conversation:
    """Try other answers beside the conversation; nothing of it changes until they are kept."""
    tried = conversation.sandbox.answers if conversation.sandbox is not None else conversation.now.answers
    return _tried(conversation, tried, text, desk)


def retract(conversation: Conversation, gone: Mapping[str, Answer | None], desk: Desk) -> Conversation:
    """Without some facts, or with what is left of them; what followed from a subject that is gone goes with it."""
    now = conversation.now
    answers = _merged(now.answers, Reply(dict(gone)))
    line = say(
        desk.knowledge,
        "retracted",
        what=" · ".join(describe_fact(desk.knowledge, fact, value) for fact in gone if (value := now.answers[fact].value) is not None),
    )
    return conversation.at(_moved(now, answers=answers, lines=(line,)))


def keep(conversation: Conversation, desk: Desk) -> Conversation:
    """Take over what was tried."""
    box = conversation.sandbox
    if box is None:
        return conversation.with_notice(say(desk.knowledge, "no_sandbox", example=say(desk.knowledge, "example_what_if")))
    line = say(desk.knowledge, "kept", what=" · ".join(box.lines))
    return conversation.at(_moved(conversation.now, answers=box.answers, lines=(line,)))


def discard(conversation: Conversation, desk: Desk) -> Conversation:
    """Forget what was tried."""
    if conversation.sandbox is None:
        return conversation.with_notice(say(desk.knowledge, "no_sandbox", example=say(desk.knowledge, "example_what_if")))
    return msgspec.structs.replace(conversation, sandbox=None, notice=(say(desk.knowledge, "discarded"),))


def next_workload(conversation: Conversation, desk: Desk) -> Conversation | None:
    """A conversation about the next workload of the same message; None where none waits."""
    waiting = conversation.now.waiting
    return start_with(waiting[0], waiting[1:], desk) if waiting and conversation.now.is_chosen else None


def _short(text: str) -> str:
    whole = " ".join(text.split())
    return whole if len(whole) <= _QUOTED else f"{whole[:_QUOTED]}…"


def _moved(state: State, **changes: object) -> State:
    return msgspec.structs.replace(state, **changes)


def _asked(state: State, ask: Ask) -> tuple[str, ...]:
    """What has been asked, with `ask`; what is only changed again counts once."""
    name = ask.fact if ask.kind == "fact" else ask.kind
    return state.asked if state.editing and name in (*state.asked, *state.answers) else (*state.asked, name)


def _with(conversation: Conversation, reply: Reply, ask: Ask | None, text: str, desk: Desk) -> Conversation:
    """The state after a reply; the same with a word about it where it says nothing new."""
    now = conversation.now
    if not reply.changes and not reply.others:
        return _unread(conversation, ask, text, desk)
    answers = _merged(now.answers, reply)
    fact = ask.fact if ask is not None and ask.kind == "fact" else ""
    dealt = ask is not None and (ask.kind != "fact" or fact in reply.changes or not is_open(_moved(now, answers=answers), fact, desk))
    lines = tuple(echoed(now.answers, answers, fact, desk))
    return conversation.at(
        _moved(
            now,
            answers=answers,
            waiting=(*now.waiting, *reply.others),
            is_chosen=now.is_chosen or bool(reply.others),
            editing="" if dealt and fact == now.editing else now.editing,
            asked=_asked(now, ask) if ask is not None and dealt else now.asked,
            lines=lines,
        )
    )


def _merged(answers: dict[str, Answer], reply: Reply) -> dict[str, Answer]:
    """The answers after a reply; what followed from an earlier answer goes with it."""
    changed = [fact for fact in reply.changes if fact in answers and answers[fact].value is not None]
    followers = {follower for fact in changed for follower in _FOLLOWS.get(fact, ())}
    merged = {fact: one for fact, one in answers.items() if fact not in followers or one.kind != "derived"}
    for fact, one in reply.changes.items():
        if one is None:
            merged.pop(fact, None)
        else:
            merged[fact] = one
    return merged


def _unread(conversation: Conversation, ask: Ask | None, text: str, desk: Desk) -> Conversation:
    example = ask.examples[0] if ask is not None and ask.examples else say(desk.knowledge, "example_latency")
    if ask is None or not ask.offers:
        return conversation.with_notice(say(desk.knowledge, "not_understood_open", text=_short(text), example=example))
    return conversation.with_notice(say(desk.knowledge, "not_understood", text=_short(text), example=example, last=len(ask.offers)))


def _corrected(conversation: Conversation, text: str, desk: Desk) -> Conversation:
    """Words after the last question: a correction, or something more."""
    reply = corrections((), text, workload_of(conversation.now.answers), desk.knowledge, proposals=desk.proposals)
    return _with(conversation, reply, None, text, desk)


def _answered(conversation: Conversation, ask: Ask, text: str, desk: Desk) -> Conversation:
    """The fact that was asked for, and whatever else was said."""
    reply = reply_to(ask, text, workload_of(conversation.now.answers), desk.knowledge, desk.proposals)
    return _with(conversation, reply, ask, text, desk)


def _chosen(conversation: Conversation, ask: Ask, text: str, desk: Desk) -> Conversation:
    """Which workload comes first, by its digit, its label, or a word that only one of them has."""
    index = picked(text, ask.offers)
    if index is None:
        said = set(text.lower().split())
        near = [at for at, offer in enumerate(ask.offers) if said & set(offer.label.lower().replace("-", " ").split())]
        index = near[0] if len(near) == 1 else None
    return _unread(conversation, ask, text, desk) if index is None else _first(conversation, index, ask, desk)


def _first(conversation: Conversation, index: int, ask: Ask, desk: Desk) -> Conversation:
    now = conversation.now
    workloads = [workload_of(now.answers), *now.waiting]
    chosen = workloads.pop(index)
    answers = answers_of(chosen)
    lines = tuple(echoed({}, answers, "", desk))
    moved = _moved(now, answers=answers, waiting=tuple(workloads), is_chosen=True, asked=(*now.asked, ask.kind), lines=lines)
    return conversation.at(moved)


def _resolved(conversation: Conversation, ask: Ask, text: str, desk: Desk) -> Conversation:
    """Which of two facts holds; or other words, which may end the contradiction too."""
    index, now = picked(text, ask.offers), conversation.now
    if index is None:
        reply = corrections(ask.offers, text, workload_of(now.answers), desk.knowledge, proposals=desk.proposals)
        return _with(conversation, reply, ask, text, desk)
    offer = ask.offers[index]
    answers = {name: one for name, one in now.answers.items() if name != offer.fact}
    if offer.value is not None:
        answers[offer.fact] = msgspec.structs.replace(now.answers[offer.fact], value=offer.value)
    line = say(desk.knowledge, "taken", what=offer.label)
    return conversation.at(_moved(now, answers=answers, asked=(*now.asked, "dispute"), lines=(line,)))


def ask_first(before: Conversation, after: Conversation, exempt: Collection[str], desk: Desk) -> Conversation:
    """`after` with the facts that a line changed drastically as they were `before`, and the question whether they shall change.

    `exempt` are facts that may change: they were asked for.
    """
    drastic = {fact: one for fact, one in drastic_changes(before.now.answers, after.now.answers).items() if fact not in exempt}
    if not drastic:
        return after
    kept = {fact: one for fact, one in after.now.answers.items() if fact not in drastic and one.kind != "derived"}
    answers = {**before.now.answers, **kept, **{fact: before.now.answers[fact] for fact in drastic}}
    lines = tuple(echoed(before.now.answers, answers, "", desk))
    return before.at(_moved(after.now, answers=answers, to_confirm=drastic, lines=lines))


def _confirmed(conversation: Conversation, ask: Ask, text: str, desk: Desk) -> Conversation:
    """Yes or no to a drastic change; other words are what the person rather says."""
    index, (word, rest) = picked(text, ask.offers), yes_or_no(text)
    if index is not None or (word is not None and not rest.strip(" .,!")):
        return _settled(conversation, desk, is_taken=index == 0 if index is not None else bool(word))
    settled = _settled(conversation, desk, is_taken=bool(word))
    return _corrected(settled, rest if word is not None else text, desk)


def _settled(conversation: Conversation, desk: Desk, *, is_taken: bool) -> Conversation:
    now = conversation.now
    settled = {fact: now.to_confirm[fact] for fact in facts_to_confirm(now)}
    answers = _merged(now.answers, Reply(dict(settled))) if is_taken else now.answers
    lines = tuple(echoed(now.answers, answers, "", desk)) if is_taken else (say(desk.knowledge, "confirm_kept"),)
    left = {fact: one for fact, one in now.to_confirm.items() if fact not in settled}
    return conversation.at(_moved(now, answers=answers, to_confirm=left, asked=(*now.asked, "confirm"), lines=lines))


def _checked(conversation: Conversation, ask: Ask, text: str, desk: Desk) -> Conversation:
    """A line picked is asked for; words correct what they name; all other lines stand."""
    now, index = conversation.now, picked(text, ask.offers)
    if index is not None and ask.offers[index].fact:
        return edit(conversation, ask.offers[index].fact, desk)
    standing = {offer.fact: Answer(kind="as assumed") for offer in ask.offers if offer.fact}
    if index is not None or is_right(text):
        line = say(desk.knowledge, "confirmed")
        return conversation.at(_moved(now, answers={**standing, **now.answers}, asked=(*now.asked, "check"), lines=(line,)))
    reply = corrections(ask.offers, text, workload_of(now.answers), desk.knowledge, proposals=desk.proposals)
    changed = _with(conversation, reply, ask, text, desk)
    if changed.notice:
        return changed
    return msgspec.structs.replace(changed, now=_moved(changed.now, answers={**standing, **changed.now.answers}))


def _tried(conversation: Conversation, answers: dict[str, Answer], text: str, desk: Desk) -> Conversation:
    """The sandbox after words of a what-if."""
    reply = corrections((), text, workload_of(answers), desk.knowledge, "what-if")
    if not reply.changes:
        line = say(desk.knowledge, "what_if_nothing", text=_short(text), example=say(desk.knowledge, "example_what_if"))
        return conversation.with_notice(line)
    tried = _with_figures_as_told(answers, _merged(answers, reply))
    lines = tuple(
        describe_fact(desk.knowledge, fact, one.value)
        for fact, one in tried.items()
        if one.value is not None and _said_of(conversation.now.answers.get(fact)) != _said_of(one)
    )
    return msgspec.structs.replace(conversation, sandbox=Sandbox(answers=tried, lines=lines), notice=())


def _said_of(one: Answer | None) -> Answer | None:
    """An answer without what it was measured at, which nobody says."""
    return one and msgspec.structs.replace(one, measured_at={})


def _with_figures_as_told(before: Mapping[str, Answer], after: dict[str, Answer]) -> dict[str, Answer]:
    """The answers of a what-if, each figure of today with the work that it was told for: four times the rows do not take today's hours."""
    changed: dict[str, Value] = {
        fact: one.value
        for fact, one in before.items()
        if fact in WORK_FACTS and one.value is not None and one.value != (after[fact].value if fact in after else None)
    }
    return {
        fact: msgspec.structs.replace(one, measured_at={**changed, **one.measured_at})
        if fact in FIGURES_OF_TODAY and before.get(fact) == one
        else one
        for fact, one in after.items()
    }


_STEPS: Final[dict[AskKind, Callable[[Conversation, Ask, str, Desk], Conversation]]] = {
    "fact": _answered,
    "check": _checked,
    "which": _chosen,
    "dispute": _resolved,
    "confirm": _confirmed,
}
