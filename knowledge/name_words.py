"""Brings names and what people type into one form: words in lower case, singular, in American spelling."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

WORD: Final = re.compile(r"(?<![a-z0-9.])[a-z]\+(?![a-z0-9+])|[a-z0-9]+(?:\.[a-z0-9]+)*")
"""A word of a name; a single letter keeps its plus: Command R+ is not Command R."""
_BRITISH: Final = re.compile(r"(?<=[a-z]{3})is(e|es|ed|er|ers|ing|ation|ations)$")
_MIN_PLURAL: Final = 4
"""Shorter words that end in s are names: aws, ecs, eks."""
_MAX_CHARACTERS: Final = 600
_MAX_WORDS: Final = 40
"""The rest of a longer question is not looked at."""


def split_words(text: str) -> list[str]:
    """The words of a text, each in the form in which names are compared."""
    return [
        normalize_word(word) for word in WORD.findall(text[:_MAX_CHARACTERS].lower().replace("'", " ").replace("\u2019", " "))[:_MAX_WORDS]
    ]


def word_set(text: str) -> frozenset[str]:
    """The different words of a list of words, however long."""
    return frozenset(word for part in text.split() for word in split_words(part))


@lru_cache(maxsize=8192)
def normalize_word(word: str) -> str:
    """A word in the singular and in American spelling: "optimised" -> "optimized", "batches" -> "batch"."""
    word = word.removeprefix("ml.")
    if len(word) >= _MIN_PLURAL and word.isalpha():
        word = _singular(word)
    return _BRITISH.sub(r"iz\1", word) if len(word) > _MIN_PLURAL else word


def name_key(text: str) -> str:
    """The words of a name in one string."""
    return " ".join(split_words(text))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > _MIN_PLURAL:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
