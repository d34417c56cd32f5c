"""Hours of a day in which something runs: "9 to 6 mon-fri", "24x7", "office hours"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.intake.message import Message
from engine.lazy_pattern import lazy_pattern

_ALL_DAY: Final = lazy_pattern(
    r"(?<!not )(?<!instead of )(?<!rather than )"
    r"(?:\b24\s*[x/]\s*7\b|\b24 ?h(?:ours)? a day\b|\b(?:round|around) the clock\b|\bday and night\b|\bnon[- ]?stop\b)",
    re.IGNORECASE,
)
_SCALED: Final = lazy_pattern(
    r"\b(?:replicas?|instances?|gpus?|nodes?|machines?|scales?|pods?|workers?|batch(?:es)?|sizes?|copies)\s*$", re.IGNORECASE
)
"""Before a range of things that are no hours."""
_MARK: Final = r"\s*(?P<{0}x>am|pm|a\.m\.|p\.m\.|h\b|o'clock)?"
_MINUTES: Final = r"(?::(?P<{0}m>\d\d)|\.00)?"
_SPOKEN: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "noon": 12, "midnight": 24,
}  # fmt: skip
_HOUR: Final = rf"\d{{1,2}}|(?:half past )?(?:{'|'.join(_SPOKEN)})\b"
_CLOCK: Final = lazy_pattern(
    rf"(?<![\d-])\b(?P<from>from |between )?(?P<a>{_HOUR})"
    + _MINUTES.format("a")
    + _MARK.format("a")
    + rf"\s*(?:-|–|to|till|until|and(?: clos\w+)?)\s*(?:at )?(?P<b>{_HOUR})"
    + _MINUTES.format("b")
    + _MARK.format("b")
    + r"(?=\s|[,;.)]|$)",
    re.IGNORECASE,
)
_AFTER_HOURS: Final = lazy_pattern(
    r"\s*(?:$|[,.;)\n]|(?:on|every|each|daily|weekdays?|mon|cet|utc|local|during|while|in|only|off|and|at|for|the|when|because|so|but)\b)",
    re.IGNORECASE,
)
"""What may come after times of a day, and not after a range of things."""
_A_DAY: Final = lazy_pattern(r"\bh(?:ours?|rs?)?\s*(?:/|a|per|each|every)\s*(?:day|week)\b", re.IGNORECASE)
_LATER: Final = 60
_BEFORE: Final = 22
_AFTER: Final = 16
_UNTIL: Final = lazy_pattern(r"\b(?:until|till)\b", re.IGNORECASE)
_TO: Final = lazy_pattern(r"\b(?:to|until|till)\b", re.IGNORECASE)
_OFFICE_HOURS: Final = 8.0
_SCALING: Final = 24
"""Characters before two numbers that are bounds of scaling: "autoscaling between 2 and 5"."""
_NOON: Final = 12
_DAY: Final = 24.0


_QUIET: Final = lazy_pattern(
    r"\b(?:nothing|nobody|none|no one|no (?:traffic|calls|requests|load|users)|hardly any(?:thing|body)?|quiet|silent|dead|idle|asleep"
    r"|sleeps|closed|switched off|zero)\b[^.;:!?]{0,24}$",
    re.IGNORECASE,
)
"""Before the hours in which nothing comes."""


class Hours(NamedTuple):
    """Hours a day, and where they stand; none where only most of it comes then."""

    hours: float
    start: int
    end: int


def hours_in(message: Message) -> Iterator[Hours]:
    """The hours that a message states, if any."""
    text = message.text
    always = _ALL_DAY.search(text)
    if always and not _is_wasted(message, always):
        yield Hours(_DAY, always.start(), always.end())
        return
    for match in _CLOCK.finditer(text):
        hours = _span(match) if _is_clock(message, match) else 0.0
        if 0 < hours <= _DAY:
            hours = _DAY - hours if _is_quiet(message, match) and hours < _DAY else hours
            busy = message.ends_at("busy_hours", message.word_at(match.start())) is not None
            yield Hours(0.0 if busy else hours, match.start(), match.end())
            return
    if _A_DAY.search(text):
        return  # "office hours only, nine hours a day" says how many
    for office in message.cues["office_hours"][:1]:
        yield Hours(_OFFICE_HOURS, *message.span(office))


def _is_quiet(message: Message, match: re.Match[str]) -> bool:
    """Whether nothing is to do between two times: "nothing from midnight till five"."""
    begin, _ = message.clause(match.start(), match.end())
    return _QUIET.search(message.text, begin, match.start()) is not None


def _is_wasted(message: Message, always: re.Match[str]) -> bool:
    """Whether all day is how it runs, and not how it is needed: "runs 24/7 although the job needs 2 hours a day"."""
    text = message.text
    contrast = next(message.between("contrast", always.end(), always.end() + _LATER), None)
    if contrast is None:
        return False
    _, later = message.span(contrast)
    clocks = (match for match in _CLOCK.finditer(text, later) if _is_clock(message, match))
    return _A_DAY.search(text, later) is not None or next(clocks, None) is not None


def _is_clock(message: Message, match: re.Match[str]) -> bool:
    """Whether two numbers are times: 9 to 5 is, 100-200 ms is not, "2h-3h" is a duration."""
    text = message.text
    if message.has("scales_between", match.start() - _SCALING, match.start()):
        return False
    if _SCALED.search(text, max(0, match.start() - _BEFORE), match.start()) or max(_number(match["a"]), _number(match["b"])) > _DAY:
        return False
    before = message.has("of_hours", match.start() - _BEFORE, match.start())
    beside = before or message.has("of_hours", match.end(), match.end() + _AFTER)
    if (match["ax"] or "").lower() == "h" and not _TO.search(match[0]):
        return beside
    ranged = match["from"] and _AFTER_HOURS.match(text, match.end())
    marked = ranged or match["am"] or match["ax"] or match["bx"] or match["bm"] or _UNTIL.search(match[0])
    return bool(marked or beside)


def _span(match: re.Match[str]) -> float:
    half = match["ax"] or (match["bx"] if _same_half(match["a"], match["b"], match["bx"]) else None)
    begin, end = _clock(match["a"], match["am"], half), _clock(match["b"], match["bm"], match["bx"])
    if end <= begin < _NOON and not (match["bx"] or match["bm"] or match["am"]):
        end += _NOON
    return end - begin if end > begin else end - begin + _DAY


def _same_half(first: str, last: str, half: str | None) -> bool:
    """Whether "6 to 9 pm" is all evening; "9 to 5 pm" is not."""
    return bool(half) and _number(first) < _number(last)


def _number(hour: str) -> float:
    spoken = hour.lower().removeprefix("half past ")
    return (_SPOKEN[spoken] if spoken in _SPOKEN else int(spoken)) + (0.5 if spoken != hour.lower() else 0.0)


def _clock(hour: str, minutes: str | None, half: str | None) -> float:
    value = _number(hour) + int(minutes or 0) / 60
    afternoon = (half or "").lower().startswith("p")
    return value + _NOON if afternoon and value < _NOON else value
