"""Numbers with units, as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final

from quizzes.grading.lexicon import lexicon
from quizzes.grading.reading import read
from quizzes.grading.rubric import Quantity
from quizzes.grading.tokens import Token

_BEFORE: Final = 6
"""Words before a number in which its bound is looked for."""
_TEN: Final = 10
_HUNDRED: Final = 100


@dataclass(frozen=True, slots=True)
class Number:
    """A number of an answer in base units of its kind; the kind is empty where it has no unit."""

    value: float
    kind: str
    place: int
    alone: bool = False
    """Whether no word follows that it could count."""


def numbers(tokens: Sequence[Token]) -> list[Number]:
    """The numbers that `tokens` hold. `a` and `one` count only before a unit."""
    found: list[Number] = []
    behind = 0
    for at in range(len(tokens)):
        if at < behind:
            continue
        last, value = _value(tokens, at)
        if value is None:
            continue
        kind, size = _unit(tokens, last)
        if not kind and (upper := _upper(tokens, last)):
            kind, size = _unit(tokens, upper)
        article = tokens[last].text in {"a", "an"}
        if article and last + 1 < len(tokens) and tokens[last + 1].text in lexicon().words("whole"):
            last += 1
            kind, size = _unit(tokens, last)
        if (kind in {"seconds", "bytes"} and _is_measured(tokens, at)) if article else (kind or value != 1):
            found.append(Number(value * size, kind, last, alone=_is_alone(tokens, last)))
            behind = last + 1
    return found


def _upper(tokens: Sequence[Token], last: int) -> int:
    """The place of the number that ends a range which begins with the one at `last`, such as 50-90 % or 50 to 90 %; 0 for none."""
    rest = [token.text for token in tokens[last + 1 : last + 3]]
    joined = bool(rest) and rest[0] in lexicon().lists["range_words"]
    at = min(len(rest), joined)
    return last + 1 + at if at < len(rest) and rest[at][0].isdigit() and tokens[last].text[0].isdigit() else 0


def _is_alone(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number ends a piece of the answer, or a word follows that counts nothing: 12 with, 32 each."""
    return at + 1 >= len(tokens) or not tokens[at + 1].is_word or tokens[at + 1].text in lexicon().lists["after_figures"]


def _value(tokens: Sequence[Token], at: int) -> tuple[int, float | None]:
    """The number that begins at place `at`, and the place of its last word; `half an hour` and `a quarter of an hour` are parts of one."""
    text = tokens[at].text.replace(",", "")
    if text[:1].isdigit():
        try:
            return at, float(text)
        except ValueError:
            return at, None
    words = lexicon().units["words"]
    if tokens[at].text == "quarter" and at + 1 < len(tokens) and tokens[at + 1].text == "hour":
        return at, 0.25
    if tokens[at].text not in words:
        return at, None
    before = " ".join(token.text for token in tokens[max(at - 2, 0) : at])
    part = 0.25 if before == "quarter of" else 0.5 if before.endswith("half") else 1.0
    last, value = _spelt(tokens, at)
    return last, value * part


def _spelt(tokens: Sequence[Token], at: int) -> tuple[int, float]:
    """A number in words (a hundred and twenty, three hundred, twenty four), and the place of its last word."""
    words = lexicon().units["words"]
    total, last, near = float(words[tokens[at].text]), at, at + 1
    while near < len(tokens):
        joined = tokens[near].text == "and" and total >= _HUNDRED and near + 1 < len(tokens)
        word = tokens[near + joined].text
        if word not in words or word in {"a", "an"}:
            break
        value = words[word]
        if value < _HUNDRED and (total < _TEN or (total < _HUNDRED and value >= _TEN)):
            break
        total = total * value if value >= _HUNDRED else total + value
        last, near = near + joined, near + joined + 1
    return last, total


