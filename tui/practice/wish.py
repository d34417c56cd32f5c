"""What somebody asks for in words: an exam with its options, a date to work towards."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Final

from knowledge.errors import InputError, shown, suggestion
from quizzes.assembly import assemble
from quizzes.exam import Exam, Scope
from quizzes.plan import Goal
from quizzes.supply import Supply

MINUTES: Final = 30.0
"""A day, where nothing else is said."""
_MOST_DIGITS: Final = 9
_OPTIONS: Final = ("compute", "whole", "questions", "no-timer", "seed")


def exam_of(words: str, supply: Supply, *, seed: int) -> Exam:
    """The exam of words such as "MLA-C01 compute questions 10 no-timer seed 3"; the live one where no code is given.

    Raises InputError for a word that is none of them, and for a number out of range.
    """
    code, scope, count, timed = "", "whole", None, True
    left = iter(words.split())
    for word in left:
        match word.lower():
            case "compute":
                scope = "compute"
            case "whole":
                scope = "whole"
            case "no-timer":
                timed = False
            case "questions":
                count = _number("questions", next(left, ""))
            case "seed":
                seed = _number("seed", next(left, ""))
            case _ if not code:
                code = word
            case _:
                choices = ", ".join(_OPTIONS)
                hint = suggestion(word, _OPTIONS, f"Choose from {choices}.")
                raise InputError(f"exam: {shown(word)} is none of its options.{hint}")
    bank = supply.bank
    blueprint = bank.blueprint(code or next((one.id for one in bank.blueprints.values() if one.status == "live"), ""))
    chosen: Scope = "compute" if scope == "compute" else "whole"
    return assemble(supply, blueprint, seed=seed, scope=chosen, questions=count, timed=timed)


def exam_words(code: str, *, compute: bool, questions: int | None, timer: bool, seed: int | None) -> str:
    """The words that `exam_of` reads."""
    return " ".join(_exam_words(code, compute=compute, questions=questions, timer=timer, seed=seed))


def goal_of(words: str, today: dt.date) -> Goal:
    """A goal of words such as "2027-01-20 45": the day of the exam, and minutes a day. Raises InputError for anything else."""
    day, _, minutes = words.strip().partition(" ")
    return goal(day, minutes.strip() or None, today)


def goal(day: str, minutes: str | None, today: dt.date) -> Goal:
    """A goal of a date and minutes a day as they were typed. Raises InputError for a day that is past, or for no number."""
    try:
        found = dt.date.fromisoformat(day)
    except ValueError:
        raise InputError(f"exam-date: {shown(day)} is no date. Give one such as {today + dt.timedelta(days=30)}.") from None
    if found <= today:
        raise InputError(f"exam-date: {found} is not ahead. Give a day after {today}.")
    try:
        spent = float(minutes) if minutes is not None else MINUTES
    except ValueError:
        raise InputError(f"minutes: {shown(minutes)} is no number. Give minutes a day, such as {MINUTES:g}.") from None
    if not 1 <= spent <= 24 * 60:
        raise InputError(f"minutes: {minutes} is out of range. Give minutes a day from 1 to 1440.")
    return Goal(day=found, minutes=spent)


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise InputError(f"{name}: {shown(text)} is no whole number of at most {_MOST_DIGITS} digits.")
    return int(text)


def _exam_words(code: str, *, compute: bool, questions: int | None, timer: bool, seed: int | None) -> Iterator[str]:
    yield code
    yield "compute" if compute else "whole"
    if questions is not None:
        yield f"questions {questions}"
    if not timer:
        yield "no-timer"
    if seed is not None:
        yield f"seed {seed}"
