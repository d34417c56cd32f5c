"""Evaluate conditions of the knowledge base against known facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.workload import Value
from knowledge.schema.condition import Condition, Predicate

FactLookup = Callable[[str], Value | None]
"""Name of a fact -> its value, None where it is unknown."""


def is_condition_met(condition: Condition, known: FactLookup) -> bool:
    """True if every test of `all`, at least one of `any` and none of `not` is met."""
    return (
        are_all_met(condition.every, known)
        and (not condition.some or is_any_met(condition.some, known))
        and not is_any_met(condition.none, known)
    )


def are_all_met(tests: Sequence[Predicate], known: FactLookup) -> bool:
    """True if every test is met."""
    for test in tests:  # noqa: SIM110  # a generator for each of many short conditions takes longer than the tests
        if not is_test_met(test, known):
            return False
    return True


def is_any_met(tests: Sequence[Predicate], known: FactLookup) -> bool:
    """True if at least one test is met."""
    for test in tests:  # noqa: SIM110  # as above
        if is_test_met(test, known):
            return True
    return False


def is_test_met(test: Predicate, known: FactLookup) -> bool:
    """True if the test is met; an unknown fact meets none."""
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
