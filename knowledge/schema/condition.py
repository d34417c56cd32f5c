"""A closed set of tests of facts: all, any, not, is, in, at least, at most. No rule language grows here."""

from msgspec import field

from knowledge.schema.record import Record, Text

Plain = bool | int | float | str


class Predicate(Record):
    """A test of one fact. It fails where the fact is unknown. Only one of the four is given.

    A fact is one of the workload or, with `plan.` before it, one of a plan: `engine/decision/scoring/guidance.py` lists them.
    """

    fact: Text
    equals: Plain | None = field(default=None, name="is")
    among: tuple[Plain, ...] = field(default=(), name="in")
    at_least: float | None = field(default=None, name="at least")
    at_most: float | None = field(default=None, name="at most")


class Condition(Record):
    """Holds where every one of `all`, at least one of `any` (if there are some) and none of `not` holds."""

    every: tuple[Predicate, ...] = field(default=(), name="all")
    some: tuple[Predicate, ...] = field(default=(), name="any")
    none: tuple[Predicate, ...] = field(default=(), name="not")
