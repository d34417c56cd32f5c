"""A message as words, with its sentences and the cues that stand in it."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from engine.intake.amounts import Amount, amounts_in
from engine.intake.clauses import Clauses, Hearing
from engine.intake.lexica import Lexica
from engine.intake.patterns import Found
from engine.intake.tokens import MOST_CHARACTERS, Match, sentence_ends, words_of
from engine.lazy_pattern import lazy_pattern

_NOW: Final = lazy_pattern(
    r"(?:^|[\n|;-])\s*(?:current(?:ly)?|today|now|actual|observed|as[- ]is|how now|at present|status quo|existing)(?: \w+)?\s*:[^\n|]*$",
    re.IGNORECASE,
)
_LINE: Final = 90
_OPTION: Final = lazy_pattern(r"(?:^|(?<=\s))\(?([A-Ea-e])[).:]\s")
_NUMBERED: Final = lazy_pattern(
    r"(?:[?]|\b(?:select|choose|pick)\b[^.\n]{0,30}[.:])\s+\(?1[).:]\s+(?=[^\n]{0,300}?\s\(?2[).:]\s)", re.IGNORECASE
)
"""The first of several numbered answers, right behind the question: a list of needs stands elsewhere."""
_STOPS: Final = ",;()|"
"""They end a clause."""
_MOST_AMOUNTS: Final = 250
"""Amounts that are read; a text with more is a log or a table, and its other numbers are told as not used."""
_LONGEST: Final = 8
"""Words of a cue that ends right before something."""


class Message:
    """One text, read once; every place in it counts characters."""

    def __init__(self, text: str, lexica: Lexica, *, hearing: Hearing = "first") -> None:
        """Split it into words, and find the cues among them."""
        self.text, self.hearing = text[:MOST_CHARACTERS], hearing
        self.words = words_of(self.text)
        self.ends = [0, *sentence_ends(self.text), len(self.text)]
        self.cues = lexica.cues.hits(self.words)
        self._starts = [word.start for word in self.words]
        self._known_firsts: dict[str, list[int]] = {}

    @cached_property
    def amounts(self) -> tuple[Amount, ...]:
        """Every number of it with its unit, read once for all that look at them."""
        return tuple(amounts_in(self.text)[:_MOST_AMOUNTS])

    @cached_property
    def clauses(self) -> Clauses:
        """Its clauses, each with what the person does with it and what it is said of."""
        return Clauses(self.text, self.words, self.cues, self.hearing)

    def _firsts(self, cue: str) -> list[int]:
        """The first words of the places where a cue stands; most cues are never asked for."""
        firsts = self._known_firsts.get(cue)
        if firsts is None:
            firsts = self._known_firsts[cue] = [found.first for found in self.cues[cue]]
        return firsts

    def sentence(self, start: int, end: int) -> tuple[int, int]:
        """Where the sentence begins and ends that holds a place."""
        begin = self.ends[bisect.bisect_right(self.ends, start) - 1]
        return begin, self.ends[min(bisect.bisect_left(self.ends, end), len(self.ends) - 1)]

    def clause(self, start: int, end: int) -> tuple[int, int]:
        """Where the part of its sentence begins and ends that commas and brackets set apart."""
        begin, finish = self.sentence(start, end)
        begins = [self.text.rfind(stop, begin, start) + 1 for stop in _STOPS]
        finishes = [self.text.find(stop, end, finish) for stop in _STOPS]
        return max(begin, *begins), min([finish, *(place for place in finishes if place >= 0)])

    def is_of_now(self, place: int) -> bool:
        """Whether its line or cell tells how things are: "Current: 900 ms"."""
        return _NOW.search(self.text, max(0, place - _LINE), place) is not None

    @cached_property
    def options(self) -> int:
        """Where the answers of an exam question begin; the end of the text where there are none."""
        marks = list(_OPTION.finditer(self.text))
        if len({mark[1].lower() for mark in marks}) > 1:
            return marks[0].start()
        numbered = _NUMBERED.search(self.text)
        return numbered.start() + 1 if numbered else len(self.text)

    def span(self, found: Found | Match) -> tuple[int, int]:
        """Where a phrase or a name begins and ends."""
        return self.words[found.first].start, self.words[found.last - 1].end

    def quote(self, found: Found) -> str:
        """The words of a phrase as they stand there."""
        start, end = self.span(found)
        return self.text[start:end]

    def word_at(self, place: int) -> int:
        """The index of the first word that begins at or after a place."""
        return bisect.bisect_left(self._starts, place)

    def between(self, cue: str, start: int, end: int) -> Iterator[Found]:
        """Where a cue stands wholly between two places."""
        hits = self.cues[cue]
        if not hits:
            return
        for index in range(bisect.bisect_left(self._firsts(cue), self.word_at(start)), len(hits)):
            if self.words[hits[index].first].start >= end:
                return
            if self.words[hits[index].last - 1].end <= end:
                yield hits[index]

    def has(self, cue: str, start: int, end: int) -> bool:
        """Whether a cue stands between two places."""
        return next(self.between(cue, start, end), None) is not None

    def begins_at(self, cue: str, word: int) -> Found | None:
        """The cue that begins at a word of this index."""
        firsts = self._firsts(cue)
        index = bisect.bisect_left(firsts, word)
        return self.cues[cue][index] if index < len(firsts) and firsts[index] == word else None

    def ends_near(self, cue: str, place: int, words: int) -> bool:
        """Whether a cue stands before a place in its sentence, with at most so many words between."""
        begin, _ = self.sentence(place, place)
        word = self.word_at(place)
        first = self.words[max(0, word - words - _LONGEST)].start if self.words else 0
        return any(word - found.last <= words for found in self.between(cue, max(begin, first), place))

    def ends_at(self, cue: str, word: int) -> Found | None:
        """The longest cue whose last word stands right before the word of this index, in its sentence."""
        firsts, longest = self._firsts(cue), None
        for index in range(bisect.bisect_left(firsts, word) - 1, -1, -1):
            found = self.cues[cue][index]
            if word - found.first > _LONGEST:
                break
            longest = found if found.last == word else longest
        return longest
