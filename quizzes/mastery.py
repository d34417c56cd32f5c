"""How well each task is known, with its uncertainty: pure functions from the rows of the log.

An item counts once, with the first answer of the last day on which it was asked: repeats of a sitting are learning. Practice asks
again what was hard, so a plain share of right answers says too little; a simple Elo rating, which weighs each answer by the
difficulty of its item, gives the share on items of ordinary difficulty. In a simulation that asked hard items more often, its 90 %
intervals held the truth in 90 % of cases or more, those of the plain share in as few as 68 %. The interval is that of a Beta
distribution with as many answers as there are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeVar

from msgspec import field

from knowledge.schema.record import Record
from quizzes.beta import quantile
from quizzes.log import Askable, Row, standing

Thing = TypeVar("Thing")
LEAST_ANSWERS: Final = 10
"""Items below which nothing is said."""
MARKS: Final = {1: (1, 0), 2: (2, -2), 3: (3, -6)}
"""Confidence -> marks for a right and for a wrong answer, as Moodle gives them."""
PAYS_FROM: Final = {1: 0.0, 2: 2 / 3, 3: 0.8}
"""Confidence -> the share of right answers from which it earns more marks than the one below."""
_TAIL: Final = 0.05
_ORDINARY: Final = 3
"""Difficulty in the middle."""
_PER_LEVEL: Final = 0.5
"""Logits between two levels of difficulty."""
_GUESSED: Final = 0.2
"""Share that is right by chance, over all forms."""
_FIRST_STEP: Final = 0.72
_STEP_FADES: Final = 0.05


class Share(Record):
    """What a share may be: its mean and the interval that holds it with a chance of 90 %."""

    low: float
    middle: float
    high: float


class Standing(Record):
    """One task, or one domain."""

    id: str
    asked: int
    """Items with an answer."""
    right: int
    share: Share | None
    """Expected share of right answers on its items; None below ten answers."""


class Readiness(Record):
    """The share of the exam's questions that would be right, as far as practice covers the exam."""

    tasks: tuple[str, ...]
    """Tasks of the exam that it is about."""
    asked: int
    share: Share | None
    """None below ten answers."""
    untried: tuple[str, ...]
    """Tasks of the exam without an answer: they count with all that a share can be."""


class Sureness(Record):
    """Answers of one confidence against the truth."""

    confidence: int
    asked: int
    right: int
    marks: int
    """The sum of Moodle's marks."""
    found: Literal["fits", "too sure", "not sure enough"] | None
    """Whether another confidence would have earned more; None below ten answers."""


class Breakdown(Record):
    """All of it."""

    tasks: tuple[Standing, ...] = ()
    domains: tuple[Standing, ...] = ()
    readiness: Readiness = field(default_factory=lambda: Readiness(tasks=(), asked=0, share=None, untried=()))


def breakdown(
    rows: Iterable[Row], weights: Mapping[str, float], items: Iterable[Askable] = (), called: Mapping[str, str] | None = None
) -> Breakdown:
    """Tasks, domains and readiness. `weights` is the share of each task in the exam; `items` tell how hard its questions are.

    `called` is what another exam calls the tasks of the live one, which rows, weights and items name.
    """
    called = called or {}
    shares: dict[str, float] = {}
    for task, weight in weights.items():
        shares[called.get(task, task)] = shares.get(called.get(task, task), 0) + weight
    levels = _grouped((called.get(item.task, item.task), item.difficulty) for item in items)
    answers = _grouped((called.get(row.task, row.task), row) for row in last_answers(rows))
    answers |= {task: [] for task in shares if task not in answers}
    posteriors = {task: _posterior(answers[task], levels.get(task, ())) for task in sorted(answers)}
    return Breakdown(
        tasks=tuple(_standing(task, answers[task], posterior) for task, posterior in posteriors.items()),
        domains=tuple(_domain_standing(domain, answers, posteriors, shares) for domain in sorted({_domain(task) for task in answers})),
        readiness=_readiness(answers, posteriors, shares),
    )


def calibration(rows: Iterable[Row]) -> tuple[Sureness, ...]:
    """Guessed, fairly sure and sure against the truth, over every answer for which it was asked."""
    asked = [row for row in standing(rows) if row.counts and row.confidence is not None]
    return tuple(_sureness(confidence, [row for row in asked if row.confidence == confidence]) for confidence in MARKS)


