"""Grades by question and model answers alone: how much of a model answer is there, and what speaks against it.

The weights in `data/generic.yaml` are fitted to our own labelled answers. Between the two thresholds the grade is `unsure`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from quizzes.grading.cutting import MOST_CHARACTERS
from quizzes.grading.everyday import is_at_a_loss
from quizzes.grading.fluency import is_heap, is_jumbled
from quizzes.grading.gist import Gist, gist, gist_of, is_turned
from quizzes.grading.lexicon import data_of
from quizzes.grading.overlap import Alignment, aligned, covered, is_asked, is_lenient, is_passive_of, share_not_asked
from quizzes.grading.reading import read
from quizzes.grading.rubric import Graded, Rubric, Verdict
from quizzes.grading.verdict import grade_by_rubric, is_empty

_LONGER: Final = 1.2
"""Bound of the logarithm of how much longer an answer is than its model."""
_TURNED: Final = 2.0
"""Value of a comparison with its sides exchanged: it is rare, and weighs much."""
_MOST_NAMED: Final = 3
"""Words of a model answer that are named as found or missing."""


def grade_generic(question: str, references: Sequence[str], answer: str, rubric: Rubric | None = None) -> Graded:
    """The grade of `answer` to any question: by `rubric` where there is one, else by likeness to `references`."""
    if rubric is not None:
        return grade_by_rubric(question, references, answer, rubric)
    if is_empty(answer) or not references:
        return Graded(verdict="incorrect" if references else "unsure", score=0.0)
    said, asked = gist(read(answer)), gist_of(question)
    if any(_words(said) == _words(gist_of(reference)) for reference in references) and len(answer) <= MOST_CHARACTERS:
        return Graded(verdict="correct", score=1.0)
    if is_at_a_loss(_words(said)):
        return Graded(verdict="incorrect", score=0.0)
    chances = [chance(row) for row in features(said, references, asked)]
    best = max(range(len(references)), key=chances.__getitem__)
    doubtful = len(answer) > MOST_CHARACTERS or _is_jumbled(said, references)
    return _graded(said, gist_of(references[best]), asked, chances[best], doubtful=doubtful)


def _words(text: Gist) -> tuple[str, ...]:
    return tuple(token.text for token in text.tokens if token.is_word)


def _is_jumbled(said: Gist, references: Sequence[str]) -> bool:
    return is_heap(said.tokens) or any(is_jumbled(said.tokens, gist_of(reference).tokens) for reference in references)


def _graded(said: Gist, model: Gist, asked: Gist, likely: float, *, doubtful: bool) -> Graded:
    found = _alignment(said, model, asked)
    wanted = [(term.text, value) for term, value in zip(model.terms, found.of_model, strict=True) if not is_asked(term, asked)]
    against = [term.text for term, value in zip(said.terms, found.of_said, strict=True) if value < 0]
    opposed, foreign = _is_opposed(said, found), bool(said.numbers - model.numbers - asked.numbers)
    return Graded(
        verdict=_verdict(likely, opposed=opposed, doubtful=doubtful or foreign or is_turned(said, model)),
        score=round(likely, 3),
        found=_named([text for text, value in wanted if value > 0]),
        missing=_named([text for text, value in wanted if value <= 0]),
        contradicted=_named(against),
    )


def _named(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))[:_MOST_NAMED]


def _verdict(likely: float, *, opposed: bool, doubtful: bool) -> Verdict:
    """Between the thresholds an opposite decides; above them it leaves a doubt, as all that may turn the sense of an answer."""
    if likely <= _table()["incorrect_below"] or (opposed and likely < _table()["correct_above"]):
        return "incorrect"
    return "correct" if likely >= _table()["correct_above"] and not (opposed or doubtful) else "unsure"


def features(said: Gist, references: Sequence[str], asked: Gist) -> list[dict[str, float]]:
    """What speaks for and against an answer, held against each model answer; the names are those of `data/generic.yaml`."""
    return [_features(said, gist_of(reference), asked) | {"references": math.log(len(references))} for reference in references]


def _features(said: Gist, model: Gist, asked: Gist) -> dict[str, float]:
    found, share = _alignment(said, model, asked), share_not_asked(model, asked)
    recall = covered(model.terms, found.of_model, asked.terms)
    precision = covered(said.terms, found.of_said, asked.terms)
    new = covered(model.terms, found.of_model, asked.terms, new=True)
    return {
        "recall": recall,
        "recall_of_all": covered(model.terms, found.of_model, ()),
        "recall_of_new": share * new + (1 - share) * recall,
        "precision_of_new": covered(said.terms, found.of_said, asked.terms, new=True),
        "f1": 2 * recall * precision / (recall + precision) if recall + precision else 0.0,
        "longer": max(-_LONGER, min(_LONGER, math.log((1 + len(said.terms)) / (1 + len(model.terms))))),
        "turned": _TURNED * is_turned(said, model),
        "only_asked": share * all(is_asked(term, asked) for term in said.terms),
        "numbers_missing": len(model.numbers - said.numbers) / max(len(model.numbers), 1),
    }


def _alignment(said: Gist, model: Gist, asked: Gist) -> Alignment:
    return aligned(said.terms, model.terms, asked.terms, passive=is_passive_of(said, model), lenient=is_lenient(said, model))


def _is_opposed(said: Gist, found: Alignment) -> bool:
    """Whether a word of an answer says the opposite of a word of the model."""
    return any(value < 0 and term.sense.ends for term, value in zip(said.terms, found.of_said, strict=True))


def chance(values: Mapping[str, float]) -> float:
    """How likely an answer with these features is correct, 0 to 1."""
    weights = _table()["weights"]
    return 1 / (1 + math.exp(-(weights["bias"] + sum(weights[name] * value for name, value in values.items()))))


@cache
def _table() -> Mapping[str, Any]:
    return data_of("generic")
