"""What a message says that no fact came from: its numbers and its named things, in its own words. Nothing is dropped in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.intake.lazy_pattern import lazy_pattern
from engine.intake.message import Message
from engine.intake.tokens import Match
from knowledge.schema.message_vocabulary import EntityName

Span = tuple[int, int]
"""Where some words begin and end."""

_NUMBER: Final = lazy_pattern(r"[^\W\d_]*\d+(?:[.,-]?\w*\d+)*")
"""A number, or a word with one in it."""
_MOST: Final = 60
"""Things that are told; a log of thousands of numbers is no list for people."""


def unused_spans(message: Message, used: Sequence[Span], named: Sequence[Match]) -> list[Span]:
    """Where the numbers and names of its statements stand that lie in none of the `used` words, from left to right."""
    told: list[Span] = []
    for start, end in sorted(_mentions(message, named), key=lambda span: (span[0], -span[1])):
        clause = message.clauses.at(start)
        if clause is not None and not clause.is_statement:
            continue
        if not any(begin < end and start < finish for begin, finish in (*used, *told)):
            told.append((start, end))
    return told[:_MOST]


def _mentions(message: Message, named: Sequence[Match]) -> Iterator[Span]:
    for match in named:
        if isinstance(match.value, EntityName) and match.value.kind:
            yield message.words[match.first].start, message.words[match.last - 1].end
    for amount in message.amounts:
        if not (amount.spoken and amount.value <= 1):
            yield amount.start, amount.end
    for number in _NUMBER.finditer(message.text):
        yield number.span()