def last_answers(rows: Iterable[Row]) -> list[Row]:
    """For each question its answer that counts: the first on the last day it was asked; in the order of the log."""
    found: dict[tuple[str, int | None], Row] = {}
    for row in standing(rows):
        key = row.about, row.part
        if row.counts and (key not in found or found[key].time.date() != row.time.date()):
            found.pop(key, None)
            found[key] = row
    return list(found.values())


def ability(answers: Sequence[tuple[int, bool]]) -> float:
    """The Elo rating after answers, each the difficulty of its item (1 to 5) and whether it was right; 0 is a beginner's."""
    rating = 0.0
    for place, (difficulty, right) in enumerate(answers):
        rating += _FIRST_STEP / (1 + _STEP_FADES * place) * (right - expected(rating, difficulty))
    return rating


def expected(rating: float, difficulty: int) -> float:
    """The share of items of a difficulty that somebody of that rating answers right."""
    return _GUESSED + (1 - _GUESSED) / (1 + math.exp(-(rating - (difficulty - _ORDINARY) * _PER_LEVEL)))


Posterior = tuple[float, float]
"""The two counts of a Beta distribution."""


def _posterior(rows: Sequence[Row], levels: Sequence[int]) -> Posterior:
    if not rows:
        return 1.0, 1.0
    rating = ability([(row.difficulty or _ORDINARY, row.right) for row in rows])
    mix = levels or (_ORDINARY,)
    share = sum(expected(rating, level) for level in mix) / len(mix)
    return 1 + len(rows) * share, 1 + len(rows) * (1 - share)


def _share(posterior: Posterior) -> Share:
    a, b = posterior
    return Share(low=quantile(_TAIL, a, b), middle=a / (a + b), high=quantile(1 - _TAIL, a, b))


def _standing(identity: str, rows: Sequence[Row], posterior: Posterior) -> Standing:
    share = _share(posterior) if len(rows) >= LEAST_ANSWERS else None
    return Standing(id=identity, asked=len(rows), right=sum(row.right for row in rows), share=share)


Answers = Mapping[str, Sequence[Row]]
"""Task -> the answers that count."""


def _domain_standing(domain: str, answers: Answers, posteriors: Mapping[str, Posterior], weights: Mapping[str, float]) -> Standing:
    own = {task: weights.get(task, 0.0) for task in posteriors if _domain(task) == domain}
    rows = [row for task in own for row in answers[task]]
    return _standing(domain, rows, _mixed(posteriors, own if sum(own.values()) else dict.fromkeys(own, 1.0)))


def _readiness(answers: Answers, posteriors: Mapping[str, Posterior], weights: Mapping[str, float]) -> Readiness:
    tasks = tuple(task for task in sorted(weights) if weights[task])
    asked = sum(len(answers[task]) for task in tasks)
    share = _share(_mixed(posteriors, weights)) if asked >= LEAST_ANSWERS else None
    return Readiness(tasks=tasks, asked=asked, share=share, untried=tuple(task for task in tasks if not answers[task]))


def _mixed(posteriors: Mapping[str, Posterior], weights: Mapping[str, float]) -> Posterior:
    """The Beta distribution with the mean and the variance of the weighted sum of several."""
    whole = sum(weights.values())
    mean = variance = 0.0
    for task, weight in weights.items():
        a, b = posteriors[task]
        mean += weight / whole * a / (a + b)
        variance += (weight / whole) ** 2 * a * b / ((a + b) ** 2 * (a + b + 1))
    count = mean * (1 - mean) / variance - 1
    return mean * count, (1 - mean) * count


def _sureness(confidence: int, rows: Sequence[Row]) -> Sureness:
    right = sum(row.right for row in rows)
    for_right, for_wrong = MARKS[confidence]
    found: Literal["fits", "too sure", "not sure enough"] | None = None
    if len(rows) >= LEAST_ANSWERS:
        share = right / len(rows)
        above = PAYS_FROM.get(confidence + 1, 2.0)
        found = "too sure" if share < PAYS_FROM[confidence] else "not sure enough" if share > above else "fits"
    marks = right * for_right + (len(rows) - right) * for_wrong
    return Sureness(confidence=confidence, asked=len(rows), right=right, marks=marks, found=found)


def _grouped(pairs: Iterable[tuple[str, Thing]]) -> dict[str, list[Thing]]:
    groups: dict[str, list[Thing]] = {}
    for name, thing in pairs:
        groups.setdefault(name, []).append(thing)
    return groups


def _domain(task: str) -> str:
    return task.partition(".")[0]
