"""Whether an answer is made of sentences, or of words in a heap."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from quizzes.grading.cutting import MOST_CHARACTERS
from quizzes.grading.lexicon import lexicon
from quizzes.grading.order import faults, looks_ordered
from quizzes.grading.tokens import Token

_SHORTEST: Final = 6
"""Words from which an answer has to have some grammar."""
_ORDERED: Final = -0.8
"""How clearly an answer has to be in order; see `looks_ordered`. Telegram style is in order too, so this is lenient."""
_ORDERED_IF_WRITTEN: Final = -2.0
"""The same for an answer with its capitals and stops where sentences have them, which words in disorder seldom have."""
_ORDERED_IF_TORN: Final = 2.0
"""The same for an answer with capitals and stops where no sentence has them, as words in disorder mostly have."""
_SENTENCES: Final = re.compile(r"[A-Z0-9](?:[^.!?]|[.](?=\w)|[.!?]+\s+(?=[A-Z0-9]))*[.!?]", re.DOTALL)
_TITLE: Final = re.compile(r"(?<![\w'’.-])[A-Z][a-z]+(?![\w'’])")
_BEFORE_CAPITALS: Final = ".!?:;(\n\"'“-–—>*"
"""Marks behind which a word of grammar may begin with a capital."""
_STRAY_STOP: Final = re.compile(r"[a-z%)](?<!\bvs)(?<!\betc)(?<!e\.g)(?<!i\.e)[.!?]\s+[a-z]{2,}(?![\w-])")
_STRAY_SIGN: Final = re.compile(r"\b(?:and|or|for|of|the|a|an|with|to|in)\s+=|=\s+(?:and|or|of|is|for|with)\b|=\s*$", re.IGNORECASE)
_TWICE: Final = re.compile(r"\b([a-z]{4,})\s+\1\b", re.IGNORECASE)
_SHORTEST_ORDER: Final = 9
"""Words from which their order can be judged."""
_FAULTY: Final = 0.13
"""Share of neighbours that no sentence has, from which a short answer is in disorder."""
_SHORTEST_JUMBLE: Final = 9
"""Words from which the words of a model answer can be told to be in another order."""
_SAME_WORDS: Final = 0.8
"""Share of the words of a model answer that make an answer look like it."""
_WHOLE: Final = 0.7
"""Share of the words of the model answer that it has to hold."""
_SAME_PAIRS: Final = 0.45
"""Share of its neighbours that it has to keep then."""
_FEWEST: Final = 0.14
"""Share of words that join others below which an answer without a verb is a heap, if some stand in a row."""
_JOINTS: Final = ("article", "preposition", "to", "joiner", "clause", "pronoun")
_LOOSE_JOINTS: Final = frozenset({"in", "for", "by", "as", "like", "through"})
_FEWEST_EVER: Final = 0.08
"""Share of words of grammar below which any answer is one."""
_WORDS_OF_A_FIGURE: Final = 3
"""Words that a number brings along, in whatever order: 12 chips, 32 GiB each."""
_VERBS: Final = ("be", "inf", "modal", "do", "verb", "not")
_EITHER: Final = 2
"""Words that may be verbs or nouns, of which so many make up for a verb."""
_FEW: Final = 0.2
"""Share of words of grammar below which they do not, unless a clause hangs on another."""
_BETWEEN_WORDS: Final = frozenset(",;/\n.")
_BETWEEN_FRAGMENTS: Final = frozenset(",;/\n.-–—:*")
_KEY_WORDS: Final = 3
"""Words of a key word in a list."""
_SHORT_VERB: Final = 4
_BEHIND_VERBS: Final = frozenset({"on", "to", "with", "by", "the", "a", "an", "from", "it", "them", "you", "your", "its"})
_DEGREES: Final = frozenset({"very", "more", "many", "much", "less", "fewer", "only", "all"})
"""Words that seldom follow on a noun: models use very large matrices."""
_ADVERBS: Final = frozenset({"only", "never", "always", "also", "just"})
"""Words that go with a verb."""
_LISTED: Final = 5
"""Key words that make a list."""
_MOSTLY: Final = 0.8
_LOOSE_RUN: Final = 4
"""Content words in a row, without a mark or a word of grammar, that make a heap."""


@cache
def _tags() -> dict[str, str]:
    return {word: tag for tag, words in lexicon().grammar["tags"].items() for word in words}


def is_heap(tokens: Sequence[Token]) -> bool:
    """True for key words without a sentence around them."""
    words = [token for token in tokens if token.is_word]
    if _told(tokens) < _SHORTEST or sum(token.text == ":" for token in tokens) > 1:  # a table in words: G5: this, Inf2: that
        return False
    grammar = sum(_is_grammar(token) for token in words) / len(words)
    tags = Counter(_tags().get(token.text, "") for token in words)
    verbs = sum(tags[tag] for tag in _VERBS)
    if grammar < _FEWEST_EVER:  # a few fragments between commas are an answer in telegram style
        return _longest_run(tokens) > _LOOSE_RUN or len(_between(tokens, _BETWEEN_FRAGMENTS)) >= _LISTED
    doubtful = tags["either"] < _EITHER or (grammar < _FEW and not tags["clause"])
    verbs += sum(_is_verb_like(one, other) for one, other in pairwise(words))
    verbs += bool(tags["either"]) and any(token.text in _ADVERBS for token in words)
    joined = sum(tags[tag] for tag in _JOINTS) + sum(token.text in _LOOSE_JOINTS for token in words)
    return not verbs and doubtful and joined < _FEWEST * len(words) and _longest_run(tokens) >= _LOOSE_RUN


def _is_verb_like(word: Token, following: Token) -> bool:
    """Whether an unknown word has the ending of a verb and what follows is what follows on verbs: relies on, compiled with."""
    ending = word.text.endswith(("ed", "s")) and len(word.text) > _SHORT_VERB and not _is_grammar(word)
    plain = _tags().get(word.text) == "either" and following.text in _DEGREES
    return plain or (ending and following.text in _BEHIND_VERBS)


def is_list(tokens: Sequence[Token]) -> bool:
    """True for key words between commas, without a verb: queue, async, 20 minutes, payload."""
    bare = not any(map(_is_grammar, (token for token in tokens if token.is_word)))
    verbs = sum(_tags().get(token.text) in _VERBS for token in tokens)
    listed = _are_key_words(_between(tokens, _BETWEEN_WORDS), _KEY_WORDS) or (
        bare and _are_key_words(_between(tokens, _BETWEEN_FRAGMENTS), 1)
    )
    return listed and not verbs and not any(token.text == "because" for token in tokens)


def _are_key_words(told: Sequence[Sequence[Token]], longest: int) -> bool:
    """Whether runs of words are many, and most of them so short that they are key words."""
    short = sum(len(piece) <= longest and not any(map(_machines, piece)) for piece in told)
    return len(told) >= _LISTED and short >= _MOSTLY * len(told)


def _between(tokens: Sequence[Token], marks: frozenset[str]) -> list[list[Token]]:
    """The runs of words that `marks` part."""
    pieces: list[list[Token]] = [[]]
    for token in tokens:
        if token.is_word:
            pieces[-1].append(token)
        elif token.text in marks:
            pieces.append([])
    return [piece for piece in pieces if piece]


def _machines(token: Token) -> frozenset[str]:
    """The labels by which `token` names a kind of machine: T3, T3a and T4g are an answer."""
    return frozenset(label for label in token.labels if label.startswith(("series:", "family:", "type:")))


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


def is_disordered(tokens: Sequence[Token], answer: str = "") -> bool:
    """True where words stand in an order that sentences do not have. It takes more where `answer` is written as sentences are."""
    torn = is_torn(answer)
    words = sum(token.is_word for token in tokens)
    if _told(tokens) < _SHORTEST:
        return torn or sum(1 for _ in faults(tokens)) > _FAULTY * words
    least = _ORDERED_IF_TORN if torn else _ORDERED_IF_WRITTEN if is_written(answer) else _ORDERED
    return words >= _SHORTEST_ORDER and looks_ordered(tokens) < least


def is_written(answer: str) -> bool:
    """Whether an answer begins with a capital and ends with a stop, and so does each of its sentences."""
    return _SENTENCES.fullmatch(answer[:MOST_CHARACTERS].strip()) is not None


def is_torn(answer: str) -> bool:
    """Whether an answer has marks of disorder: a word of grammar with a capital within a sentence, a stray stop or sign, a word twice."""
    text = answer[:MOST_CHARACTERS].strip()
    if _STRAY_SIGN.search(text) or _TWICE.search(text):
        return True
    titled = (
        found for found in _TITLE.finditer(text) if found[0].lower() in _tags() or found[0].lower() in lexicon().words("function_words")
    )
    if any((before := text[: found.start()].rstrip()) and before[-1] not in _BEFORE_CAPITALS for found in titled):
        return True
    return any(map(str.isupper, text)) and _STRAY_STOP.search(text) is not None


def is_jumbled(tokens: Sequence[Token], model: Sequence[Token]) -> bool:
    """True for the words of a model answer in another order."""
    words, wanted = [[token.form for token in side if token.is_word] for side in (tokens, model)]
    shared = len(set(words) & set(wanted))
    if len(words) < _SHORTEST_JUMBLE or shared < _SAME_WORDS * len(set(words)) or shared < _WHOLE * len(set(wanted)):
        return False
    pairs = set(pairwise(words))
    return len(pairs & set(pairwise(wanted))) < _SAME_PAIRS * len(pairs)
