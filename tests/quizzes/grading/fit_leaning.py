"""Learns which words right and other answers to a question have: `python -m tests.quizzes.grading.fit_leaning`.

Writes `quizzes/grading/data/leanings.yaml`, and says how well the words tell right answers from others that they were not learned from.
"""

from __future__ import annotations

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import yaml

from quizzes.grading.case import open_case
from quizzes.grading.leaning import TENTHS, lean, marks
from tests.quizzes.grading.scorer import SETS, items, labelled

_TARGET: Final = Path(__file__).parents[3] / "quizzes" / "grading" / "data" / "leanings.yaml"
_FEWEST: Final = 2
"""Answers in which a word has to be seen."""
_PRIOR: Final = 0.5
"""Answers that a word is taken to be in beside those in which it was seen, right ones and others."""
_FOLDS: Final = 5

Weights = Mapping[str, int]


class Answer(NamedTuple):
    """A labelled answer to a question."""

    question: str
    marks: frozenset[str]
    right: bool


def answers() -> list[Answer]:
    """Every labelled answer, each text once."""
    found: dict[tuple[str, str], Answer] = {}
    for name, kind, verdict, text in (row for half in SETS for row in labelled(half)):
        item = items()[name]
        if kind != "soup" and (item.stem, text) not in found:
            tokens = open_case(item.rubric, text, item.stem, item.references).tokens
            found[item.stem, text] = Answer(item.stem, marks(tokens), verdict == "correct")
    return list(found.values())


def weights(learned: Sequence[Answer]) -> Mapping[str, Weights]:
    """Question -> stem -> log odds, in tenths."""
    apart: dict[str, dict[bool, list[Answer]]] = defaultdict(lambda: {True: [], False: []})
    for one in learned:
        apart[one.question][one.right].append(one)
    return {question: _odds(groups[True], groups[False]) for question, groups in apart.items()}


def _odds(right: Sequence[Answer], other: Sequence[Answer]) -> Weights:
    in_right, in_other = (Counter(mark for one in group for mark in one.marks) for group in (right, other))
    odds: dict[str, int] = {}
    for mark in sorted({*in_right, *in_other}):
        if in_right[mark] + in_other[mark] >= _FEWEST:
            share, rest = (
                (seen + _PRIOR) / (len(group) + 2 * _PRIOR) for seen, group in ((in_right[mark], right), (in_other[mark], other))
            )
            odds[mark] = round(TENTHS * math.log(share / rest))
    return {mark: weight for mark, weight in odds.items() if weight}


def _share(seen: int, answers: int) -> float:
    return (seen + _PRIOR) / (answers + 2 * _PRIOR)


def agreement(every: Sequence[Answer]) -> float:
    """How often a right answer leans further than another one to its question, each judged by the words of the rest; 0.5 is chance."""
    better = pairs = 0.0
    for fold in range(_FOLDS):
        learned = weights([one for at, one in enumerate(every) if at % _FOLDS != fold])
        apart: dict[str, dict[bool, list[float]]] = defaultdict(lambda: {True: [], False: []})
        for one in every[fold::_FOLDS]:
            apart[one.question][one.right].append(lean(learned[one.question], one.marks))
        for groups in apart.values():
            for first, second in product(groups[True], groups[False]):
                better += (first > second) + (first == second) / 2
                pairs += 1
    return better / pairs


def main() -> None:
    """Write the table."""
    every = answers()
    rows = {question: " ".join(f"{mark} {weight}" for mark, weight in known.items()) for question, known in weights(every).items()}
    heading = "# Written by `python -m tests.quizzes.grading.fit_leaning` from labelled answers: stems, log odds in tenths.\n"
    _TARGET.write_text(heading + yaml.safe_dump(rows, sort_keys=False, width=160, allow_unicode=True), encoding="utf-8")
    told = f"{len(every)} answers to {len(rows)} questions; the right one of two not learned from leans further in {agreement(every):.1%}"
    sys.stdout.write(f"{told}\n")


if __name__ == "__main__":
    main()
