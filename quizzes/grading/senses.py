"""Turns of speech and the senses they have in this field, found in running text by the stems of their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final, Protocol

from quizzes.grading.lexicon import known_form, lexicon, stem

_WIDEST_GAP: Final = 3
"""Words that a `*` may stand for."""


class Word(Protocol):
    """What is looked at of a word of an answer."""

    @property
    def text(self) -> str:
        """As it was typed, in lower case."""
        ...

    @property
    def root(self) -> str:
        """Its stem."""
        ...

    @property
    def is_word(self) -> bool:
        """False for a mark of punctuation."""
        ...

    @property
    def chunk(self) -> int:
        """Number of its clause."""
        ...


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of speech: in each place the stems or words of which one has to stand there; an empty place is a gap."""

    sense: str
    places: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Where a turn of speech stands in a text."""

    sense: str
    places: tuple[int, ...]


@cache
def turns() -> dict[str, tuple[Turn, ...]]:
    """Every turn of speech of `data/senses.yaml`, by each stem that it may begin with; those of a name of synonyms.yaml bear that name."""
    table: dict[str, list[Turn]] = {}
    for sense, phrases in lexicon().senses.items():
        for phrase in phrases:
            turn = parse_turn(sense if sense in lexicon().synonyms else f"@{sense}", str(phrase))
            for first in turn.places[0]:
                table.setdefault(first, []).append(turn)
    return {first: tuple(found) for first, found in table.items()}


def parse_turn(sense: str, phrase: str) -> Turn:
    """The turn of speech that `phrase` is written for."""
    words = phrase.casefold().replace("-", " ").split()
    return Turn(sense, tuple(frozenset() if word == "*" else frozenset(map(_key, word.split("|"))) for word in words))


def _key(word: str) -> str:
    """`=word` asks for the very word, others for their stem."""
    return word if word[0] == "=" else stem(known_form(word))


@cache
def names_meant() -> frozenset[str]:
    """The senses that are names of synonyms.yaml, which are looked for in every answer to a rubric."""
    return frozenset(turn.sense for found in turns().values() for turn in found if turn.sense[0] != "@")


@lru_cache(maxsize=128)
def turns_of(wanted: frozenset[str]) -> dict[str, tuple[Turn, ...]]:
    """The turns of speech of the `wanted` senses."""
    found = {first: tuple(turn for turn in every if turn.sense in wanted) for first, every in turns().items()}
    return {first: kept for first, kept in found.items() if kept}


def find_senses(words: Sequence[Word], wanted: frozenset[str]) -> Iterator[Found]:
    """Each turn of speech of the `wanted` senses that stands in `words`, within one clause or across a condition (free while idle)."""
    table = turns_of(wanted)
    for at, word in enumerate(words):
        for key in (word.root, f"={word.text}"):
            for turn in table.get(key, ()):
                if places := match_turn(turn, words, at):
                    yield Found(turn.sense, places)


def match_turn(turn: Turn, words: Sequence[Word], at: int) -> tuple[int, ...]:
    """The places of `turn` from `at` on, gaps left out; empty where it does not stand there."""
    places = [at]
    slack = 0
    for wanted in turn.places[1:]:
        if not wanted:
            slack = _WIDEST_GAP
            continue
        reach = range(places[-1] + 1, min(places[-1] + 2 + slack, len(words)))
        following = takewhile(lambda near: words[near].is_word and words[near].chunk - words[at].chunk <= 1, reach)
        here = next((near for near in following if _is(words[near], wanted)), None)
        if here is None:
            return ()
        places.append(here)
        slack = 0
    return tuple(places)


def _is(word: Word, wanted: frozenset[str]) -> bool:
    return word.root in wanted or f"={word.text}" in wanted
