"""Numbers as people write them: 1k, 1.5M, 1,000, a million, two dozen, half a, 5e6, 30 to 35."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.lazy_pattern import lazy_pattern

_UNITS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_GROUPS: Final = {
    "dozen": 12.0, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "lakh": 1e5, "crore": 1e7,
    "milliard": 1e9, "grand": 1e3,
}  # fmt: skip
_LETTERS: Final = {"k": 1e3, "m": 1e6, "mio": 1e6, "mil": 1e6, "mn": 1e6, "mln": 1e6, "b": 1e9, "bn": 1e9}
_SUFFIXES: Final = {**_LETTERS, "t": 1e12, **_GROUPS, **{f"{word}s": scale for word, scale in _GROUPS.items()}}
NUMBER_WORDS: Final = frozenset({*_UNITS, *_GROUPS, *(f"{word}s" for word in _GROUPS)})
"""Words that are numbers, and so no typos."""
_PHRASES: Final = {
    "half of a": 0.5, "half an": 0.5, "half a": 0.5, "half": 0.5, "a couple of": 2.0, "a couple": 2.0, "couple of": 2.0, "couple": 2.0,
    "tens of thousands of": 3e4, "hundreds of thousands of": 3e5,
    "a handful of": 5.0, "a handful": 5.0, "handful of": 5.0, "several": 3.0, "a few": 3.0, "few": 3.0,
    "three quarters of an": 0.75, "three quarters of a": 0.75,
    "a quarter of an": 0.25, "a quarter of a": 0.25, "quarter of a": 0.25, "a quarter": 0.25, "a third of a": 1 / 3, "a tenth of a": 0.1,
}  # fmt: skip
"""Beginning -> its value; longer ones first."""
_FRACTIONS: Final = {"1/2": 0.5, "½": 0.5, "1/4": 0.25, "¼": 0.25, "3/4": 0.75, "¾": 0.75, "1/10": 0.1}
_WITHIN_THOUSANDS: Final = frozenset({"hundred", "dozen"})
_ARTICLES: Final = frozenset({"a", "an"})


def _any(words: Iterable[str]) -> str:
    """A choice of words, the longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


_DIGITS: Final = "|".join(  # noqa: FLY002  # one kind of number a line
    (
        r"(?:1/2|1/4|3/4|1/10|[½¼¾])(?![/\d])",
        r"\d{1,3}(?:\.\d{3})+(?=\s(?:of\s)?[a-z]{4})",  # 1.000 requests, as on the continent
        r"\d{1,3},\d{1,2}(?=\s?(?:[tgm]b|s\b|sec|ms|million|billion)|\s[a-z])",  # 1,5 seconds, the same
        r"\d{1,3}(?:[,_ ’']\d{3})+(?:\.\d+)?(?!\d)",
        r"\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?",
        r"(?<!\d)\.\d+",
    )
)
_SUFFIX: Final = rf"(?:\s?(?:{_any(_LETTERS)})(?![^\W_])|\s?t(?=\s(?:[a-z]+\s)?(?:tokens?|toks?)\b)|[\s-]?(?:{_any(_GROUPS)})s?\b)"
_A_RATE: Final = r"(?:\s[a-z]+){1,2}\s(?:per|an?|each|every|/)\s(?:second|minute|hour|day|week|month)\b"
_HALVES: Final = "|".join(
    (
        "half (?:of )?an?",
        r"half(?=\s(?:dollar|second|sec|hour|minute|million|billion)s?\b)",
        r"(?:three quarters|a?\s?(?:quarter|third|tenth)) of an?",
        rf"(?:a few|few|several|a couple|couple)(?: of)?(?=[\s-](?:{_any(_GROUPS)})s?\b)",  # several hundred
        rf"a handful of(?={_A_RATE})",  # a handful of calls per hour
        "(?:hundred|thousand)(?=\\s[a-z])",  # around hundred calls
        "an? (?:couple of|quarter)",
        rf"(?:tens|hundreds) of thousands of(?={_A_RATE})",
        rf"(?:{_any(_UNITS)}) and a half",
        "an?(?! few)",
    )
)
_SPOKEN: Final = rf"(?:{_HALVES}|{_any(_UNITS)})(?:[\s-](?:and |an? )?(?:{_any(_UNITS)}|{_any(_GROUPS)}|half))*"
_NUMBER: Final = lazy_pattern(
    rf"(?<![\w.,€£])(?:(?<![A-Za-z]-)|(?<=\bsub-))(?P<digits>{_DIGITS})(?P<suffix>{_SUFFIX})?"
    rf"|(?<![\w'])(?P<spoken>{_SPOKEN})(?:\s(?P<big>(?:{_any(_GROUPS)})s?))?(?![\w'])",
    re.IGNORECASE,
)
_DOLLARS: Final = lazy_pattern(r"\d\.\d{3}")
_LONGEST: Final = 40
"""Characters of a number that somebody would type."""
_LARGEST: Final = 1e30
"""Beyond it nothing is counted."""
_THOUSAND: Final = 1e3


