"""Explain a term in one's own sentence: it is marked by its likeness to the base's own words, and completed by them."""

from __future__ import annotations

from collections.abc import Iterator

from knowledge import Knowledge
from knowledge.sentences import fill_sentence
from quizzes.drills.drill import BANK, ListedDrill, drill_on
from quizzes.item import Typed

_TASK = "3.1"
_DIFFICULTY = 2


def list_explain_drills(knowledge: Knowledge) -> Iterator[ListedDrill]:
    """One for every term that a lesson teaches, in the order of the lessons."""
    taught = dict.fromkeys(term for lesson in knowledge.lessons.values() for term in lesson.terms)
    for identity in taught:
        yield drill_on(f"glossary/{identity}", "explain", "explain", task=_TASK, difficulty=_DIFFICULTY, form="typed")


def make_explain_drill(one: ListedDrill, knowledge: Knowledge) -> Typed:
    """The item. It has no rubric: where likeness does not decide, the learner does, beside the base's own words."""
    term = knowledge.glossary[one.origin]
    return Typed(
        id=one.id,
        bank=BANK,
        exams=(),
        task=one.task,
        difficulty=one.difficulty,
        stands_on=one.stands_on,
        stem=fill_sentence(knowledge, "generated", "drill_ask_explain", what=term.name),
        principle=fill_sentence(knowledge, "generated", "drill_example", example=term.example),
        sources=term.sources,
        references=(term.summary,),
        hints=tuple(term.confused_with.values())[:1],
    )
