"""Finds the option, step or answer that people mean by some of its words: "serverless" for "A serverless endpoint"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_WORD: Final = re.compile(r"[a-z0-9]+(?:[.\-+/'][a-z0-9]+)*")
_FILLERS: Final = frozenset(
    {
        "a", "an", "the", "of", "to", "in", "on", "for", "with", "by", "it", "its", "it's", "is", "i", "i'd", "would", "think", "that",
        "this", "one", "option", "answer", "amazon", "aws", "use", "using", "take", "pick", "say", "and", "or", "my", "be", "should",
    }
)  # fmt: skip
"""Words that tell no option from another."""
_DENIALS: Final = frozenset({"not", "no", "never", "without", "except", "isn't", "don't", "doesn't"})
"""Words that turn a text round. Where the element does not have them, the text is not taken for it."""
_MIN_STEM: Final = 4
"""Letters of a word from which its beginning is enough. Words with digits are names, of which every character counts."""


def elements_meant(text: str, elements: Sequence[str]) -> tuple[int, ...]:
    """The places of the elements that the words of `text` fit, from 0; several where the words do not decide.

    An element fits if it has every word of the text; where none does, if the text has every word of the element.
    """
    words = _content_words(text)
    if not words:
        return ()
    having = [_content_words(element) for element in elements]
    found = tuple(at for at, own in enumerate(having) if all(_is_among(word, own) for word in words))
    if found:
        return found
    told = [word for word in words if word not in _DENIALS]
    if len(told) < len(words):
        return ()
    return tuple(at for at, own in enumerate(having) if own and all(_is_among(word, words) for word in own))


def _content_words(text: str) -> tuple[str, ...]:
    every = tuple(word for found in _WORD.findall(text.lower()) for word in _split_compound(found))
    return tuple(word for word in every if word not in _FILLERS) or every


def _split_compound(word: str) -> tuple[str, ...]:
    """A compound such as "multi-model" as its words; a name with digits stays whole."""
    return (word,) if any(letter.isdigit() for letter in word) else tuple(re.split(r"[\-+/]", word))


def _is_among(word: str, others: Sequence[str]) -> bool:
    if word in others or (word.endswith("s") and word[:-1] in others) or f"{word}s" in others:
        return True
    return len(word) >= _MIN_STEM and word.isalpha() and any(other.startswith(word) for other in others)
