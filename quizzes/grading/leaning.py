"""What the words of an answer speak for, learned from answers that people graded.

The rubric says what an answer holds; a doubt says that something beside it was not understood. How other people put right and wrong
answers to the same question then settles most doubts. Words alone know nothing of order, denials and numbers: doubts of those stay,
and what is missing or false stays so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from knowledge.safe_yaml import read_mapping
from quizzes.grading.lexicon import lexicon
from quizzes.grading.reading import Token

TENTHS: Final = 10
"""The table holds weights in tenths."""


def leaning(question: str, tokens: Sequence[Token]) -> float:
    """How far the words of an answer speak for it: above 0 they are rather those of right answers; 0 where nothing was learned."""
    weights = _learned().get(question)
    if weights is None:
        return 0.0
    words = marks(tokens)
    return sum(weights.get(word, 0) for word in words) / TENTHS / math.sqrt(len(words) + 1)


def marks(tokens: Sequence[Token]) -> frozenset[str]:
    """The stems of an answer but for words of grammar, each with `!` before it where it is denied."""
    grammar = lexicon().words("function_words")
    return frozenset(f"{'!' * token.negated}{token.root}" for token in tokens if token.is_word and token.form not in grammar)


@cache
def _learned() -> Mapping[str, Mapping[str, int]]:
    """Question -> stem -> log odds of right against other answers, in tenths."""
    data = files("quizzes.grading").joinpath("data", "leanings.yaml").read_bytes()
    return {question: dict(_pairs(str(row))) for question, row in read_mapping(data, "leanings.yaml").items()}


def _pairs(row: str) -> list[tuple[str, int]]:
    words = row.split(" ")
    return [(word, int(weight)) for word, weight in zip(words[::2], words[1::2], strict=True)]
