"""Axes hold all their values, between round numbers."""

from __future__ import annotations

import math
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.figures.axis import fit_axis, is_drawable
from engine.figures.tick_labels import format_dollars, format_hours, format_milliseconds, format_number
from tests.case_tables import for_each

FIGURES = st.floats(1e-12, 1e15) | st.just(0.0) | st.integers(1, 1000).map(float)
SOME = st.lists(FIGURES, min_size=1, max_size=12)
CELLS = st.integers(2, 160)


@given(SOME, CELLS, st.booleans())
def test_every_value_has_a_cell_and_order_is_kept(values: list[float], cells: int, wants_log: bool) -> None:  # noqa: FBT001  # given by Hypothesis
    """A larger value is never drawn below a smaller one, and no value lies outside."""
    axis = fit_axis(values, wants_log=wants_log)
    assert axis.low <= min(values)
    assert max(values) <= axis.high * (1 + 1e-9)
    found = [axis.cell_index(value, cells) for value in sorted(values)]
    assert found == sorted(found)
    assert all(0 <= cell < cells for cell in found)


@given(SOME, CELLS, st.integers(1, 12), st.booleans())
def test_ticks_are_round_and_apart(values: list[float], cells: int, gap: int, wants_log: bool) -> None:  # noqa: FBT001  # given by Hypothesis
    """One or two digits, rising, with room for their words between them."""
    axis = fit_axis(values, wants_log=wants_log)
    ticks = axis.round_ticks(cells, gap)
    assert ticks
    assert all(axis.low <= tick <= axis.high for tick in ticks)
    assert all(axis.cell_index(after, cells) - axis.cell_index(before, cells) >= gap for before, after in pairwise(ticks))
    if axis.is_log:
        assert all(f"{tick:.0e}"[0] in "1235" and tick == float(f"{tick:.0e}") for tick in ticks) or ticks == [axis.low]


@given(st.lists(FIGURES, min_size=2, max_size=12, unique=True))
def test_values_far_apart_get_a_logarithmic_axis(values: list[float]) -> None:
    """From six times on, unless one of them is 0."""
    low, high = min(values), max(values)
    assert fit_axis(values).is_log == (low > 0 and high / low >= 6)


def test_a_lone_value_stands_inside() -> None:
    """It has room on both sides, whatever it is."""
    for value in (0.0, 1e-12, 0.2, 500.0, 1e15):
        axis = fit_axis([value])
        assert axis.low <= value < axis.high
        assert fit_axis([value], wants_log=True).low < fit_axis([value], wants_log=True).high


@for_each("value", [math.nan, math.inf, -math.inf, -1.0, 5e-324, 1e300, None])
def test_what_has_no_place_on_an_axis_is_known_before(value: float | None) -> None:
    """Nothing, not a number, below 0, or of no size that people meet."""
    assert not is_drawable(value)


def test_numbers_are_written_with_their_units() -> None:
    """As people write them, and never as an exponent."""
    assert [format_number(value) for value in (0.02, 0.3, 5.0, 5000.0, 2e7, 1e9, 3e12)] == ["0.02", "0.3", "5", "5,000", "20M", "1B", "3T"]
    assert [format_dollars(500.0), format_milliseconds(50.0), format_milliseconds(2000.0), format_hours(0.5)] == [
        "$500",
        "50 ms",
        "2 s",
        "0.5 h",
    ]
