"""Whether words stand in the order of sentences, by how often words of grammar are neighbours in the base's own texts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final

from quizzes.grading.lexicon import data_of, lexicon
from quizzes.grading.tokens import Token

_ENDS: Final = frozenset(".!?;\n")
_ENDINGS: Final = ("ing", "ed", "ly", "s")
_CONTENT: Final = frozenset({"<word>", "<number>", "<name>", "<either>", *(f"<-{ending}>" for ending in _ENDINGS)})
_FEWEST_TELLING: Final = 8
"""Neighbours with a word of grammar that it takes to judge the order."""
_PRIOR: Final = 15.0
"""Weight of what chance would give, in counts."""
_MOST: Final = 2.0
"""No pair counts for more than this, so that one odd turn of phrase does not decide."""

Pairs = Mapping[tuple[str, str], int]


@dataclass(frozen=True)
class Counts:
    """How often classes of words were seen, alone, as neighbours and one apart."""

    own: frozenset[str]
    """Words of grammar that are a class of their own; the others go by their tag."""
    alone: Mapping[str, int]
    near: Pairs
    far: Pairs
    total: int

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Counts:
        """The counts in a table such as order.yaml."""
        alone = {str(name): int(count) for name, count in table["alone"].items()}
        return cls(frozenset(map(str, table["own"])), alone, dict(_pairs(table["near"])), dict(_pairs(table["far"])), sum(alone.values()))

    def surprise(self, pairs: Pairs, first: str, second: str) -> float:
        """How much more often than by chance `second` comes with `first`, as a logarithm within bounds."""
        expected = self.alone.get(second, 1) / self.total
        seen = (pairs.get((first, second), 0) + _PRIOR * expected) / (self.alone.get(first, 0) + _PRIOR)
        return max(-_MOST, min(_MOST, math.log(seen / expected)))


def _pairs(rows: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], int]]:
    for first, row in rows.items():
        cells = str(row).split(" ")
        for second, count in zip(cells[::2], cells[1::2], strict=True):
            yield (str(first), second), int(count)


@cache
def _table() -> dict[str, Any]:
    return data_of("order")


@cache
def _counts() -> Counts:
    return Counts.of(_table())


@cache
def _tags() -> dict[str, str]:
    tags = {word: f"<{tag}>" for tag, words in lexicon().grammar["tags"].items() for word in words}
    return {**dict.fromkeys(lexicon().lists["function_words"], "<other>"), **tags}


def classes(tokens: Sequence[Token], own: frozenset[str] | None) -> list[str]:
    """The classes of `tokens` in order, with marks for the ends of sentences. With None for `own` every word of grammar is one."""
    found = ["^"]
    for token in tokens:
        if token.is_word:
            found.append(_class(token.text if token.text in _tags() else token.form, own))
        elif token.text in _ENDS and found[-1] != "^":
            found.extend(("$", "^"))
    return found[:-1] if found[-1] == "^" and len(found) > 1 else [*found, "$"]


def _class(word: str, own: frozenset[str] | None) -> str:
    if (tag := _tags().get(word)) is not None:
        return word if own is None or word in own else tag
    if any(map(str.isdigit, word)):
        return "<number>" if word[0].isdigit() else "<name>"
    return next((f"<-{ending}>" for ending in _ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2), "<word>")


def features(tokens: Sequence[Token], counts: Counts) -> list[float]:
    """What tells sentences from heaps.

    Mean surprise of neighbours and of those one apart, share of unlikely neighbours, length, neighbours that no sentence has, and words
    within known phrases.

    Neighbours of which neither is a word of grammar say nothing: the field's terms are long.
    """
    line = classes(tokens, counts.own)
    near = [counts.surprise(counts.near, *pair) for pair in pairwise(line) if not _is_term(*pair)] or [0.0]
    far = [counts.surprise(counts.far, *pair) for pair in zip(line, line[2:], strict=False) if not _is_term(*pair)] or [0.0]
    return [
        sum(near) / len(near),
        sum(far) / len(far),
        sum(value < -1 for value in near) / len(near),
        sum(near) / 10,
        *_known(tokens),
    ]


def _known(tokens: Sequence[Token]) -> list[float]:
    words = max(sum(token.is_word for token in tokens), 1)
    inside = sum(token.inside for token in tokens)
    return [float(sum(1 for _ in faults(tokens))), float(inside), inside / words]


def _is_term(first: str, second: str) -> bool:
    return first in _CONTENT and second in _CONTENT


def looks_ordered(tokens: Sequence[Token]) -> float:
    """Above 0 for words in the order of sentences, below for words in disorder; 0 where too few words of grammar tell."""
    line = classes(tokens, _counts().own)
    if sum(not _is_term(*pair) for pair in pairwise(line)) < _FEWEST_TELLING:
        return 0.0
    bias, *weights = _table()["weights"]
    return float(bias + sum(weight * value for weight, value in zip(weights, features(tokens, _counts()), strict=True)))


@cache
def _forbidden() -> frozenset[tuple[str, str]]:
    grammar = lexicon().grammar
    return frozenset((first, second) for first, seconds in grammar["never_after"].items() for second in seconds)


@cache
def _exceptions() -> frozenset[tuple[str, str]]:
    return frozenset((first, second) for first, second in lexicon().grammar["exceptions"])


def faults(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Neighbours that no sentence has. Commas are looked past, so that they do not matter."""
    previous, before = "start", ""
    for token in tokens:
        if not token.is_word and token.text not in _ENDS:
            continue
        tag = _plain_tags().get(token.text, "content") if token.is_word else "end"
        if (previous, tag) in _forbidden() and (before, token.text) not in _exceptions():
            yield before, token.text
        previous, before = ("start", "") if tag == "end" else (tag, token.text)
    if (previous, "end") in _forbidden():
        yield before, ""


@cache
def _plain_tags() -> dict[str, str]:
    return {word: tag for tag, words in lexicon().grammar["tags"].items() for word in words}
