"""The tree of a filter: frozen nodes that print as filters and compile to predicates.

A comparison with an unknown value is false, also for `!=`; `not` only swaps true and false. So `price >= 1` leaves out
types without a price, and `not price < 1` keeps them.
"""

from __future__ import annotations

import fnmatch
import operator
import re
from collections.abc import Callable, Iterator
from typing import Final, Literal

from msgspec import Struct

from knowledge.catalog.fields import FIELDS, Cell, Vocabulary
from knowledge.schema.instance import Instance

Operator = Literal["=", "!=", "<", "<=", ">", ">="]
Predicate = Callable[[Instance], bool]
Test = Callable[[Cell], bool]


class Has(Struct, frozen=True):
    """True if a flag is set or a set of words is not empty."""

    field: str

    def __str__(self) -> str:
        return self.field


class Compare(Struct, frozen=True):
    """A field against a value in the field's unit; for a set of words, `=` means that it holds the word."""

    field: str
    operator: Operator
    value: float | str | bool

    def __str__(self) -> str:
        return f"{self.field} {self.operator} {_format_value(self.value)}"


class OneOf(Struct, frozen=True):
    """A field has one of several values."""

    field: str
    values: tuple[float | str | bool, ...]

    def __str__(self) -> str:
        return f"{self.field} in ({', '.join(map(_format_value, self.values))})"


class Like(Struct, frozen=True):
    """A name matches a pattern: `*` any text, `?` any character, `[ab]` one of several."""

    field: str
    pattern: str

    def __str__(self) -> str:
        return f"{self.field} ~ {_format_value(self.pattern)}"


class Not(Struct, frozen=True):
    """The opposite."""

    item: Expression

    def __str__(self) -> str:
        return f"not {_parenthesize(self.item, And, Or)}"


class And(Struct, frozen=True):
    """All of several."""

    items: tuple[Expression, ...]

    def __str__(self) -> str:
        return " and ".join(_parenthesize(item, And, Or) for item in self.items)


class Or(Struct, frozen=True):
    """At least one of several."""

    items: tuple[Expression, ...]

    def __str__(self) -> str:
        return " or ".join(_parenthesize(item, Or) for item in self.items)


Expression = Has | Compare | OneOf | Like | Not | And | Or


def compile_predicate(expression: Expression, vocabulary: Vocabulary) -> Predicate:
    """A function that tells if an instance type satisfies `expression`."""
    match expression:
        case Not(item):
            inner = compile_predicate(item, vocabulary)
            return lambda instance: not inner(instance)
        case And(items):
            every = [compile_predicate(item, vocabulary) for item in items]
            return lambda instance: all(test(instance) for test in every)
        case Or(items):
            either = [compile_predicate(item, vocabulary) for item in items]
            return lambda instance: any(test(instance) for test in either)
        case _:
            read, test = FIELDS[expression.field].read, _compile_test(expression)
            return lambda instance: (cell := read(instance, vocabulary)) is not None and test(cell)


def list_regions(expression: Expression) -> Iterator[str]:
    """The regions that `expression` asks for, without those below a `not`."""
    match expression:
        case Compare("region", "=", str(value)):
            yield value
        case OneOf("region", values):
            yield from map(str, values)
        case Like("region", pattern):
            yield pattern
        case And(items) | Or(items):
            for item in items:
                yield from list_regions(item)
        case _:
            pass


_ORDERS: Final[dict[Operator, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _compile_test(leaf: Has | Compare | OneOf | Like) -> Test:
    match leaf:
        case Has():
            return bool
        case OneOf(_, values):
            wanted = frozenset(values)
            return lambda cell: not wanted.isdisjoint(_as_set(cell))
        case Like(_, pattern):
            matches = re.compile(fnmatch.translate(pattern.lower())).match
            return lambda cell: any(matches(str(word).lower()) for word in _as_set(cell))
        case Compare(_, "=", value):
            return lambda cell: value in _as_set(cell)
        case Compare(_, "!=", value):
            return lambda cell: value not in _as_set(cell)
        case Compare(_, sign, value):
            compare, limit = _ORDERS[sign], float(value)
            return lambda cell: isinstance(cell, (int, float)) and compare(cell, limit)


def _as_set(cell: Cell) -> frozenset[Cell]:
    if isinstance(cell, frozenset):
        return frozenset(cell)
    return frozenset((cell.lower() if isinstance(cell, str) else cell,))


def _format_value(value: float | str | bool) -> str:  # noqa: FBT001  # a literal, not a switch
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        quote = "'" if '"' in value else '"'
        return f"{quote}{value}{quote}"
    return repr(float(value)).removesuffix(".0")


def _parenthesize(item: Expression, *looser: type[And | Or]) -> str:
    """`item` as text, in parentheses if it is one of the operators `looser`, which bind less tightly."""
    return f"({item})" if isinstance(item, looser) else str(item)
