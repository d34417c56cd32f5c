"""The sentence around an amount, and the rules that tell from it which fact the amount states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from engine.intake.amounts import Amount
from engine.intake.message import Message
from engine.lazy_pattern import lazy_pattern

Known = Mapping[str, Amount]
"""Fact -> the amount that stated it, of the facts stated so far."""
Facts = Iterator[tuple[str, float | int | str]]

_APART: Final = lazy_pattern(r"[,;.()]")
"""Between a word and an amount, it parts them."""
_APART_OR_JOINED: Final = lazy_pattern(r"[,;.()]|\b(?:and|but)\b", re.IGNORECASE)
_FAR: Final = 12
"""Characters up to which a word before an amount speaks of that one."""


class Around(msgspec.Struct, frozen=True):
    """The words around one amount. Distances count characters; nothing beyond its sentence is seen."""

    message: Message
    amount: Amount
    known: Known
    begin: int
    """Where its sentence begins."""
    finish: int
    trains: bool
    """Whether the message speaks of training anywhere."""
    following: Amount | None = None
    """The next amount of the message."""
    preceding: Amount | None = None
    """The one before it."""

    def before(self, cue: str, reach: int) -> bool:
        """Whether a cue stands so near before it."""
        return self.message.has(cue, max(self.begin, self.amount.start - reach), self.amount.start)

    def clause_before(self, cue: str, reach: int) -> bool:
        """Whether a cue stands so near before it, and neither a comma nor the beginning of another clause between."""
        begin, _ = self.message.clause(self.amount.start, self.amount.end)
        piece = self.message.clauses.at(self.amount.start)
        begin = max(begin, piece.start if piece is not None else 0)
        return self.message.has(cue, max(begin, self.begin, self.amount.start - reach), self.amount.start)

    def after(self, cue: str, reach: int) -> bool:
        """Whether a cue stands so near after it."""
        return self.message.has(cue, self.amount.end, min(self.finish, self.amount.end + reach, self._next()))

    def near(self, cue: str, before: int = 40, after: int = 35) -> bool:
        """Whether a cue stands near on either side."""
        return self.before(cue, before) or self.after(cue, after)

    def sentence(self, *cues: str) -> bool:
        """Whether one of the cues stands anywhere in its sentence."""
        return any(self.message.has(cue, self.begin, self.finish) for cue in cues)

    def clause(self, cue: str) -> bool:
        """Whether a cue stands between the commas around it."""
        begin, finish = self.message.clause(self.amount.start, self.amount.end)
        return self.message.has(cue, max(begin, self.begin), min(finish, self.finish))

    def is_said_of(self, cue: str) -> bool:
        """Whether a cue of its clause speaks of it, and not of the next amount, as "bursts" does in "25 a second with bursts to 70"."""
        begin, finish = self.message.clause(self.amount.start, self.amount.end)
        hits = self.message.between(cue, max(begin, self.begin), min(finish, self.finish))
        spans = [self.message.span(found) for found in hits]
        return any(not self._is_of_the_next(*span) and not self._is_of_the_last(*span) for span in spans)

    def _is_of_the_last(self, start: int, end: int) -> bool:
        """Whether it stands nearer to the amount before: "900 a second at peak and 250 normally"."""
        last = self.preceding
        if (
            last is None
            or (last.spoken and last.value <= 1)
            or last.end > start
            or end > self.amount.start
            or _APART.search(self.message.text, last.end, self.amount.start)
        ):
            return False
        return start - last.end < self.amount.start - end

    def _is_of_the_next(self, start: int, end: int) -> bool:
        if self.following is None or start < self.amount.start:
            return False
        if start >= self.following.end and self.following.kind in {self.amount.kind, "bare"}:
            return not _APART.search(self.message.text, self.amount.end, start)
        if not 0 <= self.following.start - end <= _FAR:
            return False
        return not _APART_OR_JOINED.search(self.message.text, end, self.following.start)

    def within(self, cue: str, reach: int) -> bool:
        """Whether a cue stands so near, between the commas around it."""
        begin, finish = self.message.clause(self.amount.start, self.amount.end)
        start, end = max(begin, self.amount.start - reach), min(finish, self.amount.end + reach, self._next())
        return self.message.has(cue, start, self.amount.start) or self.message.has(cue, self.amount.end, end)

    def is_terse(self, most: int) -> bool:
        """Whether at most so many words stand beside it between the commas: a note names a number, a sentence may only describe one."""
        begin, finish = self.message.clause(self.amount.start, self.amount.end)
        begin, finish = max(begin, self.begin), min(finish, self.finish)
        word_at = self.message.word_at
        return word_at(self.amount.start) - word_at(begin) + word_at(finish) - word_at(self.amount.end) <= most

    def text_before(self, reach: int) -> str:
        """What stands before it in its sentence."""
        return self.message.text[max(self.begin, self.amount.start - reach) : self.amount.start]

    def _next(self) -> int:
        """Where the next amount begins; what stands behind it speaks of that one."""
        return self.following.start if self.following and not self.following.spoken else self.finish

    @property
    def is_in_brackets(self) -> bool:
        """Whether brackets hold nothing but it: "6,000 calls a day (avg 4 min)"."""
        text, amount = self.message.text, self.amount
        opened = text.rfind("(", self.begin, amount.start)
        if opened < 0 or not text[amount.end : self.finish].lstrip().startswith(")"):
            return False
        return all(
            self.message.begins_at("rough", word) for word in range(self.message.word_at(opened), self.message.word_at(amount.start))
        )

    def follows(self, cue: str) -> bool:
        """Whether it stands right after a cue."""
        return self._follows(cue, self.message.word_at(self.amount.start))

    def follows_about(self, cue: str) -> bool:
        """Whether it stands right after a cue, but for words like "of about"."""
        word = self.message.word_at(self.amount.start)
        while not self._follows(cue, word):
            filler = self.message.ends_at("filler", word)
            if filler is None:
                return False
            word = filler.first
        return True

    def leads(self, cue: str) -> bool:
        """Whether a cue stands right after it."""
        word = self.message.word_at(self.amount.end)
        found = self.message.begins_at(cue, word)
        if found is None:
            return False
        start, _ = self.message.span(found)
        return start < self.finish and not _APART.search(self.message.text, self.amount.end, start)

    def counts(self, cue: str, words: int = 3) -> bool:
        """Whether a cue stands among the first words of what it counts."""
        return self.message.has(cue, self.amount.thing_start, self._thing_end(words))

    def counts_first(self, cue: str) -> bool:
        """Whether what it counts begins with a cue."""
        found = self.message.begins_at(cue, self.message.word_at(self.amount.thing_start))
        return bool(self.amount.thing) and found is not None

    def next_counts(self, cue: str) -> bool:
        """Whether what the next amount counts begins with a cue."""
        following = self.following
        return following is not None and self.message.begins_at(cue, self.message.word_at(following.thing_start)) is not None

    def spread(self, cue: str, before: int, after: int) -> bool:
        """Whether a cue stands near or in what it counts."""
        start, end = max(self.begin, self.amount.start - before), min(self.finish, self.amount.end + after)
        return self.message.has(cue, start, end)

    def _follows(self, cue: str, word: int) -> bool:
        found = self.message.ends_at(cue, word)
        return found is not None and not _APART.search(self.message.text, self.message.span(found)[1], self.amount.start)

    def _thing_end(self, words: int) -> int:
        parts = self.amount.thing.split(" ")
        return self.amount.thing_start + len(" ".join(parts[:words]))


class Rule(NamedTuple):
    """One fact that an amount may state, and when."""

    fact: str
    """Empty where it states nothing."""
    per: float
    """How much of the amount's unit one unit of the fact is."""
    holds: Callable[[Amount, Around], bool]
    whole: bool = False
    """Whether the fact is a whole number."""


def first_of(rules: Sequence[Rule], amount: Amount, around: Around) -> Facts:
    """What the first rule says that holds."""
    for rule in rules:
        if rule.holds(amount, around):
            if rule.fact:
                value = amount.value / rule.per
                yield rule.fact, round(value) if rule.whole else value
            return
