"""Rules of thumb: when they hold, what follows, which mistake they prevent."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.bound import Bound
from knowledge.schema.record import Entry, Record, Text

Plain = bool | int | float | str
Effect = Literal["avoid", "prefer", "caution", "explain"]
"""`avoid` and `caution` warn of a plan, `prefer` and `explain` give a reason for one; `avoid` and `prefer` also move it in the ranking."""


class Predicate(Record):
    """A test of one fact. It fails where the fact is unknown. Only one of the four is given.

    A fact is one of the workload or, with `plan.` before it, one of a plan: `engine/decision/guidance.py` lists them.
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


class RuleExample(Record):
    """A workload on which the rule shows; the tests run it."""

    facts: dict[str, Plain | tuple[str, ...]]
    """What is stated of the workload."""
    mistake: dict[str, Plain] = field(default_factory=dict)
    """For `avoid` and `caution`: facts of the plan that the rule warns of, without `plan.`."""
    chosen: Annotated[dict[str, tuple[Plain, ...]], Bound(min_length=1)]
    """What the advice for the workload chooses: a fact of the plan -> the values it may have."""


class Rule(Entry):
    """A rule of thumb. `summary` is its principle."""

    when: Condition
    effect: Effect
    weight: Annotated[float, Bound(ge=0, le=1)] = 0.0
    """What it adds to (`avoid`) or takes from (`prefer`) the score of a plan: the natural logarithm of a factor of cost."""
    text: Text
    """What is said of a plan for which it holds."""
    mistake: Text
    """The mistake it prevents."""
    example: RuleExample
