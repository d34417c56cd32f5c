"""What a text says in words that carry meaning, each with its denial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from quizzes.grading.everyday import Sense, digit, sense, words
from quizzes.grading.quantities import numbers
from quizzes.grading.reading import Reading, Token, read

_REACH: Final = 5
"""Words behind a denying one among which stands what it denies."""
_PARTICIPLE: Final = 2
"""Words behind a form of `be` or `get` among which stands its participle: was also scratched."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word that carries meaning."""

    text: str
    sense: Sense
    denied: bool


@dataclass(frozen=True, slots=True)
class Gist:
    """What a text says."""

    tokens: tuple[Token, ...]
    terms: tuple[Term, ...]
    numbers: frozenset[tuple[str, float]]
    is_conditional: bool
    """Whether it says what is needed: what is denied then may say the same as what is not."""
    passives: frozenset[str]
    """Its verbs that stand in the passive, but for those that have an opposite: the path is closed."""


@lru_cache(maxsize=512)
def gist_of(text: str) -> Gist:
    """What `text` says."""
    return gist(read(text))


def gist(reading: Reading) -> Gist:
    """What a text that was read says."""
    tokens = reading.tokens
    texts = [token.text if token.is_word else "" for token in tokens]
    return Gist(
        tokens,
        tuple({(term.sense.root, term.denied): term for term in _terms(texts)}.values()),
        frozenset((number.kind, round(number.value, 4)) for number in numbers(tokens)),
        any(text in words("needing") for text in texts),
        frozenset(_passives(texts)),
    )


def _terms(texts: Sequence[str]) -> Iterator[Term]:
    denied = {place for at in range(len(texts)) if _denies(texts, at) for place in _denied(texts, at)}
    denied ^= {at + 1 for at, text in enumerate(texts[:-1]) if text in words("lessening") and sense(texts[at + 1]).ends}
    for at, text in enumerate(texts):
        plain = _number_of(texts, at) or text
        if plain and not _is_denying(text) and (found := sense(plain)).weight:
            yield Term(plain, found, at in denied)


def _denies(texts: Sequence[str], at: int) -> bool:
    """Whether the word at `at` denies what follows; `whether or not` does not."""
    return _is_denying(texts[at]) and not (at and texts[at - 1] == "or" and texts[at] == "not")


def _is_denying(text: str) -> bool:
    return text in words("denying") or text.endswith(("n't", "'nt"))


def _number_of(texts: Sequence[str], at: int) -> str:
    """The digit that a word stands for as part of a name: terminal one."""
    before = texts[at - 1] if at else ""
    return digit(texts[at]) if before and sense(before).weight and not sense(before).ends else ""


def _denied(texts: Sequence[str], at: int) -> list[int]:
    """What the denying word at `at` denies: behind it the next word that has an opposite, else the next that carries meaning."""
    following = range(at + 1, min(at + 1 + _REACH, len(texts)))
    stop = next((near for near in following if not texts[near]), following.stop)
    carrying = [near for near in range(at + 1, stop) if sense(texts[near]).weight and texts[near] not in words("passed_over")]
    opposed = [near for near in carrying if sense(texts[near]).ends]
    return (carrying if texts[at] == "no" else opposed or carrying)[:1]


def _passives(texts: Sequence[str]) -> Iterator[str]:
    for at, text in enumerate(texts):
        if text in words("passive"):
            for near in texts[at + 1 : at + 1 + _PARTICIPLE]:
                if near.endswith(("ed", "en")) and sense(near).weight and not sense(near).ends:
                    yield near


def is_turned(said: Gist, model: Gist) -> bool:
    """Whether a comparison has its sides exchanged: A than B against B than A."""
    ours, theirs = _sides(said), _sides(model)
    return bool(ours and theirs and ours[0] & theirs[1] - ours[1] and ours[1] & theirs[0] - ours[0])


def _sides(text: Gist) -> tuple[frozenset[str], frozenset[str]] | None:
    """Roots of what stands before and after `than`."""
    at = next((at for at, token in enumerate(text.tokens) if token.text == "than"), None)
    if at is None:
        return None
    before, after = (_roots(side) for side in (text.tokens[:at], text.tokens[at + 1 :]))
    return before, after


def _roots(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(sense(token.text).root for token in tokens if token.is_word and sense(token.text).weight)
