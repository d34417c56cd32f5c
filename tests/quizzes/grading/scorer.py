"""Scores the grader on the gold sets: `python -m tests.quizzes.grading.scorer tuned [--each]`."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.safe_yaml import read_mapping
from quizzes.grading import Graded, Rubric, grade, read_rubric

_HERE = Path(__file__).parent
_BANKS = _HERE.parents[2] / "quizzes" / "banks"
RIGHT = frozenset({"correct", "paraphrase"})
"""Kinds of answers that are correct; `partial` is partial, and every other kind incorrect, where an answer does not say otherwise."""
SETS = ("tuned", "practice", "fresh", "tried", "later", "third", "fourth")
"""Labelled answers that the grader was tuned with; `untouched` is the set that it was not."""
TRAPS = frozenset({"negated", "antonym", "number", "name", "swap", "soup"})
"""Kinds that must never be taken for correct."""


@dataclass(frozen=True)
class Item:
    """What grading needs of a typed item."""

    stem: str
    references: tuple[str, ...]
    rubric: Rubric


@dataclass(frozen=True)
class Trial:
    """One labelled answer and its grade."""

    item: str
    kind: str
    answer: str
    label: str
    """The verdict that a person gave."""
    graded: Graded


@cache
def items() -> dict[str, Item]:
    """The typed items of the banks."""
    raw: dict[str, Any] = {}
    for name in ("checkpoints", "typed"):
        raw |= read_mapping((_BANKS / f"{name}.yaml").read_bytes(), name)["items"]
    return {key: Item(item["stem"], tuple(item["references"]), read_rubric(item["rubric"])) for key, item in raw.items()}


def gold(half: str) -> Iterator[tuple[str, str, str]]:
    """Item, kind and text of each labelled answer of one set."""
    return ((item, kind, text) for item, kind, _, text in labelled(half))


@cache
def labelled(half: str) -> tuple[tuple[str, str, str, str], ...]:
    """Item, kind, verdict and text of each labelled answer of one set. `partial: text` has another verdict than its kind."""
    return tuple(_labelled(half))


def _labelled(half: str) -> Iterator[tuple[str, str, str, str]]:
    for item, kinds in read_mapping((_HERE / "gold" / f"{half}.yaml").read_bytes(), half).items():
        for kind, answers in kinds.items():
            for answer in answers:
                verdict, text = next(iter(answer.items())) if isinstance(answer, dict) else (_verdict(kind), answer)
                yield item, kind, verdict, str(text)


def _verdict(kind: str) -> str:
    return "correct" if kind in RIGHT else "partial" if kind == "partial" else "incorrect"


@cache
def general() -> dict[str, Any]:
    """Questions beyond this field: question, references, correct and incorrect answers."""
    return read_mapping((_HERE / "gold" / "generic.yaml").read_bytes(), "generic")


@cache
def graded(item: str, text: str) -> Graded:
    """The grade of an answer that several tests look at, given once."""
    return grade(items()[item], text)


def trials(half: str) -> list[Trial]:
    """Each labelled answer of one half with its grade."""
    return [Trial(item, kind, text, verdict, graded(item, text)) for item, kind, verdict, text in labelled(half)]


@dataclass(frozen=True)
class Figures:
    """How well the grader agrees with the labels."""

    agreement: float
    """Share of the same verdict, among the answers that were decided."""
    agreement_of_all: float
    """The same over all answers; an unsure one counts as a disagreement."""
    kappa: float
    """Cohen's, over the decided ones."""
    false_correct: float
    """Share of all answers that are not correct and were called so."""
    trapped: int
    """How many of these are of a kind that must never be."""
    unsure: float


def figures(done: list[Trial]) -> Figures:
    """The figures over `done`."""
    decided = [trial for trial in done if trial.graded.verdict != "unsure"]
    same = sum(trial.graded.verdict == trial.label for trial in decided)
    wrong = [trial for trial in done if trial.graded.verdict == "correct" and trial.label != "correct"]
    return Figures(
        agreement=same / len(decided),
        agreement_of_all=same / len(done),
        kappa=_kappa([(trial.graded.verdict, trial.label) for trial in decided]),
        false_correct=len(wrong) / len(done),
        trapped=sum(trial.kind in TRAPS for trial in wrong),
        unsure=1 - len(decided) / len(done),
    )


def _kappa(pairs: list[tuple[str, str]]) -> float:
    ours, theirs = Counter(pair[0] for pair in pairs), Counter(pair[1] for pair in pairs)
    observed = sum(one == other for one, other in pairs) / len(pairs)
    expected = sum(ours[verdict] * theirs[verdict] for verdict in ours) / len(pairs) ** 2
    return (observed - expected) / (1 - expected)


def by_kind(done: list[Trial]) -> dict[str, Counter[str]]:
    """Kind -> how often each verdict was given."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for trial in done:
        table[trial.kind][trial.graded.verdict] += 1
    return dict(table)


def main() -> None:
    """Print the figures of the halves that are named."""
    for half in [name for name in sys.argv[1:] if not name.startswith("-")] or ["tuned"]:
        done = trials(half)
        print(half, figures(done))  # noqa: T201  # a report is what this is for
        for kind, verdicts in by_kind(done).items():
            print(f"  {kind:11}", dict(verdicts))  # noqa: T201  # as above
        for trial in done if "--each" in sys.argv else ():
            if trial.graded.verdict != trial.label:
                print(f"{trial.item} {trial.kind}: {trial.answer}\n    {trial.graded}")  # noqa: T201  # as above


if __name__ == "__main__":
    main()
