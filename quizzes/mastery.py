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
from quizzes.beta_distribution import beta_quantile
from quizzes.practice_log import Askable, LogRow, rows_in_force

Thing = TypeVar("Thing")
MIN_ANSWERS: Final = 10
"""Number of items below which no share is stated."""
MARKS: Final = {1: (1, 0), 2: (2, -2), 3: (3, -6)}
"""Confidence -> marks for a right and for a wrong answer, as Moodle gives them."""
MIN_SHARE_TO_PAY: Final = {1: 0.0, 2: 2 / 3, 3: 0.8}
"""Confidence -> the share of right answers from which it earns more marks than the one below."""
_TAIL: Final = 0.05
_ORDINARY: Final = 3
"""The middle difficulty."""
_PER_LEVEL: Final = 0.5
"""Logits between two levels of difficulty."""
_LEVELS: Final = (1, 2, 3, 4, 5)
_SHARE_TO_LEARN: Final = 0.75
_GUESSED: Final = 0.2
"""Share that is right by chance, over all forms."""
_FIRST_STEP: Final = 0.72
_STEP_FADES: Final = 0.05


class Share(Record):
    """An estimated share: its mean and its 90 % interval."""

    low: float
    middle: float
    high: float


class Standing(Record):
    """Mastery of one task or domain."""

    id: str
    asked: int
    """Items with an answer."""
    right: int
    share: Share | None
    """Expected share of right answers on its items; None below ten answers."""


class Readiness(Record):
    """The estimated share of exam questions answered rightly, as far as practice covers the exam."""

    tasks: tuple[str, ...]
    """The tasks of the exam that count."""
    asked: int
    share: Share | None
    """None below ten answers."""
    untried: tuple[str, ...]
    """Tasks without an answer; their share may be anything."""


class Sureness(Record):
    """Answers of one confidence, compared with the truth."""

    confidence: int
    asked: int
    right: int
    marks: int
    """The sum of Moodle's marks."""
    found: Literal["fits", "too sure", "not sure enough"] | None
    """Whether another confidence would have earned more; None below ten answers."""


class Breakdown(Record):
    """Mastery by task and domain, and readiness."""

    tasks: tuple[Standing, ...] = ()
    domains: tuple[Standing, ...] = ()
    readiness: Readiness = field(default_factory=lambda: Readiness(tasks=(), asked=0, share=None, untried=()))


def break_down_mastery(
    rows: Iterable[LogRow], weights: Mapping[str, float], items: Iterable[Askable] = (), called: Mapping[str, str] | None = None
) -> Breakdown:
    """Mastery by task and domain, and readiness. `weights` are the tasks' shares of the exam; `items` give the difficulty of its questions.

    `called` maps tasks of the live exam, which rows, weights and items name, to those of another exam.
    """
    called = called or {}
    shares: dict[str, float] = {}
    for task, weight in weights.items():
        shares[called.get(task, task)] = shares.get(called.get(task, task), 0) + weight
    levels = _group_pairs((called.get(item.task, item.task), item.difficulty) for item in items)
    answers = _group_pairs((called.get(row.task, row.task), row) for row in last_answers(rows))
    answers |= {task: [] for task in shares if task not in answers}
    posteriors = {task: _task_posterior(answers[task], levels.get(task, ())) for task in sorted(answers)}
    return Breakdown(
        tasks=tuple(_task_standing(task, answers[task], posterior) for task, posterior in posteriors.items()),
        domains=tuple(_domain_standing(domain, answers, posteriors, shares) for domain in sorted({_domain_of(task) for task in answers})),
        readiness=_exam_readiness(answers, posteriors, shares),
    )


def calibrate_confidence(rows: Iterable[LogRow]) -> tuple[Sureness, ...]:
    """How guessed, fairly sure and sure answers compare with the truth."""
    asked = [row for row in rows_in_force(rows) if row.is_scheduled and row.confidence is not None]
    return tuple(_confidence_sureness(confidence, [row for row in asked if row.confidence == confidence]) for confidence in MARKS)


def last_answers(rows: Iterable[LogRow]) -> list[LogRow]:
    """The answer that counts for each question: the first on the last day it was asked; in the order of the log."""
    found: dict[tuple[str, int | None], LogRow] = {}
    for row in rows_in_force(rows):
        key = row.about, row.part
        if row.is_scheduled and (key not in found or found[key].time.date() != row.time.date()):
            found.pop(key, None)
            found[key] = row
    return list(found.values())


