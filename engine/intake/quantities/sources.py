"""Rates of one of many: "5,000 pumps, and each sends a request once a minute", "3 parcels a second, 2 photos of every parcel"."""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from typing import Final

from engine.intake.message import Message
from engine.intake.quantities.amounts import Amount

_OF_EACH: Final = 60
"""Characters around a rate in which words tell that it is of one of many."""
_APART: Final = 160
"""Characters between the many and what each of them does."""
_TOTAL: Final = 40
_SOME: Final = 2
_PAIR: Final = 2
_WORDS: Final = 3
"""Words between "everyone" and how many."""
_OF_NAME: Final = 3
"""Words of what is counted that name it; what stands behind them is said of it."""
_LETTERS: Final = 3
"""Letters below which a word names no thing."""
_SUBJECT: Final = 60
"""Characters before a rate in which who does it stands."""


def is_total(rate: Amount, message: Message) -> bool:
    """Whether a rate is said to be of all together."""
    begin, finish = message.clause(rate.start, rate.end)
    return message.has("in_all", max(begin, rate.start - _TOTAL), min(finish, rate.end + _TOTAL))


def per_each(rate: Amount, amounts: Sequence[Amount], message: Message) -> float:
    """How many do what a rate tells of one; 1 where it tells of all."""
    if is_total(rate, message):
        return 1.0
    begin, finish = message.sentence(rate.start, rate.end)
    of_things = _of_every_thing(rate, amounts, message)
    if of_things > 1:
        return of_things
    apiece = rate.thing == "each" or rate.thing.endswith(" each")
    sources = [one for one in _near(rate, amounts) if _are_sources(one, message, each=apiece)]
    if len(sources) == _PAIR and _is_of_each(sources[1], message) and sources[0].start < sources[1].start < rate.start:
        return sources[0].value * sources[1].value  # "15 shops with 20 cameras each"
    if len(sources) != 1:
        return 1.0
    each = apiece or message.has("of_each", max(begin, rate.start - _OF_EACH), min(finish, rate.end + _OF_EACH))
    each = each or _is_said_of_each(rate, sources[0], message)
    camera = message.has("camera", sources[0].start, sources[0].thing_start + len(sources[0].thing)) and sources[0].end <= rate.start
    framed = camera and message.has("frames", rate.start, rate.end)
    return sources[0].value if each or framed else 1.0


def _is_said_of_each(rate: Amount, source: Amount, message: Message) -> bool:
    """Whether many do one thing so often: "the sensors send one value every minute"."""
    begin, _ = message.clause(rate.start, rate.end)
    noun = source.thing.split(" ")[-1] if source.thing else ""
    one = message.text[rate.start : rate.end].lower().startswith(("one ", "a ", "an ", "1 "))
    subject = re.compile(rf"\b{re.escape(noun)}\s+(?:[a-z]+\s+){{1,2}}$", re.IGNORECASE)
    return one and noun.endswith("s") and subject.search(message.text[max(begin, rate.start - _SUBJECT) : rate.start]) is not None


def _is_of_each(amount: Amount, message: Message) -> bool:
    """Whether each of the many has so many: "15 shops with 20 cameras each", "12 lines, each with 3 cameras"."""
    before = message.ends_at("each_has", message.word_at(amount.start))
    return before is not None or message.begins_at("each_one", message.word_at(amount.thing_start) + 1) is not None


def _near(rate: Amount, amounts: Sequence[Amount]) -> list[Amount]:
    """The other amounts that stand near one; they are in order."""
    first = bisect.bisect_left(amounts, rate.start - _APART, key=lambda one: one.start)
    last = bisect.bisect_right(amounts, rate.start + _APART, key=lambda one: one.start)
    return [one for one in amounts[first:last] if one.start != rate.start]


def _are_sources(amount: Amount, message: Message, *, each: bool) -> bool:
    """Whether each of what is counted may do something; people too, where `each` is said of them."""
    if amount.kind != "count" or amount.value < _SOME or (amount.spoken and amount.value <= 1):
        return False
    words = amount.thing.split()
    if each and message.begins_at("people", message.word_at(amount.thing_start)) is not None:
        return True
    return message.has("source", amount.thing_start, amount.thing_start + len(" ".join(words[:_OF_NAME])))


def _of_every_thing(rate: Amount, amounts: Sequence[Amount], message: Message) -> float:
    """How many come of each thing that a rate counts: "every parcel we make 2 photos"."""
    of_people = message.has("people", rate.thing_start, rate.thing_start + len(rate.thing))
    noun = rate.thing.split(" ")[0].removesuffix("s")
    if len(noun) < _LETTERS:
        return 1.0
    every = re.compile(rf"\b(?:each|every|per)\s+{re.escape(noun)}s?\b", re.IGNORECASE)
    for one in _near(rate, amounts):
        if one.kind != "count" or one.value < _SOME:
            continue
        begin, finish = message.clause(one.start, one.end)
        everyone = of_people and message.ends_near("everyone", one.start, _WORDS)
        if everyone or every.search(message.text, begin, one.start) or every.match(message.text[one.end : finish].lstrip()):
            return one.value
    return 1.0
