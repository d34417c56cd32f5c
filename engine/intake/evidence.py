"""Whether the value of a fact follows from the words that are quoted for it: numbers are parsed again, names are looked up again."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.intake.amounts import SECONDS, amounts_in
from engine.intake.names import names_in
from engine.intake.numbers import numbers_in
from engine.intake.reading import Reading
from engine.intake.tokens import words_of
from engine.intake.values import UNIT_FACTORS, identity, value_of
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Quantity, Value
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.message_vocabulary import EntityName

_CLOSE: Final = 0.01
"""Share by which two numbers may differ: readers round."""
_PLAIN: Final = frozenset({"", "%", "USD"})
"""Units of facts that a number states whatever stands behind it; the words around it say which fact is meant."""
_WISHES: Final = frozenset({"require", "exclude", "prefer", "compare"})
"""Lists that say different things of the same names."""
_OF_SEVERAL: Final = frozenset({"task", "data_type", "algorithm", "stage", "framework"})
"""Facts of which a few words may name more than one."""
_MOST_NUMBERS: Final = 6
"""Numbers of a quote that are multiplied by each other."""


class Evidence(enum.IntEnum):
    """What the quoted words say of a value, as far as our own reading can tell."""

    REFUTED = 0
    """Another value, or none."""
    OPEN = 1
    """Nothing for it and nothing against it: a matter of meaning."""
    FOLLOWS = 2
    """Its number or its name stands there."""
    SUPPORTED = 3
    """Read by themselves they state this very fact."""


def evidence_for(fact: str, value: Value, quote: str, reading: Reading, *, is_answer: bool) -> Evidence:
    """What `quote`, some words of the text of `reading`, says of `value`, which has been checked to be one that the fact accepts.

    `is_answer`: whether the text answers the question for this fact, so that a bare number is one in its unit.
    """
    alone = Reading(quote, reading.knowledge, reading.lexica).workload
    known = getattr(alone, fact)
    if known is not None and is_same_value(known, value):
        return Evidence.SUPPORTED
    kind = accepted_values(fact)
    if isinstance(kind, Quantity):
        is_there = any(is_same_value(number, value) for number in _numbers(kind, quote, is_answer=is_answer))
    elif isinstance(kind, Id):
        others = {one for other in _WISHES - {fact} for one in getattr(alone, other) or ()} if fact in _WISHES else set()
        is_there = others.isdisjoint(_ids(value)) and all(_names(one, quote, kind, reading) for one in _ids(value))
    elif known is not None and fact not in _OF_SEVERAL and not is_list_fact(fact) and alone.origins[fact].kind == "said":
        return Evidence.REFUTED
    else:
        return Evidence.FOLLOWS if isinstance(value, str) and _plain(value) in _plain(quote) else Evidence.OPEN
    return Evidence.FOLLOWS if is_there else Evidence.REFUTED


def value_in(fact: str, given: Value, knowledge: Knowledge) -> Value:
    """`given` as the value of a fact; of a number also as people write it, "20 a second", "5 per minute". Raises InputError for none."""
    try:
        return value_of(fact, given, knowledge)
    except InputError:
        kind = accepted_values(fact) if fact in FACT_NAMES else None
        number = next(_numbers(kind, given, is_answer=False), None) if isinstance(kind, Quantity) and isinstance(given, str) else None
        if number is None:
            raise
        return value_of(fact, number, knowledge)


def is_same_value(one: object, other: object) -> bool:
    """Equal; numbers within a hundredth, lists in any order."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) <= _CLOSE * max(abs(one), abs(other))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return set(one) == set(other)
    return one == other


def _numbers(kind: Quantity, quote: str, *, is_answer: bool) -> Iterator[float]:
    """Every number that the quote states in the unit of a fact; also one times another, as in "46 cameras, 2 frames a second each"."""
    plain = [value for number in numbers_in(quote)[:_MOST_NUMBERS] for value in (number.low, number.high)]
    products = [one * other for one, other in combinations(plain, 2)]
    measured = [
        value * factor
        for amount in amounts_in(quote)[:_MOST_NUMBERS]
        if (factor := UNIT_FACTORS.get((amount.kind, kind.unit))) is not None
        for value in (amount.low, amount.high)
    ]
    yield from measured
    yield from (one * other for one in measured for other in plain)
    if kind.unit in _PLAIN or is_answer:
        yield from (*plain, *products)
    elif kind.unit == "/s":
        periods = {SECONDS[word] for one in words_of(quote) if (word := one.text.removesuffix("s")) in SECONDS}
        yield from (value / period for value in (*plain, *products) for period in periods)


def _names(wanted: str, quote: str, kind: Id, reading: Reading) -> bool:
    """Whether the quote has the name of an entry: by our own look-up, as an alias, or letter by letter."""
    wanted = wanted.rpartition(" x ")[2]
    named = (match.value for match in names_in(quote, words_of(quote), reading.knowledge, reading.lexica.names))
    if any(isinstance(one, EntityName) and one.id == wanted for one in named) or _plain(wanted) in _plain(quote):
        return True
    try:
        return identity("", quote.strip(" .,;:!?"), Id(kind.kinds), reading.knowledge) == wanted
    except InputError:
        return False


def _ids(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
