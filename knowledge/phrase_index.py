"""Index of the phrases of the lexicon and of the cues by first word, so that only phrases that may match a message are tried.

A phrase is words in a row. `train*` begins a word, `*` is any word, `a|b` gives a choice, `...` leaves room for up to four words of the
same sentence, `a & b` asks for both anywhere in the message, `a + b` for both in one sentence, `a b / c + d` for one of two phrases
beside another. A plural `s` is forgiven.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from knowledge.schema.message_vocabulary import PhraseIndex

LETTERS: Final = 3
"""Length of the prefixes that word beginnings such as `train*` are indexed by."""
WORD: Final = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*|[$€/%&+?<≤]")
"""A word: hyphens and underscores separate, points inside do not ("m5.large", "1.5")."""
_GAP: Final = "..."
_BESIDE: Final = " + "
"""Between parts that stand in one sentence, in any order."""

_EITHER: Final = " / "
"""Between phrases of several words that may each be such a part."""

Slot = tuple[frozenset[str], tuple[str, ...]]
"""Alternatives at one position: whole words, and prefixes. A gap has neither."""


class Phrase(NamedTuple):
    """One phrase of a group (a fact or a cue) and the value it stands for."""

    group: str
    value: str
    rest: tuple[Slot, ...]
    """The positions after the first word."""


def phrase_key(phrase: str) -> str:
    """A phrase in the form in which names are looked up."""
    return " ".join(WORD.findall(phrase.lower()))


class Phrases:
    """An index whose phrases are decoded on first use."""

    def __init__(self, index: PhraseIndex) -> None:
        """Decode nothing yet."""
        self.groups, self.pairs = index.groups, index.pairs
        self._index = index
        self._whole: dict[str, tuple[Phrase, ...]] = {}
        self._begun: dict[str, tuple[tuple[str, Phrase], ...]] = {}

    def beginning_with(self, word: str) -> tuple[Phrase, ...]:
        """Phrases whose first word is `word`."""
        found = self._whole.get(word)
        if found is None:
            raw = self._index.whole.get(word)
            if raw is None:
                return ()  # not cached: messages hold any number of words
            phrases = msgspec.json.decode(raw, type=list[tuple[int, str]])
            found = self._whole[word] = tuple(self._decode_phrase(meaning, rest) for meaning, rest in phrases)
        return found

    def with_prefix(self, letters: str) -> tuple[tuple[str, Phrase], ...]:
        """Prefix and phrase, for phrases whose first word is a prefix that starts with `letters`."""
        found = self._begun.get(letters)
        if found is None:
            raw = self._index.begun.get(letters)
            if raw is None:
                return ()
            phrases = msgspec.json.decode(raw, type=list[tuple[str, int, str]])
            found = self._begun[letters] = tuple((begin, self._decode_phrase(meaning, rest)) for begin, meaning, rest in phrases)
        return found

    def _decode_phrase(self, meaning: int, rest: str) -> Phrase:
        return Phrase(*self._index.meanings[meaning], tuple(map(_parse_slot, rest.split())))


def build_index(groups: Mapping[str, Mapping[str, Sequence[str]]]) -> PhraseIndex:
    """Build the index of group -> value -> phrases."""
    making = _IndexBuilder()
    for group, terms in groups.items():
        for value, phrases in terms.items():
            for phrase in phrases:
                making.add_phrase(group, value, phrase)
    return PhraseIndex(
        groups=tuple(groups),
        meanings=tuple(making.meanings),
        whole=_encode_lists(making.whole),
        begun=_encode_lists(making.begun),
        pairs=tuple(making.pairs),
    )


class _IndexBuilder:
    """Collects the parts of an index."""

    def __init__(self) -> None:
        self.meanings: dict[tuple[str, str], int] = {}
        self.whole: dict[str, list[tuple[int, str]]] = {}
        self.begun: dict[str, list[tuple[str, int, str]]] = {}
        self.pairs: list[tuple[str, str, tuple[str, ...]]] = []

    def add_phrase(self, group: str, value: str, phrase: str) -> None:
        """Index a phrase by its first word; a phrase with `&` or ` + ` by the first word of each part."""
        joint = _BESIDE if _BESIDE in phrase else "&"
        parts = phrase.split(joint)
        if len(parts) > 1:
            names = tuple(f"{joint.strip()} {part.strip()}" for part in parts)
            self.pairs.append((group, value, names))
            for name, part in zip(names, parts, strict=True):
                for alternative in part.split(_EITHER):
                    self.add_phrase(name, value, alternative)
            return
        first, _, rest = " ".join(phrase.lower().replace("-", " ").split()).partition(" ")
        meaning = self.meanings.setdefault((group, value), len(self.meanings))
        whole, begun = _parse_slot(first)
        for word in whole:
            self.whole.setdefault(word, []).append((meaning, rest))
        for begin in begun:
            self.begun.setdefault(begin[:LETTERS], []).append((begin, meaning, rest))


@functools.lru_cache(maxsize=4096)
def _parse_slot(written: str) -> Slot:
    if written == _GAP:
        return frozenset(), ()
    choices = written.split("|")
    return frozenset(one for one in choices if not one.endswith("*")), tuple(one[:-1] for one in choices if one.endswith("*"))


def _encode_lists(lists: Mapping[str, Any]) -> dict[str, msgspec.Raw]:
    return {key: msgspec.Raw(msgspec.json.encode(phrases)) for key, phrases in lists.items()}
