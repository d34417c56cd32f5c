"""What a message says that no fact came from: its numbers and its named things, in its own words. Nothing is dropped in silence."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.intake.message import Message
from engine.intake.tokens import Match
from engine.lazy_pattern import lazy_pattern
from knowledge.schema.message_vocabulary import EntityName

Span = tuple[int, int]
"""Where some words begin and end."""

_NUMBER: Final = lazy_pattern(r"(?<![^\W_])[^\W\d_]{0,20}\d+(?:[.,-]?\w{0,20}\d)*|(?<=[^\W\d_])\d+")
"""A number, or a word with one in it."""
_MOST: Final = 60
"""Things that are told; a log of thousands of numbers is no list for people."""


def unused_spans(message: Message, used: Sequence[Span], named: Sequence[Match]) -> list[Span]:
    """Where the numbers and names of its statements stand that lie in none of the `used` words, from left to right."""
    told: list[Span] = []
    is_used = overlaps(used)
    for start, end in sorted(_mentions(message, named), key=lambda span: (span[0], -span[1])):
        clause = message.clauses.at(start)
        is_told = told and start < told[-1][1]
        if (clause is None or clause.is_statement) and not is_told and not is_used(start, end):
            told.append((start, end))
    return told[:_MOST]


def overlaps(spans: Sequence[Span]) -> Callable[[int, int], bool]:
    """A function from a place's start and end to whether one of the spans reaches into it."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    starts = [start for start, _ in joined]

    def reaches_into(start: int, end: int) -> bool:
        index = bisect.bisect_left(starts, end) - 1
        return index >= 0 and joined[index][1] > start

    return reaches_into


def _mentions(message: Message, named: Sequence[Match]) -> Iterator[Span]:
    for match in named:
        if isinstance(match.value, EntityName) and match.value.kind:
            yield message.words[match.first].start, message.words[match.last - 1].end
    for amount in message.amounts:
        if not (amount.spoken and amount.value <= 1):
            yield amount.start, amount.end
    for number in _NUMBER.finditer(message.text):
        yield number.span()
