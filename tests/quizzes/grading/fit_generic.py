"""Fits the weights of the generic grader to our own labelled answers: `python -m tests.quizzes.grading.fit_generic`.

The thresholds come from scores that each answer got from weights fitted without its question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from quizzes.grading.generic import features
from quizzes.grading.gist import gist_of
from tests.quizzes.grading.scorer import TRAPS, general, items, labelled

_TARGET = Path(__file__).parents[3] / "quizzes" / "grading" / "data" / "generic.yaml"
_HEADING = "# Written by `python -m tests.quizzes.grading.fit_generic` from our own labelled answers.\n"
_POSITIVE = ("recall", "recall_of_all", "recall_of_new", "precision_of_new", "f1")
NEGATIVE = ("turned", "only_asked", "numbers_missing", "references")
NAMES = (*_POSITIVE, "longer", *NEGATIVE)
_MOST_OF_LENGTH = 0.4
"""Our partial answers are short by design, which says nothing of other questions."""
_FIELD_WEIGHT = 0.3
"""The answers of our own field are many, about few questions, and held against long model answers."""
_TRAP_WEIGHT = 0.2
"""Traps are many there and rare among people."""
_REFERENCE_WEIGHT = 0.5
_RIGHT_SHARE = 0.45
"""Share of answers that are right; about that of people's answers to such questions."""
_RIDGE = 0.003
_ROUNDS = 3
"""Times that each answer is given its best model answer anew."""
_FOLDS = 10
_CLEARLY_WRONG = 0.62
"""Share of answers with a score that have to be wrong to be called so; to be told so of a right answer is what people mind most."""
_CLEARLY_RIGHT = 0.56
"""Share that has to be right to be called so."""
_SETS = ("tuned", "practice", "fresh", "later", "tried")


@dataclass(frozen=True)
class Row:
    """One labelled answer: its features against each model answer."""

    question: str
    values: np.ndarray
    right: bool
    weight: float


def rows() -> list[Row]:
    """Every labelled answer, and model answers held against each other."""
    return [*_general(), *_field()]


def _general() -> Iterator[Row]:
    for key, entry in general().items():
        stem, references = entry["question"], entry["references"]
        for label in ("correct", "incorrect"):
            for text in entry[label]:
                yield _row(key, stem, references, text, right=label == "correct")
        for at, text in enumerate(references):
            if others := [*references[:at], *references[at + 1 :]]:
                yield _row(key, stem, others, text, right=True, weight=_REFERENCE_WEIGHT)


def _field() -> Iterator[Row]:
    for half in _SETS:
        for key, kind, verdict, text in labelled(half):
            weight = _FIELD_WEIGHT * (_TRAP_WEIGHT if kind in TRAPS else 1.0)
            yield _row(key, items()[key].stem, items()[key].references, text, right=verdict == "correct", weight=weight)


def _row(key: str, stem: str, references: Sequence[str], text: str, *, right: bool, weight: float = 1.0) -> Row:
    found = features(gist_of(text), references, gist_of(stem))
    return Row(key, np.array([[1.0, *(values[name] for name in NAMES)] for values in found]), right, weight)


def fit(data: Sequence[Row]) -> np.ndarray:
    """Bias and weights; each answer counts with the model answer that suits it best."""
    sign, weight = np.array([1.0 if row.right else -1.0 for row in data]), _balanced(data)
    best = np.array([row.values[row.values[:, 1].argmax()] for row in data])
    weights = np.zeros(len(NAMES) + 1)

    def loss(at: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (best @ at)
        slope = best.T @ (-weight * sign / (1 + np.exp(margin)))
        return float(weight @ np.logaddexp(0, -margin) + _RIDGE * at[1:] @ at[1:]), slope + 2 * _RIDGE * np.array([0.0, *at[1:]])

    from scipy.optimize import minimize  # noqa: PLC0415  # half a second that no process needs to collect the tests

    for _ in range(_ROUNDS):
        weights = minimize(loss, weights, jac=True, bounds=[_bounds(name) for name in ("bias", *NAMES)]).x
        best = np.array([row.values[(row.values @ weights).argmax()] for row in data])
    return np.asarray(weights)


def _balanced(data: Sequence[Row]) -> np.ndarray:
    """Weights of the answers, so that the right ones have their share of one in all."""
    right, weight = np.array([row.right for row in data]), np.array([row.weight for row in data])
    shares = np.where(right, _RIGHT_SHARE / weight[right].sum(), (1 - _RIGHT_SHARE) / weight[~right].sum())
    return np.asarray(weight * shares)


def _bounds(name: str) -> tuple[float | None, float | None]:
    if name == "longer":
        return 0.0, _MOST_OF_LENGTH
    return (0.0, None) if name in _POSITIVE else (None, 0.0) if name in NEGATIVE else (None, None)


def scores(weights: np.ndarray, data: Sequence[Row]) -> np.ndarray:
    """How likely each answer is right by its best model answer."""
    return np.array([1 / (1 + np.exp(-(row.values @ weights).max())) for row in data])


def unseen_scores(data: Sequence[Row]) -> np.ndarray:
    """The same by weights that were fitted without the answer's question."""
    keys = sorted({row.question for row in data})
    found = np.zeros(len(data))
    for fold in range(_FOLDS):
        left = set(keys[fold::_FOLDS])
        weights = fit([row for row in data if row.question not in left])
        places = [at for at, row in enumerate(data) if row.question in left]
        found[places] = scores(weights, [data[at] for at in places])
    return found


def thresholds(found: np.ndarray, data: Sequence[Row]) -> tuple[float, float]:
    """The scores from which answers are clearly wrong, and clearly right, by a curve through all of them."""
    sign, weight = np.array([1.0 if row.right else -1.0 for row in data]), _balanced(data)
    odds = np.log(found / (1 - found))

    def loss(at: np.ndarray) -> float:
        return float(weight @ np.logaddexp(0, -sign * (at[0] + at[1] * odds)))

    from scipy.optimize import minimize  # noqa: PLC0415  # the same

    level, slope = minimize(loss, np.array([0.0, 1.0])).x
    wrong, clear = (1 / (1 + np.exp(-(np.log(share / (1 - share)) - level) / slope)) for share in (1 - _CLEARLY_WRONG, _CLEARLY_RIGHT))
    return round(float(wrong), 2), round(float(clear), 2)


def main() -> None:
    """Write the weights and the thresholds."""
    data = rows()
    wrong, clear = thresholds(unseen_scores(data), data)
    weights = {name: round(float(value), 3) for name, value in zip(("bias", *NAMES), fit(data), strict=True)}
    table = {"incorrect_below": wrong, "correct_above": clear, "weights": weights}
    _TARGET.write_text(_HEADING + yaml.safe_dump(table, sort_keys=False), encoding="utf-8")


if __name__ == "__main__":
    main()
