"""The sentences of practice, from `knowledge/data/wording/quizzes.yaml`."""

from __future__ import annotations

from collections.abc import Iterator

from knowledge import Knowledge
from knowledge.sentences import sentence
from quizzes.blueprint import Blueprint
from quizzes.exact import Element, Grade
from quizzes.exam import Exam
from quizzes.item import Head, Item, exact_parts
from quizzes.outcome import LEAST_ANSWERS, Outcome

_ELEMENTS = {"ordering": "step", "matching": "pair"}


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return sentence(knowledge, "quizzes", key, **values)


def feedback(grade: Grade, item: Item, knowledge: Knowledge) -> tuple[str, ...]:
    """The verdict, a line for each element with its reason, the words that decide, and the principle."""
    return (say(knowledge, f"verdict_{grade.verdict}"), *_elements(grade, item, knowledge), *_lesson(item, knowledge))


def about(exam: Exam, blueprint: Blueprint, knowledge: Knowledge) -> tuple[str, ...]:
    """What somebody should know before beginning: which part of which exam it is, whose questions, where it is short, how long."""
    return tuple(_about(exam, blueprint, knowledge))


def summed_up(outcome: Outcome, blueprint: Blueprint, knowledge: Knowledge) -> tuple[str, ...]:
    """The result in sentences: what was right, and an estimate that says it is one."""
    return tuple(_summed_up(outcome, blueprint, knowledge))


def _elements(grade: Grade, item: Item, knowledge: Knowledge) -> Iterator[str]:
    kinds = [_ELEMENTS.get(part.type, "option") for part in exact_parts(item)]
    if not grade.parts:
        yield from (_element(element, kinds[0], knowledge) for element in grade.elements)
    for number, (part, kind) in enumerate(zip(grade.parts, kinds, strict=False), 1):
        yield say(knowledge, "question", number=number, verdict=say(knowledge, f"verdict_{part.verdict}"))
        yield from (_element(element, kind, knowledge) for element in part.elements)


def _element(element: Element, kind: str, knowledge: Knowledge) -> str:
    values = {"label": element.label, "text": element.text.rstrip("."), "given": element.given.rstrip("."), "key": element.key.rstrip(".")}
    return say(knowledge, f"{kind}_{element.mark}", why=element.why, **values)


def _lesson(item: Head, knowledge: Knowledge) -> Iterator[str]:
    if item.cues:
        yield say(knowledge, "cues", cues=", ".join(item.cues))
    yield say(knowledge, "principle", text=item.principle)


def _about(exam: Exam, blueprint: Blueprint, knowledge: Knowledge) -> Iterator[str]:
    tasks = ", ".join(number for number, task in blueprint.tasks.items() if task.compute)
    values = {"code": blueprint.code, "count": len(exam.slots), "questions": blueprint.questions, "tasks": tasks}
    yield say(knowledge, f"exam_{exam.scope}", share=round(blueprint.compute_share * 100), **values)
    if blueprint.retired_on:
        yield say(knowledge, "exam_retired", code=blueprint.code, date=blueprint.retired_on)
    for short in exam.shortfalls:
        name = blueprint.domains[short.domain].name
        yield say(knowledge, "exam_short", domain=name, found=short.found, wanted=short.wanted)
    if exam.seconds_allowed is None:
        yield say(knowledge, "exam_untimed")
    else:
        yield say(knowledge, "exam_time", minutes=round(exam.seconds_allowed / 60))
    yield say(knowledge, "exam_own")


def _summed_up(outcome: Outcome, blueprint: Blueprint, knowledge: Knowledge) -> Iterator[str]:
    yield say(knowledge, "exam_result", right=outcome.right, asked=outcome.asked, unanswered=outcome.unanswered)
    if outcome.gone:
        yield say(knowledge, "exam_gone", count=len(outcome.gone))
    estimate = outcome.estimate
    if estimate is None:
        yield say(knowledge, "exam_no_estimate", asked=outcome.asked, least=LEAST_ANSWERS)
        return
    key = "exam_estimate_compute" if estimate.covers == "compute" else "exam_estimate"
    values = {"scaled": estimate.scaled, "low": estimate.low, "high": estimate.high, "passing": estimate.passing}
    yield say(knowledge, key, highest=blueprint.scale.highest, **values)
    yield say(knowledge, f"exam_standing_{estimate.standing}")
