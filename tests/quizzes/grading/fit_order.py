"""Learns in which order words of grammar follow each other, from the base's own sentences: `python -m tests.quizzes.grading.fit_order`.

Writes `quizzes/grading/data/order.yaml`: counts of neighbours, and weights that tell the tuning answers from their shuffles.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import yaml
from scipy.optimize import minimize

from quizzes.grading.order import Counts, classes, features
from quizzes.grading.reading import read
from tests.quizzes.grading.scorer import gold, items

_ROOT = Path(__file__).parents[3]
_TARGET = _ROOT / "quizzes" / "grading" / "data" / "order.yaml"
_SKIPPED = frozenset({"sources", "aliases", "families", "terms", "stands_on", "rubric", "exams", "confusable"})
_OWN_WORD = 400
"""Times a word of grammar has to be seen to stand for itself."""
_FEWEST = 3
"""Times a pair has to be seen to be kept."""
_SHUFFLES = 8
_LEARNERS = 3
"""How often an answer of a learner counts: there are few of them, and they write otherwise than the base."""


def sentences() -> Iterator[str]:
    """Texts of the base and of the items."""
    for path in sorted((_ROOT / "knowledge" / "data").rglob("*.yaml")):
        if path.parts[-2] not in {"sources", "catalog"}:
            yield from _texts(yaml.safe_load(path.read_bytes()))
    for item in items().values():
        yield from (item.stem, *item.references)


def _texts(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        for key, child in node.items():
            if key not in _SKIPPED:
                yield from _texts(child)
    elif isinstance(node, list):
        for child in node:
            yield from _texts(child)
    elif isinstance(node, str) and len(node.split()) > 5:
        yield node


def answers() -> list[str]:
    """What learners wrote, in the sets used for tuning, heaps left out."""
    texts = [text for half in ("tuned", "practice", "fresh", "tried", "later") for _, kind, text in gold(half) if kind != "soup"]
    return [text for text in texts if len(text.split()) > 5]


def main() -> None:
    """Write the table."""
    texts = [*sentences(), *(text for text in answers() for _ in range(_LEARNERS))]
    seen = Counter(name for text in texts for name in classes(read(text).tokens, None))
    own = frozenset(name for name, count in seen.items() if count >= _OWN_WORD)
    lines = [classes(read(text).tokens, own) for text in texts]
    alone = Counter(name for line in lines for name in line)
    near = Counter(pair for line in lines for pair in pairwise(line))
    far = Counter(pair for line in lines for pair in zip(line, line[2:], strict=False))
    table = {"own": sorted(own), "alone": dict(sorted(alone.items())), "near": _rows(near), "far": _rows(far)}
    weights = _weights(Counts.of(table))
    heading = "# Written by `python -m tests.quizzes.grading.fit_order` from the sentences of the base; counts of words in order.\n"
    _TARGET.write_text(heading + yaml.safe_dump({**table, "weights": weights}, sort_keys=False, width=10_000), encoding="utf-8")


def _rows(pairs: Counter[tuple[str, str]]) -> dict[str, str]:
    rows: dict[str, list[str]] = {}
    for (first, second), count in sorted(pairs.items()):
        if count >= _FEWEST:
            rows.setdefault(first, []).append(f"{second} {count}")
    return {first: " ".join(row) for first, row in rows.items()}


def _weights(counts: Counts) -> list[float]:
    """Bias and weights of the features; positive sums are sentences."""
    chance = random.Random(1)  # noqa: S311  # the same shuffles each time
    ordered = [features(read(text).tokens, counts) for text in answers()]
    shuffled = [features(read(_shuffled(text, chance)).tokens, counts) for text in answers() for _ in range(_SHUFFLES)]
    table = np.array([[1.0, *row] for row in (*ordered, *shuffled)])
    sign = np.array([1.0] * len(ordered) + [-1.0] * len(shuffled))
    share = np.where(sign > 0, _SHUFFLES, 1)

    def loss(weights: np.ndarray) -> float:
        return float((share * np.logaddexp(0, -sign * (table @ weights))).mean() + 0.002 * (weights[1:] ** 2).sum())

    return [round(float(weight), 3) for weight in minimize(loss, np.zeros(table.shape[1])).x]


def _shuffled(text: str, chance: random.Random) -> str:
    words = text.split()
    chance.shuffle(words)
    return " ".join(words)


if __name__ == "__main__":
    main()
