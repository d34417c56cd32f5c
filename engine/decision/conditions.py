"""Whether a condition of the base holds for what is known."""

from __future__ import annotations

from collections.abc import Callable

from engine.workload import Value
from knowledge.schema.condition import Condition, Predicate

Known = Callable[[str], Value | None]
"""Name of a fact -> its value, None where it is unknown."""


def holds(condition: Condition, known: Known) -> bool:
    """Whether every one of `all`, at least one of `any` and none of `not` holds."""
    return (
        all(is_true(test, known) for test in condition.every)
        and (not condition.some or any(is_true(test, known) for test in condition.some))
        and not any(is_true(test, known) for test in condition.none)
    )


def is_true(test: Predicate, known: Known) -> bool:
    """Whether one test holds; a fact that nobody knows fails every test."""
    value = known(test.fact)
    if value is None:
        return False
    if test.equals is not None:
        return value == test.equals or (isinstance(value, tuple) and test.equals in value)
    if test.among:
        return value in test.among or (isinstance(value, tuple) and any(one in test.among for one in value))
    if isinstance(value, (bool, str, tuple)):
        return False
    return (test.at_least is None or value >= test.at_least) and (test.at_most is None or value <= test.at_most)
