"""What was understood, said back: taken, changed, answered beside."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dialogue.desk import Desk
from engine.dialogue.record import Answer, Ask, State, workload_of
from engine.fact_wording import describe_fact, fact_name, say
from engine.workload import Value, tells_of_workload

Answers = dict[str, Answer]


def echoed(before: Answers, after: Answers, fact: str, desk: Desk) -> Iterator[str]:
    """Lines on what a step changed; `fact` is the one that was asked for, "" for none."""
    base = desk.knowledge
    new = {
        name: one.value
        for name, one in after.items()
        if tells_of_workload(name) and one.value is not None and _value(before, name) != one.value
    }
    hurts = new.pop("symptoms", None)
    taken = [name for name in new if _value(before, name) is None and (name == fact or not _answers_another(name, before, desk))]
    if taken:
        yield say(base, "taken", what=" · ".join(describe_fact(base, name, new[name]) for name in taken))
    if fact and fact not in new and (same := _value(after, fact)) is not None:
        yield say(base, "stays", what=describe_fact(base, fact, same))
    for name, value in new.items():
        old = _value(before, name)
        what = describe_fact(base, name, value)
        if old is not None:
            yield say(base, "changed" if name == fact or not taken else "also_changed", what=what, before=describe_fact(base, name, old))
        elif name not in taken:
            yield say(base, "also", what=what)
    if isinstance(hurts, tuple):
        symptom = base.symptoms[hurts[0]]
        yield say(base, "hurts", name=symptom.name, remedy=symptom.remedies[0].remedy)


def taken_back(now: Answers, before: Answers, desk: Desk) -> str:
    """What a step back gives up: facts that are gone, and what each other one is again."""
    base, lost = desk.knowledge, []
    for name in dict.fromkeys((*now, *before)):
        was, again = now.get(name), before.get(name)
        if was == again or not tells_of_workload(name):
            continue
        told = fact_name(base, name) if was is None or was.value is None else describe_fact(base, name, was.value)
        if again is not None and again.value is not None:
            told = say(base, "back_to", was=told, again=describe_fact(base, name, again.value))
        elif was is not None and was.kind == "not sure":
            told = say(base, "back_unsure", fact=told)
        lost.append(told)
    return say(base, "back", what=" · ".join(lost)) if lost else say(base, "back_step")


def _value(answers: Answers, name: str) -> Value | None:
    return answers[name].value if name in answers else None


def _answers_another(name: str, before: Answers, desk: Desk) -> bool:
    """Whether a fact that came along is one that would have been asked for."""
    return bool(before) and name in desk.knowledge.questions


def not_sure_lines(ask: Ask, state: State, desk: Desk) -> Iterator[str]:
    """Which assumption stands in for an answer that nobody knows."""
    base = desk.knowledge
    if ask.kind != "fact":
        yield say(base, "unsure_check" if ask.kind == "check" else "unsure_dispute")
        return
    known = {name: one for name, one in state.answers.items() if name != ask.fact}
    value = getattr(desk.turn(workload_of(known)).decision.context.workload, ask.fact)
    if value is None:
        yield say(base, "unsure_open", fact=fact_name(base, ask.fact))
    else:
        yield say(base, "unsure_assumed", what=describe_fact(base, ask.fact, value))
