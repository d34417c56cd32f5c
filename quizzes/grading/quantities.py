"""Numbers with units, as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from quizzes.grading.lexicon import lexicon
from quizzes.grading.reading import Token, read
from quizzes.grading.rubric import Quantity


@dataclass(frozen=True, slots=True)
class Number:
    """A number of an answer in base units of its kind; the kind is empty where it has no unit."""

    value: float
    kind: str
    place: int


def numbers(tokens: Sequence[Token]) -> list[Number]:
    """The numbers that `tokens` hold. `a` and `one` count only before a unit."""
    found: list[Number] = []
    for at, token in enumerate(tokens):
        value = _value(tokens, at)
        if value is None:
            continue
        kind, size = _unit(tokens, at)
        article = token.text in {"a", "an"}
        if (kind in {"seconds", "bytes"} and _is_measured(tokens, at)) if article else (kind or value != 1):
            found.append(Number(value * size, kind, at))
    return found


def _value(tokens: Sequence[Token], at: int) -> float | None:
    """The number at place `at`; `half an hour` and `a quarter of an hour` are parts of one."""
    text = tokens[at].text.replace(",", "")
    if text[:1].isdigit():
        try:
            return float(text)
        except ValueError:
            return None
    words = lexicon().units["words"]
    before = " ".join(token.text for token in tokens[max(at - 2, 0) : at])
    part = 0.25 if before == "quarter of" else 0.5 if before.endswith("half") else 1.0
    return words[tokens[at].text] * part if tokens[at].text in words else None


def _is_measured(tokens: Sequence[Token], at: int) -> bool:
    """Whether `an hour` is a length (for an hour, takes an hour) rather than a rate (requests an hour)."""
    before = tokens[at - 1].text if at else ""
    return (
        before in lexicon().words("function_words")
        or before in lexicon().grammar["tags"]["verb"]
        or before in {"", "half", "lasts", "least"}
    )


def _unit(tokens: Sequence[Token], at: int) -> tuple[str, float]:
    """Kind and size of the unit behind place `at`."""
    measures = lexicon().measures
    rest = [token.text for token in tokens[at + 1 : at + 5]]
    if len(rest) > 2 and rest[1] in {"/", "per"} and rest[2] in {"s", "sec", "second"} and f"{rest[0]}/s" in measures:  # noqa: PLR2004  # GB / s
        return measures[f"{rest[0]}/s"]
    if rest and rest[0] in measures:
        return measures[rest[0]]
    if at and tokens[at - 1].text == "$":
        return "money", 1.0
    counted = next((text for text in rest[:3] if text in lexicon().units["chips"]), None)
    return ("chips", 1.0) if counted and tokens[at + rest.index(counted) + 1].chunk == tokens[at].chunk else ("", 1.0)


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
    kind, low, high = bounds(wanted.unit, wanted.value, wanted.min, wanted.max, wanted.tolerance)
    return number.kind == kind and low <= number.value <= high


def kind_of(wanted: Quantity) -> str:
    """The kind of quantity that a rubric asks for."""
    return bounds(wanted.unit, wanted.value, wanted.min, wanted.max, wanted.tolerance)[0]


@lru_cache(maxsize=512)
def stated(text: str) -> frozenset[tuple[str, float]]:
    """Kinds and values of the numbers that stand in `text`, such as the question."""
    return frozenset((number.kind, round(number.value, 6)) for number in numbers(read(text).tokens))
