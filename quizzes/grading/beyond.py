"""Whether an answer that lacks a reason gives one in words that no rubric foresaw, so that a person should judge it."""

from __future__ import annotations

from typing import Final

from quizzes.grading.case import Case, Findings
from quizzes.grading.lexicon import lexicon
from quizzes.grading.reading import read
from quizzes.grading.rubric import Concept

_REASON: Final = 5
"""Words of content, neither found nor of the question, that make a reason: fewer are a bare choice."""
_HALF: Final = 3
"""The same for what is said of one of two sides."""


def explains_otherwise(case: Case, findings: Findings, question: str) -> bool:
    """True where nothing is false, the choice is right, and each part that is missing may hide in words that are not understood."""
    missing = [concept for concept in case.rubric.required if concept.name not in findings.found]
    if not missing or not findings.found or findings.contradicted or findings.caps or findings.fatal:
        return False
    foreign = _foreign(case, findings, question)
    return all(_may_hide(case, concept, foreign) for concept in missing)


def _may_hide(case: Case, concept: Concept, foreign: frozenset[int]) -> bool:
    """Whether enough is said that might be `concept`. A name, a number, and a side that is not named cannot be told in other words."""
    if concept.pick or concept.number:
        return False
    if not concept.about or concept.shared or len(case.rubric.sides) < 2:  # noqa: PLR2004  # two sides are compared
        return len(foreign) >= _REASON
    own = {place for passage in case.passages if passage.side == concept.about for place in passage.places}
    return any(mention.side == concept.about for mention in case.mentions) and len(own & foreign) >= _HALF


def _foreign(case: Case, findings: Findings, question: str) -> frozenset[int]:
    """Places of words of content that carry nothing which was found, and that the question does not hold."""
    asked = {token.root for token in read(question).tokens if token.is_word}
    grammar = lexicon().words("function_words").union(word for words in lexicon().grammar["tags"].values() for word in words)
    return frozenset(
        at
        for at, token in enumerate(case.tokens)
        if token.text[0].isalpha() and token.text not in grammar and token.root not in asked and at not in findings.used
    )