class Number(NamedTuple):
    """A number, or a range of two, and where it stands."""

    low: float
    high: float
    start: int
    end: int
    spoken: bool
    """In words: an article may be meant."""


def numbers_in(text: str) -> list[Number]:
    """Every number from left to right; two joined by a dash or by "to" are one range."""
    found: list[Number] = []
    for number in _single(text):
        last = found[-1] if found else None
        between = text[last.end : number.start] if last else ""
        scale = _shared_scale(text, last, number) if last else 1.0
        plain = last is not None and last.low == last.high < number.high and last.spoken == number.spoken
        if last and plain and _joined(between, last.low * scale, number.high):
            found[-1] = Number(last.low * scale, number.high, last.start, number.end, number.spoken)
        else:
            found.append(number)
    return found


def _joined(between: str, low: float, high: float) -> bool:
    """Whether two numbers are one range: "2 to 3", "two or three"; "1 or 8" is a choice."""
    stripped = between.strip().lower()
    return stripped in {"-", "–", "—", "to"} or (stripped == "or" and 0 < high - low <= 10.0 ** (len(str(int(high))) - 1))


def _shared_scale(text: str, low: Number, high: Number) -> float:
    """In "2-3k" the k is meant for both, and in "two or three hundred" the hundred."""
    if low.high >= _THOUSAND or low.high >= high.high:
        return 1.0
    last = text[high.start : high.end].lower().split()[-1]
    scale = _THOUSAND if text[high.end - 1].lower() == "k" else _GROUPS.get(last, 1.0) if high.spoken else 1.0
    return scale if low.high * scale < high.high else 1.0


def _single(text: str) -> Iterator[Number]:
    for match in _NUMBER.finditer(text):
        if match["digits"]:
            if len(match["digits"]) > _LONGEST:
                continue
            digits = match["digits"]
            if text[: match.start()].endswith("$") and _DOLLARS.fullmatch(digits):
                digits = f"{digits}0"  # "$1.006" is a price, not a thousand
            value = _written(digits) * _SUFFIXES.get((match["suffix"] or "").strip(" -").lower(), 1.0)
            if value < _LARGEST:
                yield Number(value, value, match.start(), match.end(), spoken=False)
        else:
            spoken = _spoken(match["spoken"].lower()) * _SUFFIXES.get((match["big"] or "").lower(), 1.0)
            if spoken < _LARGEST:
                yield Number(spoken, spoken, match.start(), match.end(), spoken=True)


def _written(digits: str) -> float:
    """Digits with commas or points between thousands, or a decimal comma."""
    if digits in _FRACTIONS:
        return _FRACTIONS[digits]
    if re.fullmatch(r"\d+,\d{1,2}", digits):
        return float(digits.replace(",", "."))
    if re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3})+", digits):
        return float(digits.replace(".", ""))
    return float(re.sub(r"[,_ ’']", "", digits))


def _spoken(words: str) -> float:
    """In words: "two hundred and fifty" is 250, "half a million" 500,000, "one and a half" 1.5, "a couple of" 2."""
    for begin, value in _PHRASES.items():
        if words.startswith(begin):
            rest = words.removeprefix(begin).strip()
            return value * (_spoken(rest) if rest else 1.0)
    if " and a half" in words:
        whole, _, scale = words.partition(" and a half")
        return (_spoken(whole) + 0.5) * _GROUPS.get(scale.strip(), 1.0)
    total, part, before = 0.0, 0.0, ""
    for word in re.split(r"[\s-]+", words):
        if word in _UNITS:
            part = _UNITS[word] + (0.0 if before in _ARTICLES else part)
        elif word in _GROUPS:
            part = (part or 1.0) * _GROUPS[word]
            if word not in _WITHIN_THOUSANDS:
                total, part = total + part, 0.0
        elif word in _ARTICLES:
            part = part or 1.0
        before = word
    return total + part
