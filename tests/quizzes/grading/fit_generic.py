"""Fits the weights of the generic grader to our own tuning answers: `python -m tests.quizzes.grading.fit_generic`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import yaml
from scipy.optimize import minimize

from quizzes.grading.generic import features, gist_of
from tests.quizzes.grading.scorer import RIGHT, TRAPS, general, gold, items

_TARGET = Path(__file__).parents[3] / "quizzes" / "grading" / "data" / "generic.yaml"
NAMES = (
    *("bias", "recall", "precision", "f1", "new_recall", "own_precision", "grams_new", "grams", "order", "longer", "length_ratio"),
    *(
        "clash_share",
        "clash",
        "denial_differs",
        "numbers_missing",
        "numbers_added",
        "names_added",
        "only_asked",
        "regrouped",
        "turned",
        "opposed",
    ),
)
_POSITIVE = frozenset({"recall", "precision", "f1", "new_recall", "own_precision", "grams_new", "grams", "order", "length_ratio"})
_NEGATIVE = frozenset(NAMES[11:])
_TRAP_WEIGHT = 0.1
"""Traps are many here and rare among people."""
_BEYOND_WEIGHT = 4.0
"""They are few, and nearer to what other questions are like."""
_LENGTHS = frozenset({"longer", "length_ratio"})
_MOST_OF_LENGTH = 0.4
"""Our partial answers are short by design, which says nothing of other questions."""
_RIGHT_SHARE = 0.45
_RIDGE = 0.001


def rows() -> Iterator[tuple[list[float], float, float]]:
    """Features, sign and weight: each tuning answer against each model answer, and the model answers against each other."""
    for item, kind, text in (*gold("tuned"), *gold("practice")):
        right = kind in RIGHT
        for reference in items()[item].references:
            yield _row(item, text, reference), 1.0 if right else -1.0, _TRAP_WEIGHT if kind in TRAPS else 1.0
    for item in {item for item, _, _ in gold("tuned")}:
        first, second = items()[item].references
        yield _row(item, first, second), 1.0, 1.0
        yield _row(item, second, first), 1.0, 1.0


def beyond() -> Iterator[tuple[list[float], float, float]]:
    """The same of the questions beyond this field, which have no rubric."""
    for entry in general().values():
        question = gist_of(entry["question"])
        for label, sign in (("correct", 1.0), ("incorrect", -1.0)):
            for text in entry[label]:
                rows = [features(gist_of(text), gist_of(reference), question) for reference in entry["references"]]
                yield max(rows, key=lambda row: row[0]), sign, _BEYOND_WEIGHT


def _row(item: str, text: str, reference: str) -> list[float]:
    return features(gist_of(text), gist_of(reference), gist_of(items()[item].stem))


def _bounds(name: str) -> tuple[float | None, float | None]:
    if name in _LENGTHS:
        return 0.0, _MOST_OF_LENGTH
    return (0.0, None) if name in _POSITIVE else (None, 0.0) if name in _NEGATIVE else (None, None)


def main() -> None:
    """Write the weights."""
    data = sorted((*rows(), *beyond()), key=str)
    table = np.array([[1.0, *row] for row, _, _ in data])
    sign = np.array([row[1] for row in data])
    weight = np.array([row[2] for row in data])
    weight[sign > 0] *= _RIGHT_SHARE / (1 - _RIGHT_SHARE) * weight[sign < 0].sum() / weight[sign > 0].sum()

    def loss(weights: np.ndarray) -> float:
        return float((weight * np.logaddexp(0, -sign * (table @ weights))).mean() + _RIDGE * (weights[1:] ** 2).sum())

    bounds = [_bounds(name) for name in NAMES]
    fitted = minimize(loss, np.zeros(len(NAMES)), bounds=bounds).x
    weights = {name: round(float(value), 3) for name, value in zip(NAMES, fitted, strict=True)}
    heading = "# Written by `python -m tests.quizzes.grading.fit_generic` from our own tuning answers.\n"
    _TARGET.write_text(
        heading + yaml.safe_dump({"incorrect_below": 0.42, "correct_above": 0.58, "weights": weights}, sort_keys=False), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