def _is_measured(tokens: Sequence[Token], at: int) -> bool:
    """Whether `an hour` is a length (for an hour, takes an hour) rather than a rate (requests an hour)."""
    before = tokens[at - 1] if at else None
    return before is None or not before.is_word or not (before.text in lexicon().words("per_time") or before.text[-1].isdigit())


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    """Whether hardware stands at a place, so that what is before counts it: 8x A100."""
    kinds = lexicon().kinds
    return at < len(tokens) and any("gpu-model" in kinds.get(label, ()) or label == "gpu" for label in tokens[at].labels)


def _unit(tokens: Sequence[Token], at: int) -> tuple[str, float]:
    """Kind and size of the unit behind place `at`."""
    measures = lexicon().measures
    rest = [token.form if token.form in measures else token.text for token in tokens[at + 1 : at + 5]]
    if len(rest) > 1 and rest[0] == "x" and rest[1][0].isdigit():  # 12 x 32
        return "", 1.0
    if len(rest) > 2 and rest[1] in {"/", "per"} and rest[2] in {"s", "sec", "second"} and f"{rest[0]}/s" in measures:  # noqa: PLR2004  # GB / s
        return measures[f"{rest[0]}/s"]
    if rest and rest[0] in measures and not (rest[0] == "x" and _is_counted(tokens, at + 2)):
        return measures[rest[0]]
    if at and tokens[at - 1].text == "$":
        return "money", 1.0
    function_words = lexicon().words("function_words")
    near = list(takewhile(lambda text: text not in function_words, rest[: 1 if tokens[at].text == "one" else 3]))
    counted = next((text for text in near if text in lexicon().units["chips"]), None)
    return ("chips", 1.0) if counted and tokens[at + near.index(counted) + 1].chunk == tokens[at].chunk else ("", 1.0)


@lru_cache(maxsize=1024)
def bounds(unit: str, value: float | None, low: float | None, high: float | None, tolerance: float) -> tuple[str, float, float]:
    """Kind of a quantity, and the least and the most that stand for it, in base units."""
    measures = lexicon().measures
    kind, size = measures.get(unit.casefold(), ("", 1.0))
    first = value if value is not None else low if low is not None else float("-inf")
    last = value if value is not None else high if high is not None else float("inf")
    return kind, first * size * (1 - tolerance), last * size * (1 + tolerance)


def fits(number: Number, wanted: Quantity) -> bool:
    """Whether `number` is the wanted one, within its tolerance."""
    if not number.kind and number.alone and wanted.bare is not None:
        return number.value == wanted.bare
    kind, low, high = bounds(wanted.unit, wanted.value, wanted.min, wanted.max, wanted.tolerance)
    return number.kind == kind and low <= number.value <= high


def kind_of(wanted: Quantity) -> str:
    """The kind of quantity that a rubric asks for."""
    return bounds(wanted.unit, wanted.value, wanted.min, wanted.max, wanted.tolerance)[0]


@lru_cache(maxsize=512)
def stated(text: str) -> frozenset[tuple[str, float]]:
    """Kinds and values of the numbers that stand in `text`, such as the question."""
    return frozenset((number.kind, round(number.value, 6)) for number in numbers(read(text).tokens))


def bound_of(tokens: Sequence[Token], place: int) -> int:
    """1 where the number at `place` is said to be the most (not more than 5, or more is refused), -1 where it is the least, else 0."""
    lists = lexicon().lists["bounds"]
    if any(token.text in lists["refused"] for token in tokens if token.sentence == tokens[place].sentence):
        return 1
    before = [token for token in tokens[max(place - _BEFORE, 0) : place] if token.chunk == tokens[place].chunk]
    words = [token.text for token in before]
    if any(word in lists["about"] for word in words):
        return 0
    up, down = (any(word in lists[name] for word in words) for name in ("beyond", "short_of"))
    denied = any(word in lexicon().words("negators") for word in words)
    if up or down:
        return 1 if up == denied else -1
    least = any(word in lists["least"] for word in words) or words[-2:] == ["at", "least"]
    return -1 if least and not denied else 0
