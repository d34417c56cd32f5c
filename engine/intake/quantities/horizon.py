"""How long something is to run from now on: "until 2029", "9 to 12 June", "a two-year programme", "for years to come"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engine.intake.clauses import Clause
from engine.intake.message import Message
from engine.lazy_pattern import lazy_pattern

_YEAR: Final = 365.0
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS_BEFORE: Final = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
"""Days of a common year before each month."""
_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY: Final = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?(?:the\s+)?"
_TO: Final = r"\s*(?:to|until|till|through|-|–|—)\s*"
_ALREADY: Final = lazy_pattern(r"\b(?:since|has been|have been|ran|was|were|log|logs|data|history|recordings?|footage)\b", re.IGNORECASE)
"""Before years that tell of what lies behind."""
_NEAR: Final = 40
_JOINED: Final = lazy_pattern(r"\b(?:and|but|then)\b|[,;]", re.IGNORECASE)


class Horizon(NamedTuple):
    """Days from now on, and where they are told."""

    days: float
    start: int
    end: int


def horizon_in(message: Message, year: int) -> Iterator[Horizon]:
    """The first that a statement about the work tells; `year` is the present one."""
    text = message.text.lower()
    for hints, pattern, days_of in _PATTERNS:
        if not any(hint in text for hint in hints):
            continue
        for match in pattern.finditer(message.text):
            days = days_of(match, year)
            if days > 0 and _is_told(message, match):
                yield Horizon(days, match.start(), match.end())
                return


def _is_told(message: Message, match: re.Match[str]) -> bool:
    clause: Clause | None = message.clauses.at(match.start())
    if clause is None or not clause.is_statement or clause.role not in {"wanted", "present"}:
        return False
    before = _JOINED.split(message.text[max(clause.start, match.start() - _NEAR) : match.start()])[-1]
    return _ALREADY.search(before) is None


def _until_a_year(match: re.Match[str], year: int) -> float:
    return _YEAR * (int(match["year"]) - year)


def _of_a_programme(match: re.Match[str], _: int) -> float:
    count = match["count"].lower()
    return _YEAR * (_NUMBERS.get(count) or float(count))


def _of_months(match: re.Match[str], _: int) -> float:
    return _YEAR * float(match["months"]) / 12


def _of_fiscal_years(match: re.Match[str], _: int) -> float:
    return _YEAR * len(re.findall(r"FY", match[0], re.IGNORECASE))


def _of_some_years(_: re.Match[str], __: int) -> float:
    return 2 * _YEAR


def _of_dates(match: re.Match[str], _: int) -> float:
    """Days between two dates, the first one's month being that of the second where it has none."""
    last = _day_of_year(match["day2"], match["month2"])
    first = _day_of_year(match["day1"], match["month1"] or match["month2"])
    return float((last - first) % 365)


def _day_of_year(day: str, month: str) -> int:
    return _DAYS_BEFORE[_MONTHS.index(month[:3].lower())] + int(day)


_PATTERNS: Final[tuple[tuple[tuple[str, ...], re.Pattern[str], Callable[[re.Match[str], int], float]], ...]] = (
    (
        _MONTHS,
        lazy_pattern(
            rf"\b(?P<day1>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+(?:of\s+)?(?P<month1>{_MONTH}))?{_TO}{_DAY}"
            rf"(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month2>{_MONTH})(?=\s|[,;.)]|$)",
            re.IGNORECASE,
        ),
        _of_dates,
    ),
    (
        ("20",),
        lazy_pattern(
            r"\b(?:until|till|through|to)\s+(?:(?:at least|about|the|end|of|sometime|in|early|late|mid)\s+)*(?P<year>20[2-4]\d)\b",
            re.IGNORECASE,
        ),
        _until_a_year,
    ),
    (("fy",), lazy_pattern(r"\bFY\s?\d\d(?:\s*(?:,|and|&|\+)\s*FY\s?\d\d)+", re.IGNORECASE), _of_fiscal_years),
    (
        ("year",),
        lazy_pattern(
            r"\b(?P<count>\d|one|two|three|four|five|six|seven)[- ]years?\s+"
            r"(?:program(?:me)?|project|roadmap|mandate|horizon|outlook|budget)\b",
            re.IGNORECASE,
        ),
        _of_a_programme,
    ),
    (
        ("months",),
        lazy_pattern(r"\b(?:for\s+)?(?:the\s+)?(?:next|coming|following)\s+(?P<months>12|18|24|36)\s+months\b", re.IGNORECASE),
        _of_months,
    ),
    (
        ("years", "decade"),
        lazy_pattern(
            r"\b(?:for years to come|(?:the|over the|for the|also the)?\s*(?:next|coming) (?:few |several )?years"
            r"|the end of the decade|for many more years)\b",
            re.IGNORECASE,
        ),
        _of_some_years,
    ),
)
"""What it is told by, so that a pattern is compiled only where it may hold; how it is told; how many days that is."""
