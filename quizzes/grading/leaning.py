"""What the words of an answer speak for, learned from answers that people graded.

The rubric says what an answer holds; a doubt says that something beside it was not understood. How other people put right and wrong
answers to the same question then settles most doubts. Words alone know nothing of order, denials and numbers: doubts of those stay,
and what is missing or false stays so.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from quizzes.grading.lexicon import data_of, lexicon
from quizzes.grading.tokens import Token

TENTHS: Final = 10
"""The table holds weights in tenths."""


def leaning(question: str, tokens: Sequence[Token]) -> float:
    """How far the words of an answer speak for it: above 0 they are rather those of right answers; 0 where nothing was learned."""
    return lean(_learned(question), marks(tokens)) / TENTHS


def lean(weights: Mapping[str, int], words: Collection[str]) -> float:
    """How far words lean by their weights, in the unit of the weights, however many words there are."""
    return sum(weights.get(word, 0) for word in words) / math.sqrt(len(words) + 1)


def marks(tokens: Sequence[Token]) -> frozenset[str]:
    """The stems of an answer but for words of grammar, each with `!` before it where it is denied."""
    grammar = lexicon().words("function_words")
    return frozenset(f"{'!' * token.negated}{token.root}" for token in tokens if token.is_word and token.form not in grammar)


@lru_cache(maxsize=256)
def _learned(question: str) -> Mapping[str, int]:
    """Stem -> log odds of right against other answers to a question, in tenths; empty where nothing was learned."""
    words = str(_rows().get(question, "")).split()
    return {word: int(weight) for word, weight in zip(words[::2], words[1::2], strict=True)}


@cache
def _rows() -> Mapping[str, Any]:
    return data_of("leanings")
