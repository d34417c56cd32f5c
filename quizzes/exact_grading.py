"""Grades answers against the key: the verdict is all or nothing as in the exam, and each element gets its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from knowledge.errors import InputError, quote_value
from knowledge.schema.record import Record
from quizzes.answers import OPEN, Picked, read_answer
from quizzes.display_order import LETTERS, Order, written_order
from quizzes.item import Case, Item, KeyedQuestion, Matching, Option, OptionQuestion, Ordering, keyed_questions

Verdict = Literal["correct", "partial", "incorrect"]
Mark = Literal["right", "wrong", "missed", "left"]
"""Rightly picked, wrongly picked, wrongly not picked, rightly not picked."""


class Element(Record):
    """One option, step or prompt, and how it was answered."""

    label: str
    """The letter shown; the number of a prompt or of a step's place."""
    text: str
    mark: Mark
    why: str
    given: str = ""
    """What was answered in its place, if that is another text: a step or an answer; empty for nothing."""
    key: str = ""
    """The right answer, if that is another text than the element: the answer of a prompt."""


class Grade(Record):
    """The grade of an answer, with reasons."""

    verdict: Verdict
    """Only `correct` counts in an exam."""
    score: float
    """0 to 1, element by element, for learning."""
    found: tuple[str, ...]
    missing: tuple[str, ...]
    contradicted: tuple[str, ...]
    elements: tuple[Element, ...] = ()
    parts: tuple[Grade, ...] = ()
    """The questions of a case, each graded on its own."""


def grade_item(item: Item, answer: object, orders: Sequence[Order] | None = None) -> Grade:
    """The grade of an answer to a choice, response, ordering, matching or case; None means "don't know".

    `orders` are those in which the item's questions were shown (by default that of the file). A case takes a list with an answer for each
    question, or a map from its number. Raises InputError for what is no answer, and for a typed item.
    """
    parts = keyed_questions(item)
    if not parts:
        raise InputError(f"item: {item.id} is answered in words; no key marks it.")
    orders = orders or [written_order(part) for part in parts]
    if not isinstance(item, Case):
        return grade_question(parts[0], None if answer is None else read_answer(parts[0], answer, orders[0]), orders[0])
    answers = _answers_by_question(answer, len(parts))
    grades = []
    for number, (part, given, order) in enumerate(zip(parts, answers, orders, strict=True), 1):
        try:
            grades.append(grade_question(part, None if given is None else read_answer(part, given, order), order))
        except InputError as error:
            raise InputError(f"question {number}: {error}") from None
    return _grade_case(grades)


def grade_question(question: KeyedQuestion, picked: Picked | None, order: Order) -> Grade:
    """The grade of the places picked from one question that was shown in `order`."""
    match question:
        case Ordering():
            return _grade_ordering(question, picked)
        case Matching():
            return _grade_matching(question, picked)
        case _:
            return _grade_options(question, picked or (), order)


def _answers_by_question(answer: object, count: int) -> list[object]:
    if answer is None:
        return [None] * count
    if isinstance(answer, Mapping):
        numbers = [str(number) for number in range(1, count + 1)]
        given = {str(key).strip(): value for key, value in answer.items()}
        if wrong := next((key for key in given if key not in numbers), None):
            raise InputError(f"answer: the case has no question {quote_value(wrong)}; its questions are numbered from 1 to {count}.")
        return [given.get(number) for number in numbers]
    parts = answer.split(";") if isinstance(answer, str) else answer
    if not isinstance(parts, list | tuple) or len(parts) != count:
        raise InputError(f"answer: a case with {count} questions takes {count} answers; give a list, a map, or a text such as b; a c.")
    return list(parts)


def _grade_options(question: OptionQuestion, picked: Picked, order: Order) -> Grade:
    elements = tuple(_option_element(question.options[index], LETTERS[place], given=index in picked) for place, index in enumerate(order))
    right, wrong, missed = (tuple(one.text for one in elements if one.mark == mark) for mark in ("right", "wrong", "missed"))
    score = len(right) / max(len(right + wrong + missed), 1)
    return Grade(verdict=_verdict_of_score(score), score=score, found=right, missing=missed, contradicted=wrong, elements=elements)


def _option_element(option: Option, letter: str, *, given: bool) -> Element:
    mark: Mark = ("right" if option.right else "wrong") if given else ("missed" if option.right else "left")
    return Element(label=letter, text=option.text, mark=mark, why=option.why)


def _grade_ordering(question: Ordering, picked: Picked | None) -> Grade:
    elements = []
    for index, step in enumerate(question.steps):
        given = question.steps[picked[index]].text if picked else ""
        mark: Mark = "missed" if picked is None else "right" if picked[index] == index else "wrong"
        elements.append(Element(label=str(index + 1), text=step.text, mark=mark, why=step.why, given=given))
    return _grade_places(elements, [element.text for element in elements], [element.text for element in elements])


def _grade_matching(question: Matching, picked: Picked | None) -> Grade:
    answers, elements = question.answers, []
    for index, pair in enumerate(question.pairs):
        given = answers[picked[index]] if picked and picked[index] != OPEN else ""
        mark: Mark = "missed" if not given else "right" if given == pair.answer else "wrong"
        elements.append(Element(label=str(index + 1), text=pair.prompt, mark=mark, why=pair.why, given=given, key=pair.answer))
    keys = [f"{element.text}: {element.key}" for element in elements]
    return _grade_places(elements, keys, [f"{element.text}: {element.given}" for element in elements])


def _grade_places(elements: Sequence[Element], keys: Sequence[str], given: Sequence[str]) -> Grade:
    """The grade of elements that each have one right answer; `keys` and `given` are the right answers and those given, as text."""
    right = tuple(key for element, key in zip(elements, keys, strict=True) if element.mark == "right")
    score = len(right) / len(elements)
    return Grade(
        verdict=_verdict_of_score(score),
        score=score,
        found=right,
        missing=tuple(key for element, key in zip(elements, keys, strict=True) if element.mark == "missed"),
        contradicted=tuple(said for element, said in zip(elements, given, strict=True) if element.mark == "wrong"),
        elements=tuple(elements),
    )


def _grade_case(grades: Sequence[Grade]) -> Grade:
    score = sum(one.score for one in grades) / len(grades)
    return Grade(
        verdict="correct" if all(one.verdict == "correct" for one in grades) else "partial" if score else "incorrect",
        score=score,
        found=tuple(text for one in grades for text in one.found),
        missing=tuple(text for one in grades for text in one.missing),
        contradicted=tuple(text for one in grades for text in one.contradicted),
        parts=tuple(grades),
    )


def _verdict_of_score(score: float) -> Verdict:
    return "correct" if score == 1 else "partial" if score else "incorrect"
