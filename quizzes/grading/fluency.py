"""Whether an answer is made of sentences, or of words in a heap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from quizzes.grading.lexicon import lexicon
from quizzes.grading.order import looks_ordered
from quizzes.grading.reading import Token

_SHORTEST: Final = 6
"""Words from which an answer has to have some grammar."""
_SLIPS_FOR_DOUBT: Final = 0.09
"""Faults of order for each word from which an answer is doubted."""
_ORDERED: Final = -0.5
"""How clearly an answer has to be in order; see `looks_ordered`."""
_SHORTEST_JUMBLE: Final = 9
"""Words from which the words of a model answer can be told to be in another order."""
_SAME_WORDS: Final = 0.8
"""Share of the words of a model answer that make an answer look like it."""
_WHOLE: Final = 0.7
"""Share of the words of the model answer that it has to hold."""
_SAME_PAIRS: Final = 0.45
"""Share of its neighbours that it has to keep then."""
_FEWEST: Final = 0.3
"""Share of words of grammar below which an answer without a verb is a heap, if some stand in a row."""
_FEWEST_EVER: Final = 0.08
"""Share of words of grammar below which any answer is one."""
_WORDS_OF_A_FIGURE: Final = 3
"""Words that a number brings along, in whatever order: 12 chips, 32 GiB each."""
_ENDS: Final = frozenset(".!?;\n")
_VERBS: Final = ("be", "inf", "modal", "do", "verb")
_EITHER: Final = 2
"""Words that may be verbs or nouns, of which so many make up for a verb."""
_FEW: Final = 0.2
"""Share of words of grammar below which they do not, unless a clause hangs on another."""
_LOOSE_RUN: Final = 4
"""Content words in a row, without a mark or a word of grammar, that make a heap."""


@cache
def _tags() -> dict[str, str]:
    return {word: tag for tag, words in lexicon().grammar["tags"].items() for word in words}


@cache
def _forbidden() -> frozenset[tuple[str, str]]:
    grammar = lexicon().grammar
    return frozenset((first, second) for first, seconds in grammar["never_after"].items() for second in seconds)


@cache
def _exceptions() -> frozenset[tuple[str, str]]:
    return frozenset((first, second) for first, second in lexicon().grammar["exceptions"])


def is_heap(tokens: Sequence[Token]) -> bool:
    """True for key words without a sentence around them."""
    words = [token for token in tokens if token.is_word]
    if _told(tokens) < _SHORTEST:
        return False
    grammar = sum(_is_grammar(token) for token in words) / len(words)
    tags = Counter(_tags().get(token.text, "") for token in words)
    verbs = sum(tags[tag] for tag in _VERBS)
    if grammar < _FEWEST_EVER:
        return True
    doubtful = tags["either"] < _EITHER or (grammar < _FEW and not tags["clause"])
    return not verbs and doubtful and grammar < _FEWEST and _longest_run(tokens) >= _LOOSE_RUN


def _told(tokens: Sequence[Token]) -> int:
    """How many words are there to judge by, beside those that come with figures."""
    return sum(1 - _WORDS_OF_A_FIGURE * token.text[0].isdigit() for token in tokens if token.is_word)


def _is_grammar(token: Token) -> bool:
    return _tags().get(token.text, "either") != "either" or token.text in lexicon().words("function_words")


def _longest_run(tokens: Sequence[Token]) -> int:
    longest = run = 0
    for token in tokens:
        run = run + 1 if token.is_word and not _is_grammar(token) else 0
        longest = max(longest, run)
    return longest


def is_disordered(tokens: Sequence[Token]) -> bool:
    """True where words stand in an order that sentences do not have."""
    words = sum(token.is_word for token in tokens)
    faults = sum(1 for _ in _faults(tokens))
    if faults > _SLIPS_FOR_DOUBT * words:
        return True
    return _told(tokens) >= _SHORTEST and looks_ordered(tokens) - faults < _ORDERED


def is_jumbled(tokens: Sequence[Token], model: Sequence[Token]) -> bool:
    """True for the words of a model answer in another order."""
    words, wanted = [[token.form for token in side if token.is_word] for side in (tokens, model)]
    shared = len(set(words) & set(wanted))
    if len(words) < _SHORTEST_JUMBLE or shared < _SAME_WORDS * len(set(words)) or shared < _WHOLE * len(set(wanted)):
        return False
    pairs = set(pairwise(words))
    return len(pairs & set(pairwise(wanted))) < _SAME_PAIRS * len(pairs)


def _faults(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Neighbours that no sentence has. Commas are looked past, so that they do not matter."""
    previous, before = "start", ""
    for token in tokens:
        if not token.is_word and token.text not in _ENDS:
            continue
        tag = _tags().get(token.text, "content") if token.is_word else "end"
        if (previous, tag) in _forbidden() and (before, token.text) not in _exceptions():
            yield before, token.text
        previous, before = ("start", "") if tag == "end" else (tag, token.text)
    if (previous, "end") in _forbidden():
        yield before, ""
