"""A question beside the interview, answered from the decision as it stands; it changes no fact."""

from __future__ import annotations

from typing import Final

from engine.decision.choice import is_subject_known
from engine.dialogue.desk import Desk
from engine.dialogue.record import Conversation, workload_of
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.software_names import software_names
from engine.intake.understand import understand
from engine.workload import Ask, Origin
from knowledge import Knowledge

_OF_THE_PLAN: Final = frozenset[Ask]({"count", "purchase", "place", "size", "price"})
"""What is asked of the plan itself; with a name in it, the base knows it better: "how much is a g5.xlarge?"."""
_OF_NAMES: Final = frozenset[Ask]({"comparison", "feasibility"})
_ASKED: Final = Origin(kind="said")
_FEW: Final = 4
"""Words of a question that says no more than that something should be better."""


def answer_beside(question: str, conversation: Conversation, desk: Desk) -> str:
    """One or two sentences to a question about the workload; "" where it is about nothing of it, or too little is known."""
    from engine.decision.explanation import (  # noqa: PLC0415  # the first question comes without them
        answer_question,
        explain_plan,
        list_comparisons,
        list_relaxations,
        why_not,
    )

    workload = workload_of(conversation.now.answers)
    asked = understand(question, desk.knowledge, hearing="later").workload
    asks, names = asked.asks or (), asked.compare or ()
    if "feasibility" in asks and (told := _tell_whether_it_runs(question, desk.knowledge)):
        return told
    if not is_subject_known(workload):
        return ""
    if "explanation" in asks and question.lower().lstrip().startswith(("why", "how come")):
        rejected = (why_not(desk.turn(workload).decision, name) for name in names if name not in desk.knowledge.tools)
        return " ".join(one.text for one in rejected if hasattr(one, "text"))
    if not _OF_THE_PLAN.intersection(asks) and not _OF_NAMES.intersection(asks):
        return ""
    if bool(names) != bool(_OF_NAMES.intersection(asks)):
        return ""
    weighed = workload.with_fact("compare", names, _ASKED).with_fact("asks", asks, _ASKED) if names else workload
    turn = desk.turn(weighed)
    decision = turn.decision
    choice = explain_plan(decision, decision.best) if decision.best is not None else None
    compared = dict(zip(names, list_comparisons(decision), strict=True)) if names else {}
    return answer_question(decision, choice, asks, compared, list_relaxations(turn.what_if) if choice is None else ())


def is_of_the_advice(question: str, knowledge: Knowledge) -> bool:
    """Whether it only asks what to do, as "cheaper?" and "stay or move?" do: the advice itself is the answer, and no entry of the base."""
    message = Message(question, lexica_of(knowledge))
    return len(message.words) <= _FEW and bool(message.cues["stay_or_go"] or message.cues["asks_if_fine"])


def _tell_whether_it_runs(question: str, knowledge: Knowledge) -> str:
    """Whether software runs on the hardware that is named beside it, why not, and what helps; "" where either is missing."""
    if next(software_names(question, knowledge), None) is None:
        return ""
    from engine.compatibility import check_compatibility  # noqa: PLC0415  # few questions ask it

    answers = [one for one in check_compatibility(question, knowledge) if one.target]
    if not answers:
        return ""
    found = next((one for one in answers if one.verdict == "fails"), answers[0])
    return " ".join((found.sentence, *found.because[:1], *found.mends[:1]))