def elo_rating(answers: Sequence[tuple[int, bool]]) -> float:
    """The Elo rating after answers, each a difficulty (1 to 5) and whether it was right; a beginner has 0."""
    rating = 0.0
    for place, (difficulty, right) in enumerate(answers):
        rating += _FIRST_STEP / (1 + _STEP_FADES * place) * (right - expected_share(rating, difficulty))
    return rating


def expected_share(rating: float, difficulty: int) -> float:
    """Expected share of right answers of somebody with a rating, on items of a difficulty."""
    return _GUESSED + (1 - _GUESSED) / (1 + math.exp(-(rating - (difficulty - _ORDINARY) * _PER_LEVEL)))


def level_to_learn(rows: Iterable[LogRow]) -> int:
    """The hardest difficulty (1 to 5) of which a learner is expected to answer three of four rightly; 1 for a beginner.

    Where most is right, little is learned; where most is wrong, few go on.
    """
    rating = elo_rating([(row.difficulty or _ORDINARY, row.is_right) for row in last_answers(rows)])
    return max((level for level in _LEVELS if expected_share(rating, level) >= _SHARE_TO_LEARN), default=_LEVELS[0])


Posterior = tuple[float, float]
"""The two counts of a Beta distribution."""


def _task_posterior(rows: Sequence[LogRow], levels: Sequence[int]) -> Posterior:
    if not rows:
        return 1.0, 1.0
    rating = elo_rating([(row.difficulty or _ORDINARY, row.is_right) for row in rows])
    mix = levels or (_ORDINARY,)
    share = sum(expected_share(rating, level) for level in mix) / len(mix)
    return 1 + len(rows) * share, 1 + len(rows) * (1 - share)


def _share_interval(posterior: Posterior) -> Share:
    a, b = posterior
    return Share(low=beta_quantile(_TAIL, a, b), middle=a / (a + b), high=beta_quantile(1 - _TAIL, a, b))


def _task_standing(identity: str, rows: Sequence[LogRow], posterior: Posterior) -> Standing:
    share = _share_interval(posterior) if len(rows) >= MIN_ANSWERS else None
    return Standing(id=identity, asked=len(rows), right=sum(row.is_right for row in rows), share=share)


Answers = Mapping[str, Sequence[LogRow]]
"""Task -> the answers that count."""


def _domain_standing(domain: str, answers: Answers, posteriors: Mapping[str, Posterior], weights: Mapping[str, float]) -> Standing:
    own = {task: weights.get(task, 0.0) for task in posteriors if _domain_of(task) == domain}
    rows = [row for task in own for row in answers[task]]
    return _task_standing(domain, rows, _mix_posteriors(posteriors, own if sum(own.values()) else dict.fromkeys(own, 1.0)))


def _exam_readiness(answers: Answers, posteriors: Mapping[str, Posterior], weights: Mapping[str, float]) -> Readiness:
    tasks = tuple(task for task in sorted(weights) if weights[task])
    asked = sum(len(answers[task]) for task in tasks)
    share = _share_interval(_mix_posteriors(posteriors, weights)) if asked >= MIN_ANSWERS else None
    return Readiness(tasks=tasks, asked=asked, share=share, untried=tuple(task for task in tasks if not answers[task]))


def _mix_posteriors(posteriors: Mapping[str, Posterior], weights: Mapping[str, float]) -> Posterior:
    """The Beta distribution with the mean and the variance of a weighted sum of several."""
    whole = sum(weights.values())
    mean = variance = 0.0
    for task, weight in weights.items():
        a, b = posteriors[task]
        mean += weight / whole * a / (a + b)
        variance += (weight / whole) ** 2 * a * b / ((a + b) ** 2 * (a + b + 1))
    count = mean * (1 - mean) / variance - 1
    return mean * count, (1 - mean) * count


def _confidence_sureness(confidence: int, rows: Sequence[LogRow]) -> Sureness:
    right = sum(row.is_right for row in rows)
    for_right, for_wrong = MARKS[confidence]
    found: Literal["fits", "too sure", "not sure enough"] | None = None
    if len(rows) >= MIN_ANSWERS:
        share = right / len(rows)
        above = MIN_SHARE_TO_PAY.get(confidence + 1, 2.0)
        found = "too sure" if share < MIN_SHARE_TO_PAY[confidence] else "not sure enough" if share > above else "fits"
    marks = right * for_right + (len(rows) - right) * for_wrong
    return Sureness(confidence=confidence, asked=len(rows), right=right, marks=marks, found=found)


def _group_pairs(pairs: Iterable[tuple[str, Thing]]) -> dict[str, list[Thing]]:
    groups: dict[str, list[Thing]] = {}
    for name, thing in pairs:
        groups.setdefault(name, []).append(thing)
    return groups


def _domain_of(task: str) -> str:
    return task.partition(".")[0]
