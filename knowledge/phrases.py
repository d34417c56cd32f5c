"""Phrases of the lexicon and of the cues by their first word, so that a message looks at no more of them than may stand in it.

A phrase is words in a row. `train*` begins a word, `*` is any word, `a|b` gives a choice, `...` leaves room for up to four words of the
same sentence, `a & b` asks for both anywhere in the message. A plural `s` is forgiven.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from knowledge.schema.reading import PhraseIndex

LETTERS: Final = 3
"""Letters by which beginnings of words are looked up."""
WORD: Final = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*|[$€/%&+?<≤]")
"""A word: hyphens and underscores separate, points inside do not ("m5.large", "1.5")."""
_ROOM: Final = "..."

Slot = tuple[frozenset[str], tuple[str, ...]]
"""A choice of whole words and of beginnings; a gap has neither."""


class Phrase(NamedTuple):
    """One phrase of a group, and what it stands for there."""

    group: str
    value: str
    rest: tuple[Slot, ...]
    """What follows its first word."""


def key_of(phrase: str) -> str:
    """A phrase as names are looked up by it."""
    return " ".join(WORD.findall(phrase.lower()))


class Phrases:
    """An index whose phrases are decoded when they are first asked for."""

    def __init__(self, index: PhraseIndex) -> None:
        """Nothing is decoded yet."""
        self.groups, self.pairs = index.groups, index.pairs
        self._index = index
        self._whole: dict[str, tuple[Phrase, ...]] = {}
        self._begun: dict[str, tuple[tuple[str, Phrase], ...]] = {}

    def beginning_with(self, word: str) -> tuple[Phrase, ...]:
        """The phrases whose first word this is."""
        found = self._whole.get(word)
        if found is None:
            raw = self._index.whole.get(word)
            if raw is None:
                return ()  # not kept: messages hold any number of words
            phrases = msgspec.json.decode(raw, type=list[tuple[int, str]])
            found = self._whole[word] = tuple(self._phrase(meaning, rest) for meaning, rest in phrases)
        return found

    def begun_by(self, letters: str) -> tuple[tuple[str, Phrase], ...]:
        """The phrases whose first word begins so, each with the beginning."""
        found = self._begun.get(letters)
        if found is None:
            raw = self._index.begun.get(letters)
            if raw is None:
                return ()
            phrases = msgspec.json.decode(raw, type=list[tuple[str, int, str]])
            found = self._begun[letters] = tuple((begin, self._phrase(meaning, rest)) for begin, meaning, rest in phrases)
        return found

    def _phrase(self, meaning: int, rest: str) -> Phrase:
        return Phrase(*self._index.meanings[meaning], tuple(map(_slot, rest.split())))


def index_of(groups: Mapping[str, Mapping[str, Sequence[str]]]) -> PhraseIndex:
    """The index of group -> value -> phrases."""
    making = _Making()
    for group, terms in groups.items():
        for value, phrases in terms.items():
            for phrase in phrases:
                making.add(group, value, phrase)
    return PhraseIndex(
        groups=tuple(groups),
        meanings=tuple(making.meanings),
        whole=_encoded(making.whole),
        begun=_encoded(making.begun),
        pairs=tuple(making.pairs),
    )


class _Making:
    """An index in the making."""

    def __init__(self) -> None:
        self.meanings: dict[tuple[str, str], int] = {}
        self.whole: dict[str, list[tuple[int, str]]] = {}
        self.begun: dict[str, list[tuple[str, int, str]]] = {}
        self.pairs: list[tuple[str, str, tuple[str, ...]]] = []

    def add(self, group: str, value: str, phrase: str) -> None:
        """Put a phrase under its first word; one of several parts under that of each."""
        parts = phrase.split("&")
        if len(parts) > 1:
            names = tuple(f"& {part.strip()}" for part in parts)
            self.pairs.append((group, value, names))
            for name, part in zip(names, parts, strict=True):
                self.add(name, value, part)
            return
        first, _, rest = " ".join(phrase.lower().replace("-", " ").split()).partition(" ")
        meaning = self.meanings.setdefault((group, value), len(self.meanings))
        whole, begun = _slot(first)
        for word in whole:
            self.whole.setdefault(word, []).append((meaning, rest))
        for begin in begun:
            self.begun.setdefault(begin[:LETTERS], []).append((begin, meaning, rest))


@functools.lru_cache(maxsize=4096)
def _slot(written: str) -> Slot:
    if written == _ROOM:
        return frozenset(), ()
    choices = written.split("|")
    return frozenset(one for one in choices if not one.endswith("*")), tuple(one[:-1] for one in choices if one.endswith("*"))


def _encoded(lists: Mapping[str, Any]) -> dict[str, msgspec.Raw]:
    return {key: msgspec.Raw(msgspec.json.encode(phrases)) for key, phrases in lists.items()}
