"""What everyday words mean to a grader that knows only a question and its model answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from quizzes.grading.lexicon import data_of, lexicon, stem

_LIGHT: Final = 0.35
"""Weight of a word that says little by itself, beside one that says much."""
_DEGREE: Final = 1.4
"""Weight of a word of grammar that is one of two opposites: more, same, all."""
_LONGEST: Final = 10
"""Letters from which a word weighs no more for being longer."""
_BESIDE: Final = 4
"""Words beside `I do not know` from which an answer says something all the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Sense:
    """What is known of a word by itself."""

    root: str
    groups: frozenset[str]
    """Groups of words of nearly the same meaning that it belongs to."""
    ends: Mapping[str, int]
    """Pair of opposites -> the end it says: 1 or -1."""
    weight: float
    """How much it says; 0 for a word of grammar."""


@lru_cache(maxsize=16384)
def sense(word: str) -> Sense:
    """What `word`, in lower case, means; one that no list holds stands for itself."""
    root = _root(word)
    ends = {} if word in words("things") else _ends().get(word) or _ends().get(root) or {}
    grammar = word in lexicon().words("function_words") or word in words("grammar")
    nothing: frozenset[str] = frozenset()
    groups = nothing if grammar else _groups().get(word, nothing) | _groups().get(root, nothing) | _names().get(word, nothing)
    return Sense(root, groups, ends, _weight(word, grammar=grammar, opposed=bool(ends)))


def _root(word: str) -> str:
    return stem(str(everyday()["irregular"].get(word, word)))


def _weight(word: str, *, grammar: bool, opposed: bool) -> float:
    """Longer words are rarer, and rarer words say more."""
    if grammar:
        return _DEGREE if opposed else 0.0
    full = 1 + min(len(word), _LONGEST) / _LONGEST
    return full * _LIGHT if word in words("light") and not opposed else full


def is_at_a_loss(said: tuple[str, ...]) -> bool:
    """Whether an answer says that nothing is known, or asks for the answer, and hardly anything beside."""
    text = f" {' '.join(said)} "
    return any(f" {phrase} " in text and len(said) <= len(phrase.split()) + _BESIDE for phrase in everyday()["unknowing"])


def digit(word: str) -> str:
    """The digit that a word of number stands for; nothing for another word."""
    return str(everyday()["numbers"].get(word, ""))


@cache
def words(name: str) -> frozenset[str]:
    """The list `name` of everyday.yaml as a set."""
    return frozenset(everyday()[name])


@cache
def everyday() -> Mapping[str, Any]:
    """The lists of everyday.yaml."""
    return data_of("everyday")


@cache
def _groups() -> dict[str, frozenset[str]]:
    """Word or root -> the groups that hold it."""
    found: dict[str, frozenset[str]] = {}
    for at, group in enumerate(everyday()["synonyms"]):
        for form in {form for word in group for form in (word, _root(word))}:
            found[form] = found.get(form, frozenset()) | {f"~{at}"}
    return found


@cache
def _names() -> dict[str, frozenset[str]]:
    """Word -> what it is called in the field of this advisor, for names of one word."""
    return {phrase[0]: frozenset({name}) for phrase, name in lexicon().phrases.table.items() if len(phrase) == 1}


@cache
def _ends() -> dict[str, dict[str, int]]:
    """Word or root -> the pairs of opposites that hold it, and its end of each."""
    found: dict[str, dict[str, int]] = {}
    for at, pair in enumerate(data_of("opposites")["pairs"]):
        for side, sign in zip(pair, (1, -1), strict=True):
            for word in side:
                found.setdefault(word, {})[f"±{at}"] = sign
    for word, ends in list(found.items()):
        found.setdefault(_root(word), ends)
    return found
