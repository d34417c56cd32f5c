"""Where the phrases of the lexicon and of the cues stand in a message; all of them are looked for in one pass.

How a phrase is written stands in `knowledge.phrase_index`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.intake.tokens import Word
from knowledge.phrase_index import LETTERS, Phrase, Phrases, Slot

GAP: Final = 4
"""Words that `...` may pass over."""
_SHORTEST_PLURAL: Final = 4
"""Letters: "gpus"."""
_KEPT: Final = 4096
"""Words whose patterns are kept."""
_BARRIERS: Final = frozenset(
    {"no", "not", "without", "never", "but", "nor", "instead", "while", "whilst", "whereas", "though", "although", "unless", "because"}
)
"""Words that `...` never passes over: behind them the opposite is said, or something else begins."""


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

    def __init__(self, phrases: Phrases) -> None:
        """`phrases` are those of the base."""
        self.groups, self._phrases = phrases.groups, phrases
        self._known: dict[str, tuple[Phrase, ...]] = {}
        self._pairs: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for group, value, parts in phrases.pairs:
            self._pairs.setdefault(group, []).append((value, parts))

    def hits(self, words: Sequence[Word]) -> Hits:
        """Everything that stands in a message."""
        hits: Hits = {group: [] for group in self.groups}
        for index, word in enumerate(words):
            best: dict[str, Found] = {}
            following = words[index + 1].text if index + 1 < len(words) and words[index + 1].sentence == word.sentence else None
            for pattern in self._at(word.text):
                if pattern.rest and not _may_follow(following, pattern.rest[0]):
                    continue
                end = _end(words, index + 1, pattern.rest, 0)
                known = best.get(pattern.group)
                if end is not None and (known is None or end > known.last):
                    best[pattern.group] = Found(pattern.value, index, end)
            for group, found in best.items():
                hits.setdefault(group, []).append(found)
        return hits

    def _at(self, word: str) -> tuple[Phrase, ...]:
        """The patterns that may begin with a word; kept for so many words as messages have in common."""
        found = self._known.get(word)
        if found is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            found = self._known[word] = tuple(self._beginning(word))
        return found

    def _beginning(self, word: str) -> Iterator[Phrase]:
        yield from self._phrases.beginning_with(word)
        if _is_plural(word):
            yield from self._phrases.beginning_with(word[:-1])
        for letters in range(1, min(LETTERS, len(word)) + 1):
            for begin, pattern in self._phrases.with_prefix(word[:letters]):
                if word.startswith(begin):
                    yield pattern

    def pair(self, group: str, hits: Hits, words: Sequence[Word], names: Sequence[Found] = ()) -> Found | None:
        """A value of a group whose parts all stand in the message, or in one sentence of it where the phrase says so.

        A word that belongs to one of `names` is no part of anything else: the "fine" of "fine-tuning".
        """
        for value, parts in self._pairs.get(group, ()):
            if not all(hits.get(part) for part in parts):
                continue
            apart = [[one for one in hits[part] if not any(_lies_within(one, name) for name in names)] for part in parts]
            if not all(apart):
                continue
            places = _in_one_sentence(apart, words) if parts[0].startswith("+") else [found[0] for found in apart]
            if places:
                return Found(value, min(place.first for place in places), max(place.last for place in places))
        return None


def _lies_within(one: Found, name: Found) -> bool:
    """Whether it is a part of a longer name."""
    return name.first <= one.first and one.last <= name.last and one.length < name.length


def _in_one_sentence(parts: Sequence[Sequence[Found]], words: Sequence[Word]) -> list[Found]:
    """One place of each part, all in the first sentence that has them all; none where there is no such sentence."""
    found = [{words[one.first].sentence: one for one in reversed(places)} for places in parts]
    common = set(found[0]).intersection(*found[1:])
    return [places[min(common)] for places in found] if common else []


def outermost(found: Iterable[Found]) -> list[Found]:
    """Those that lie within no longer one."""
    kept: list[Found] = []
    for one in found:
        if not kept or one.last > kept[-1].last:
            kept.append(one)
    return kept


def _is_plural(word: str) -> bool:
    """Whether its last letter may be that of a plural: "is" is no "i", "us" no "u"."""
    return word[-1:] == "s" and len(word) >= _SHORTEST_PLURAL


def _may_follow(word: str | None, slot: Slot) -> bool:
    """Whether a word of the same sentence can be the one that a slot asks for; most phrases end here, so this is no call of `_end`."""
    whole, begun = slot
    if not whole and not begun:
        return True
    return word is not None and (word in whole or (_is_plural(word) and word[:-1] in whole) or word.startswith(begun))


def _end(words: Sequence[Word], at: int, slots: tuple[Slot, ...], index: int) -> int | None:
    """The word after the last one of `slots[index:]`, which begin at word `at`; None where they do not stand there."""
    while index < len(slots):
        whole, begun = slots[index]
        if not whole and not begun:
            return _after_gap(words, at, slots, index + 1)
        if at >= len(words) or words[at].sentence != words[at - 1].sentence:
            return None
        word = words[at].text
        if word not in whole and not (_is_plural(word) and word[:-1] in whole) and not word.startswith(begun):
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
