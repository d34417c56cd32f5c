"""Values of facts: whatever is given becomes a value in range, or one line that says why not."""

from __future__ import annotations

import math
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.intake.values import SCALES, value_of
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Quantity, Value
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds

QUIET = settings(
    max_examples=rounds(quick=150, long=5_000), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
facts = st.sampled_from(FACT_NAMES)
numbers = st.integers() | st.floats() | st.integers(min_value=10**300, max_value=10**4000)
units = st.sampled_from(["", *sorted({spelling for scale in SCALES.values() for spelling in scale})])
amounts = st.builds(lambda number, gap, unit: f"{number}{gap}{unit}", numbers, st.sampled_from(["", " "]), units)
scalars = st.none() | st.booleans() | numbers | st.text() | amounts
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3))


def is_valid(name: str, value: Value, knowledge: Knowledge) -> bool:
    """True for a value that the fact may have."""
    kind = accepted_values(name)
    if isinstance(kind, Quantity):
        whole = not kind.whole or isinstance(value, int)
        return isinstance(value, (int, float)) and math.isfinite(value) and kind.low <= value <= kind.high and whole
    if isinstance(kind, tuple):
        return value in kind
    if isinstance(kind, Id):
        known = {identity for part in kind.kinds for identity in getattr(knowledge, part)}
        return isinstance(value, tuple) and set(value) <= known if is_list_fact(name) else value in known
    return isinstance(value, bool)


def read(name: str, value: object, knowledge: Knowledge) -> Value | None:
    """The value, or None where it was refused with one proper line."""
    try:
        return value_of(name, value, knowledge)
    except InputError as error:
        line = str(error)
        assert line.startswith(f"{name}: ")
        assert len(line.splitlines()) == 1
        assert line.isprintable()
        assert len(line) < 600
        return None


@QUIET
@given(name=facts, value=anything)
@example(name="rows", value="1" * 100_000 + " 1")
@example(name="rows", value=10**400)
@example(name="rows", value="1e400")
@example(name="start_in_days", value="-0")
@example(name="hours_per_day", value="24h")
@example(name="stage", value="\x1b[31m\u202e")
@example(name="require", value=[])
@example(name="model", value="\ud800")
def test_anything_is_a_value_in_range_or_one_line(name: str, value: object, knowledge: Knowledge) -> None:
    """Any value given for any fact is read into its range or refused with one line; a value that was read is read again as itself."""
    got = read(name, value, knowledge)
    if got is not None:
        assert is_valid(name, got, knowledge)
        again = value_of(name, got, knowledge)
        assert (again, type(again)) == (got, type(got))


@QUIET
@given(name=st.text() | st.sampled_from(FACT_NAMES).map(lambda name: name[:-1]))
def test_an_unknown_fact_is_one_line(name: str, knowledge: Knowledge) -> None:
    """A name that is no fact is refused with one line that shows it."""
    if name not in FACT_NAMES:
        with pytest.raises(InputError) as refused:
            value_of(name, 1, knowledge)
        assert str(refused.value).isprintable()


def test_what_a_fact_accepts_can_be_given_as_text(knowledge: Knowledge) -> None:
    """Every choice, an id and both ends of a range are read from their text as they are."""
    for name in FACT_NAMES:
        for sample in accepted_samples(name, knowledge):
            expected = (sample,) if is_list_fact(name) else sample
            assert value_of(name, str(sample), knowledge) == expected, name


def accepted_samples(name: str, knowledge: Knowledge) -> list[Any]:
    """Some values that a fact may have, those at both ends among them."""
    kind = accepted_values(name)
    if isinstance(kind, Quantity):
        return [kind.low, kind.high]
    if isinstance(kind, tuple):
        return list(kind)
    if isinstance(kind, Id):
        ids = [next(iter(getattr(knowledge, part))) for part in kind.kinds]
        return [f"2 x {one}" for one in ids] if kind.is_counted else ids
    return [True, False]


UNITS: Final = (
    ("latency_p99_ms", "200", 200),
    ("latency_p99_ms", "200ms", 200),
    ("latency_p99_ms", "0.2 s", 200),
    ("latency_p99_ms", "2 Seconds", 2000),
    ("latency_p99_ms", "1 min", 60_000),
    ("latency_p99_ms", "500µs", 0.5),
    ("time_to_first_token_ms", ".5s", 500),
    ("processing_seconds", "1.5min", 90),
    ("processing_seconds", "250ms", 0.25),
    ("training_deadline_hours", "2 days", 48),
    ("training_deadline_hours", "30 minutes", 0.5),
    ("training_deadline_hours", "5400s", 1.5),
    ("hours_per_day", "8h", 8),
    ("run_days", "2 weeks", 14),
    ("run_days", "36 hours", 1.5),
    ("start_in_days", "1 month", 30),
    ("payload_mb", "500kB", 0.5),
    ("payload_mb", "1 MiB", 1.048576),
    ("payload_mb", "6GB", 6000),
    ("dataset_gb", "1.5TB", 1500),
    ("dataset_gb", "2 PB", 2_000_000),
    ("dataset_gb", "1 GiB", 1.073741824),
    ("host_memory_gb", "512 MB", 0.512),
    ("parameters_b", "350M", 0.35),
    ("parameters_b", "7B", 7),
    ("parameters_b", "1.8 trillion", 1800),
    ("training_tokens_b", "300k", 0.0003),
    ("requests_per_second", "20/s", 20),
    ("requests_per_second", "1,000/min", 1000 / 60),
    ("requests_per_second", "1000 per hour", 1000 / 3600),
    ("requests_per_second", "86400/day", 1),
    ("requests_per_second", "90 rpm", 1.5),
    ("budget_usd_per_month", "$1,500", 1500),
    ("budget_usd_per_month", "500 dollars", 500),
    ("rows", "20k", 20_000),
    ("rows", "1.5M", 1_500_000),
    ("rows", "2 billion", 2_000_000_000),
    ("rows", "1_000", 1000),
    ("rows", "2.3k", 2300),
    ("input_tokens", "1.13k", 1130),
    ("input_tokens", "4.35k", 4350),
    ("commitment_years", "1", 1),
    ("commitment_years", 3.0, 3),
    ("arm_ok", "Yes", True),
    ("arm_ok", "off", False),
    ("stage", "Fine Tuning", "fine-tuning"),
    ("framework", "scikit_learn", "scikit-learn"),
    ("current_instance", "ml.g5.xlarge", "g5.xlarge"),
    ("require", "ml.g5.xlarge, GPU", ("g5.xlarge", "gpu")),
    ("exclude", ["lambda", "lambda"], ("lambda",)),
    ("compare", "c5-family", ("c5",)),
)
"""Fact, what is typed, and its value."""


def test_units_and_spellings(knowledge: Knowledge) -> None:
    """A value with a unit is converted into the unit of its fact; names are found in the spellings people use."""
    for name, typed, expected in UNITS:
        wanted = pytest.approx(expected) if isinstance(expected, float) else expected
        assert value_of(name, typed, knowledge) == wanted, (name, typed)


def test_every_unit_of_a_scale_converts_both_ways(knowledge: Knowledge) -> None:
    """One thing given in any spelling of its unit, times how many make one, is one."""
    for unit, scale in SCALES.items():
        quantities = ((name, kind) for name in FACT_NAMES if isinstance(kind := accepted_values(name), Quantity))
        name = next(name for name, kind in quantities if kind.unit == unit and kind.high >= 1)
        for spelling, factor in scale.items():
            if factor <= 1:
                assert value_of(name, f"{1 / factor:.12g} {spelling}", knowledge) == pytest.approx(1), (unit, spelling)
