"""Parses what learners type: an exam with options, or an exam date with minutes a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Final

from knowledge.errors import InputError, quote_value, suggest_name
from quizzes.exam import Exam, Scope
from quizzes.exam_assembly import assemble_exam
from quizzes.exam_dealing import Seen
from quizzes.item_supply import ItemSupply
from quizzes.study_plan import Goal

MINUTES: Final = 30.0
"""Minutes a day by default."""
_MOST_DIGITS: Final = 9
_OPTIONS: Final = ("compute", "whole", "questions", "no-timer", "seed")


def parse_exam(words: str, supply: ItemSupply, *, seed: int, seen: Seen | None = None) -> Exam:
    """The exam asked for by words such as "MLA-C01 compute questions 10 no-timer seed 3"; the live exam by default.

    It asks first what was asked least before, by `seen`, except where the words give a seed: that makes the same exam for everybody.
    Raises InputError for an unknown word and for a number out of range.
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
                count = _parse_number("questions", next(left, ""))
            case "seed":
                seed, seen = _parse_number("seed", next(left, "")), None
            case _ if not code:
                code = word
            case _:
                choices = ", ".join(_OPTIONS)
                hint = suggest_name(word, _OPTIONS, f"Choose from {choices}.")
                raise InputError(f"exam: {quote_value(word)} is none of its options.{hint}")
    bank = supply.bank
    blueprint = bank.find_blueprint(code or next((one.id for one in bank.blueprints.values() if one.status == "live"), ""))
    chosen: Scope = "compute" if scope == "compute" else "whole"
    return assemble_exam(supply, blueprint, seed=seed, scope=chosen, questions=count, timed=timed, seen=seen)


def write_exam_words(code: str, *, compute: bool, questions: int | None, timer: bool, seed: int | None) -> str:
    """The words that `parse_exam` reads."""
    return " ".join(_exam_words(code, compute=compute, questions=questions, timer=timer, seed=seed))


def parse_goal(words: str, today: dt.date) -> Goal:
    """The goal in words such as "2027-01-20 45": exam date and minutes a day. Raises InputError for anything else."""
    day, _, minutes = words.strip().partition(" ")
    return make_goal(day, minutes.strip() or None, today)


def make_goal(day: str, minutes: str | None, today: dt.date) -> Goal:
    """The goal of a date and minutes a day as typed. Raises InputError for a past date or a bad number."""
    try:
        found = dt.date.fromisoformat(day)
    except ValueError:
        raise InputError(f"exam-date: {quote_value(day)} is no date. Give one such as {today + dt.timedelta(days=30)}.") from None
    if found <= today:
        raise InputError(f"exam-date: {found} is not ahead. Give a day after {today}.")
    try:
        spent = float(minutes) if minutes is not None else MINUTES
    except ValueError:
        raise InputError(f"minutes: {quote_value(minutes)} is no number. Give minutes a day, such as {MINUTES:g}.") from None
    if not 1 <= spent <= 24 * 60:
        raise InputError(f"minutes: {minutes} is out of range. Give minutes a day from 1 to 1440.")
    return Goal(day=found, minutes=spent)


def _parse_number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise InputError(f"{name}: {quote_value(text)} is no whole number of at most {_MOST_DIGITS} digits.")
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
