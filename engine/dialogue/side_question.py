"""A question beside the interview, answered from the decision as it stands; it changes no fact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.advice import Advice, Plan, Rejection
from engine.decision.choice import is_subject_known
from engine.dialogue.desk import Desk
from engine.dialogue.record import Conversation, workload_of
from engine.dialogue.shown import show_now
from engine.fact_wording import say
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.software_names import software_names
from engine.intake.understand import understand
from engine.lazy_pattern import lazy_pattern
from engine.number_format import format_percentage
from engine.workload import Ask, Origin, Workload
from knowledge import Knowledge

_OF_THE_PLAN: Final = frozenset[Ask]({"count", "purchase", "place", "size", "price"})
"""What is asked of the plan itself; with a name in it, the base knows it better: "how much is a g5.xlarge?"."""
_OF_NAMES: Final = frozenset[Ask]({"comparison", "feasibility"})
_ASKED: Final = Origin(kind="said")
_DEFINES: Final = lazy_pattern(r"\s*(?:what(?:'s|s| is| are| does)\b|which\b|how\b|who\b|tell me\b)", re.IGNORECASE)
"""How a question begins that wants to know what something is."""
_FEW: Final = 4
"""Words of a question that says no more than that something should be better."""


def answer_beside(question: str, conversation: Conversation, desk: Desk) -> str:
    """One or two sentences to a question about the workload; "" where it is about nothing of it, or too little is known."""
    workload = workload_of(conversation.now.answers)
    asked = understand(question, desk.knowledge, hearing="later").workload
    names = asked.compare or ()
    asks = _kinds_asked(question, asked.asks or (), names, desk.knowledge)
    if "feasibility" in asks and (told := _tell_whether_it_runs(question, desk.knowledge)):
        return told
    if not is_subject_known(workload):
        return ""
    if not names and Message(question, lexica_of(desk.knowledge)).cues["asks_how_sure"]:
        return _tell_how_sure(show_now(conversation, desk), desk.knowledge)
    if "explanation" in asks and question.lower().lstrip().startswith(("why", "how come")):
        return " ".join(_reasons_against(names, workload, desk))
    is_of_plan, is_of_names = bool(_OF_THE_PLAN.intersection(asks)), bool(_OF_NAMES.intersection(asks))
    return _answer_by_decision(asks, names, workload, desk) if (is_of_plan or is_of_names) and bool(names) == is_of_names else ""


def _answer_by_decision(asks: tuple[Ask, ...], names: tuple[str, ...], workload: Workload, desk: Desk) -> str:
    """What is asked of the plan, or of names beside it; for one name that would do, what it costs beside the choice."""
    from engine.decision.explanation import (  # noqa: PLC0415  # the first question comes without them
        answer_question,
        explain_plan,
        list_comparisons,
        list_relaxations,
    )

    weighed = workload.with_fact("compare", names, _ASKED).with_fact("asks", asks, _ASKED) if names else workload
    turn = desk.turn(weighed)
    decision = turn.decision
    choice = explain_plan(decision, decision.best) if decision.best is not None else None
    compared = dict(zip(names, list_comparisons(decision), strict=True)) if names else {}
    told = answer_question(decision, choice, asks, compared, list_relaxations(turn.what_if) if choice is None else ())
    would_do = asks == ("feasibility",) and len(names) == 1 and isinstance(compared[names[0]], Plan)
    return " ".join((told, *_reasons_against(names, workload, desk))) if would_do else told


def _reasons_against(names: Sequence[str], workload: Workload, desk: Desk) -> Iterator[str]:
    """Why each name is not the choice; nothing of one that is, and of a service that is no hardware."""
    from engine.decision.explanation import why_not  # noqa: PLC0415  # as above

    for name in names:
        if name not in desk.knowledge.tools:
            rejected = why_not(desk.turn(workload).decision, name)
            if isinstance(rejected, Rejection):
                yield rejected.text


def _kinds_asked(question: str, asks: tuple[Ask, ...], names: Sequence[str], knowledge: Knowledge) -> tuple[Ask, ...]:
    """What is asked; "and Inferentia?" and "g5 instead?" ask whether that would do, too; "what is g5?" does not."""
    if asks == ("purchase",) and names and all(name in knowledge.purchases for name in names):
        asks = ("choice",)
    if asks != ("choice",) or not names or _DEFINES.match(question) or any(name in knowledge.tools for name in names):
        return asks
    return ("feasibility",) if len(names) == 1 else ("comparison",)


def _tell_how_sure(advice: Advice, knowledge: Knowledge) -> str:
    """How sure the advice is, on what its figures rest, and the open answer that is likeliest to change the choice."""
    plan = advice.choice
    told = [say(knowledge, "how_sure", level=advice.confidence)]
    if plan is not None:
        told.append(say(knowledge, "how_sure_figures", basis=plan.basis, price=plan.cost.price))
    if advice.next_questions:
        first = advice.next_questions[0]
        told.append(say(knowledge, "how_sure_open", question=first.prompt, share=format_percentage(first.effect)))
    else:
        told.append(say(knowledge, "how_sure_closed"))
    return " ".join(told)


def is_of_the_advice(question: str, knowledge: Knowledge) -> bool:
    """Whether it only asks what to do, as "cheaper?" and "stay or move?" do: the advice itself is the answer, and no entry of the base."""
    message = Message(question, lexica_of(knowledge))
    return len(message.words) <= _FEW and bool(message.cues["stay_or_go"] or message.cues["asks_if_fine"])


def _tell_whether_it_runs(question: str, knowledge: Knowledge) -> str:
    """Whether software runs on the hardware that is named beside it, why not, and what helps; "" where either is missing."""
    if all(knowledge.software[named.id].kind == "place" for named in software_names(question, knowledge)):
        return ""  # the decision knows better whether a place will do
    from engine.compatibility import check_compatibility  # noqa: PLC0415  # few questions ask it

    answers = [one for one in check_compatibility(question, knowledge) if one.target]
    if not answers:
        return ""
    found = next((one for one in answers if one.verdict == "fails"), answers[0])
    return " ".join((found.sentence, *found.because[:1], *found.mends[:1]))
