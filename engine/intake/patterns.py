"""Phrases of the lexicon and of the cues as patterns over words, and where they stand in a message.

A pattern is words in a row. `train*` begins a word, `*` is any word, `a|b` gives a choice, `...` leaves room for up to four words of the
same sentence, `a & b` asks for both anywhere in the message. A plural `s` is forgiven. All patterns are looked for in one pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.intake.tokens import Word

GAP: Final = 4
"""Words that `...` may pass over."""
_ROOM: Final = "..."
_BARRIERS: Final = frozenset(
    {"no", "not", "without", "never", "but", "nor", "instead", "while", "whilst", "whereas", "though", "although", "unless", "because"}
)
"""Words that `...` never passes over: behind them the opposite is said, or something else begins."""
_LETTERS: Final = 3
"""Letters by which beginnings of words are looked up."""

Slot = tuple[frozenset[str], tuple[str, ...]]
"""A choice of whole words and of beginnings; a gap has neither."""


class Pattern:
    """One phrase of a group, and what it stands for there."""

    __slots__ = ("_rest", "_written", "group", "value")

    def __init__(self, group: str, value: str, written: Sequence[str]) -> None:
        """`written` are the words after its first; most are never come to, so they are read when they are."""
        self.group, self.value = group, value
        self._written = written
        self._rest: tuple[Slot, ...] | None = None

    @property
    def rest(self) -> tuple[Slot, ...]:
        """What follows its first word."""
        if self._rest is None:
            self._rest = tuple(_slot(slot) for slot in self._written)
        return self._rest


class Found(NamedTuple):
    """Where a pattern stands: its value, first word, and the word after its last."""

    value: str
    first: int
    last: int

    @property
    def length(self) -> int:
        """Words it spans."""
        return self.last - self.first


Hits = dict[str, list[Found]]
"""Group -> where its patterns stand, from left to right; at one word the longest."""


class Patterns:
    """The patterns of several groups, looked up by their first word."""

    def __init__(self, groups: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        """Compile group -> value -> phrases."""
        self.groups = tuple(groups)
        self._whole: dict[str, list[Pattern]] = {}
        self._begun: dict[str, list[tuple[str, Pattern]]] = {}
        """First letters -> beginnings of words with them."""
        self._pairs: list[tuple[str, str, list[str]]] = []
        """Group, value, and the groups in which its parts are looked for."""
        for group, terms in groups.items():
            for value, phrases in terms.items():
                for phrase in phrases:
                    self._add(group, value, phrase)

    def _add(self, group: str, value: str, phrase: str) -> None:
        parts = phrase.split("&")
        if len(parts) > 1:
            names = [f"& {part.strip()}" for part in parts]
            self._pairs.append((group, value, names))
            for name, part in zip(names, parts, strict=True):
                self._add(name, value, part)
            return
        first, *rest = phrase.lower().replace("-", " ").split()
        whole, begun = _slot(first)
        pattern = Pattern(group, value, rest)
        for word in whole:
            self._whole.setdefault(word, []).append(pattern)
        for begin in begun:
            self._begun.setdefault(begin[:_LETTERS], []).append((begin, pattern))

    def hits(self, words: Sequence[Word]) -> Hits:
        """Everything that stands in a message."""
        hits: Hits = {group: [] for group in self.groups}
        for index, word in enumerate(words):
            best: dict[str, Found] = {}
            for pattern in self._at(word.text):
                end = _end(words, index + 1, pattern.rest, 0)
                known = best.get(pattern.group)
                if end is not None and (known is None or end > known.last):
                    best[pattern.group] = Found(pattern.value, index, end)
            for group, found in best.items():
                hits.setdefault(group, []).append(found)
        return hits

    def _at(self, word: str) -> Iterator[Pattern]:
        """The patterns that may begin with a word."""
        yield from self._whole.get(word, ())
        if word.endswith("s"):
            yield from self._whole.get(word[:-1], ())
        for letters in range(1, min(_LETTERS, len(word)) + 1):
            for begin, pattern in self._begun.get(word[:letters], ()):
                if word.startswith(begin):
                    yield pattern

    def pair(self, group: str, hits: Hits) -> Found | None:
        """A value of a group whose parts all stand somewhere in the message."""
        for of, value, parts in self._pairs:
            if of == group and all(hits.get(part) for part in parts):
                places = [hits[part][0] for part in parts]
                return Found(value, min(place.first for place in places), max(place.last for place in places))
        return None


def outermost(found: Iterable[Found]) -> list[Found]:
    """Those that lie within no longer one."""
    kept: list[Found] = []
    for one in found:
        if not kept or one.last > kept[-1].last:
            kept.append(one)
    return kept


def _slot(written: str) -> Slot:
    if written == _ROOM:
        return frozenset(), ()
    choices = written.split("|")
    return frozenset(one for one in choices if not one.endswith("*")), tuple(one[:-1] for one in choices if one.endswith("*"))


def _end(words: Sequence[Word], at: int, slots: tuple[Slot, ...], index: int) -> int | None:
    """The word after the last one of `slots[index:]`, which begin at word `at`; None where they do not stand there."""
    while index < len(slots):
        whole, begun = slots[index]
        if not whole and not begun:
            return _after_gap(words, at, slots, index + 1)
        if at >= len(words) or words[at].sentence != words[at - 1].sentence:
            return None
        word = words[at].text
        if word not in whole and not (word.endswith("s") and word[:-1] in whole) and not word.startswith(begun):
            return None
        at, index = at + 1, index + 1
    return at


def _after_gap(words: Sequence[Word], at: int, slots: tuple[Slot, ...], index: int) -> int | None:
    for skipped in range(GAP + 1):
        if at + skipped >= len(words) or words[at + skipped].sentence != words[at - 1].sentence:
            return None
        if skipped and words[at + skipped - 1].text in _BARRIERS:
            return None
        end = _end(words, at + skipped, slots, index)
        if end is not None:
            return end
    return None
