"""Sentences of quizzes, from `knowledge/data/wording/quizzes.yaml`."""

from __future__ import annotations

from collections.abc import Iterator

from knowledge import Knowledge
from knowledge.sentences import fill_sentence
from quizzes.blueprint import Blueprint
from quizzes.exact_grading import Element, Grade
from quizzes.exam import Exam
from quizzes.exam_result import MIN_QUESTIONS, ExamResult
from quizzes.item import BaseItem, Item, keyed_questions

_ELEMENTS = {"ordering": "step", "matching": "pair"}


def quiz_sentence(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return fill_sentence(knowledge, "quizzes", key, **values)


def feedback_sentences(grade: Grade, item: Item, knowledge: Knowledge) -> tuple[str, ...]:
    """The verdict, a line for each element with its reason, the deciding words, and the principle."""
    return (
        quiz_sentence(knowledge, f"verdict_{grade.verdict}"),
        *_element_sentences(grade, item, knowledge),
        *_lesson_sentences(item, knowledge),
    )


def _element_sentences(grade: Grade, item: Item, knowledge: Knowledge) -> Iterator[str]:
    kinds = [_ELEMENTS.get(part.type, "option") for part in keyed_questions(item)]
    if not grade.parts:
        is_open = kinds[0] == "option" and not {"right", "wrong"}.intersection(element.mark for element in grade.elements)
        state = "_unanswered" if is_open else ""
        yield from (_element_sentence(element, kinds[0], knowledge, state) for element in grade.elements)
    for number, (part, kind) in enumerate(zip(grade.parts, kinds, strict=False), 1):
        yield quiz_sentence(knowledge, "question", number=number, verdict=quiz_sentence(knowledge, f"verdict_{part.verdict}"))
        yield from (_element_sentence(element, kind, knowledge) for element in part.elements)


def _element_sentence(element: Element, kind: str, knowledge: Knowledge, state: str = "") -> str:
    values = {"label": element.label, "text": element.text.rstrip("."), "given": element.given.rstrip("."), "key": element.key.rstrip(".")}
    return quiz_sentence(knowledge, f"{kind}_{element.mark}{state}", why=element.why, **values)


def _lesson_sentences(item: BaseItem, knowledge: Knowledge) -> Iterator[str]:
    if item.cues:
        yield quiz_sentence(knowledge, "cues", cues=", ".join(item.cues))
    yield quiz_sentence(knowledge, "principle", text=item.principle)


def introduce_exam(exam: Exam, blueprint: Blueprint, knowledge: Knowledge) -> Iterator[str]:
    """What to know before an exam: its part and length, which tasks it asks, what was asked before, where it is short, the time."""
    tasks = ", ".join(number for number, task in blueprint.tasks.items() if task.compute)
    values = {"code": blueprint.code, "count": len(exam.slots), "questions": blueprint.questions, "tasks": tasks}
    yield quiz_sentence(knowledge, f"exam_{exam.scope}", share=round(blueprint.compute_share * 100), **values)
    if exam.scope == "whole" and (unasked := [number for number in blueprint.tasks if number not in {slot.task for slot in exam.slots}]):
        yield quiz_sentence(knowledge, "exam_unasked", tasks=", ".join(unasked))
    elif exam.scope == "whole":
        yield quiz_sentence(knowledge, "exam_every_task", count=len(blueprint.tasks))
    if exam.asked_before:
        yield quiz_sentence(knowledge, "exam_asked_before", count=exam.asked_before)
    if blueprint.retired_on:
        yield quiz_sentence(knowledge, "exam_retired", code=blueprint.code, date=blueprint.retired_on)
    for short in exam.shortfalls:
        name = blueprint.domains[short.domain].name
        yield quiz_sentence(knowledge, "exam_short", domain=name, found=short.found, wanted=short.wanted)
    if exam.seconds_allowed is None:
        yield quiz_sentence(knowledge, "exam_untimed")
    else:
        yield quiz_sentence(knowledge, "exam_time", minutes=round(exam.seconds_allowed / 60))
    yield quiz_sentence(knowledge, "exam_own")


def summarize_result(outcome: ExamResult, blueprint: Blueprint, knowledge: Knowledge) -> Iterator[str]:
    """The result in sentences, with an estimated score that says it is one."""
    yield quiz_sentence(knowledge, "exam_result", right=outcome.right, asked=outcome.asked, unanswered=outcome.unanswered)
    if outcome.gone:
        yield quiz_sentence(knowledge, "exam_gone", count=len(outcome.gone))
    around, estimate = outcome.interval, outcome.estimate
    if around is None:
        yield quiz_sentence(knowledge, "exam_no_estimate", asked=outcome.asked, least=MIN_QUESTIONS)
    elif estimate is None:
        share = round(blueprint.compute_share * 100)
        values = {"low": round(around.low * 100), "high": round(around.high * 100), "share": share, "rest": 100 - share}
        yield quiz_sentence(knowledge, "exam_estimate_compute", code=blueprint.code, **values)
    else:
        values = {"scaled": estimate.scaled, "low": estimate.low, "high": estimate.high, "passing": estimate.passing}
        yield quiz_sentence(knowledge, "exam_estimate", highest=blueprint.scale.highest, **values)
        yield quiz_sentence(knowledge, f"exam_standing_{estimate.standing}")
    if around is not None and outcome.asked_before:
        yield quiz_sentence(knowledge, "exam_estimate_met", count=outcome.asked_before)
