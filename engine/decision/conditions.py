"""Whether a condition of the base holds for what is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.workload import Value
from knowledge.schema.condition import Condition, Predicate

Known = Callable[[str], Value | None]
"""Name of a fact -> its value, None where it is unknown."""


def holds(condition: Condition, known: Known) -> bool:
    """Whether every one of `all`, at least one of `any` and none of `not` holds."""
    return (
        are_true(condition.every, known)
        and (not condition.some or is_any_true(condition.some, known))
        and not is_any_true(condition.none, known)
    )


def are_true(tests: Sequence[Predicate], known: Known) -> bool:
    """Whether each of some tests holds."""
    for test in tests:  # noqa: SIM110  # a generator for each of many short conditions takes longer than the tests
        if not is_true(test, known):
            return False
    return True


def is_any_true(tests: Sequence[Predicate], known: Known) -> bool:
    """Whether at least one of some tests holds."""
    for test in tests:  # noqa: SIM110  # as above
        if is_true(test, known):
            return True
    return False


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
