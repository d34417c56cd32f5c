"""The ranges of estimates: they contain the share they name, come from the nearest errors there are, and are never too narrow."""

from __future__ import annotations

import math
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.shape import ModelKind
from engine.sizing.speed.load_performance import Load
from knowledge.schema.efficiency import Spread
from tests.tui.maintenance.synthetic_cases import REPEATABLE, Kind, case
from tui.maintenance.error_ranges import COVERAGE, MIN_ERRORS, MIN_FACTOR, conformal_quantile, measure_spreads, range_factor

Errors = list[tuple[Any, str, float]]
DISTINCT = st.lists(st.floats(-3, 3, allow_subnormal=False), min_size=MIN_ERRORS, max_size=80, unique_by=abs)


def of(kind: ModelKind, quantity: str, factor: float, count: int) -> Errors:
    """`count` errors of one size."""
    return [(case(Kind(kind=kind)), quantity, math.log(factor))] * count


@given(DISTINCT)
@REPEATABLE
def test_a_range_contains_its_share_of_what_it_has_not_seen(drawn: list[float]) -> None:
    """Each error in turn is left out: nine of ten lie within the range that the others draw, and hardly more."""
    inside = [abs(one) <= conformal_quantile([*drawn[:index], *drawn[index + 1 :]]) for index, one in enumerate(drawn)]
    share = sum(inside) / len(drawn)
    assert COVERAGE <= share <= COVERAGE + 2 / len(drawn)


def test_few_errors_give_the_largest() -> None:
    """With fewer than nine errors nothing but the largest can be said to hold nine of ten."""
    assert conformal_quantile([0.1, -0.7, 0.3]) == pytest.approx(0.7)


def test_enough_errors_of_a_kind_draw_its_range() -> None:
    """Ten errors of the kind on the processor are enough; those of other kinds and processors do not count."""
    own = [*of("encoder", "throughput", 1.3, MIN_ERRORS), *of("convolution", "throughput", 3.0, 50)]
    every = [*own, *of("encoder", "throughput", 5.0, 50)]
    assert range_factor("encoder", "throughput", own, every) == pytest.approx(1.3)


def test_few_errors_fall_back_to_the_kind_elsewhere_then_to_the_processor_then_to_all() -> None:
    """The pool is widened until it holds ten: the kind on all processors, all kinds of this one, everything."""
    few, elsewhere = of("encoder", "throughput", 1.3, MIN_ERRORS - 1), of("encoder", "throughput", 2.0, 200)
    beside, far = of("convolution", "throughput", 3.0, 200), of("speech", "throughput", 5.0, 5000)
    assert range_factor("encoder", "throughput", [*few, *beside], [*few, *beside, *elsewhere, *far]) == pytest.approx(2.0)
    assert range_factor("encoder", "throughput", [*few, *beside], [*few, *beside, *far]) == pytest.approx(3.0)
    assert range_factor("encoder", "throughput", few, [*few, *far]) == pytest.approx(5.0)
    assert range_factor("encoder", "throughput", few, few) == pytest.approx(1.3)


def test_quantities_are_kept_apart_but_for_the_two_latencies() -> None:
    """Answers and tokens share the range of latency; throughput and time to first token have ranges of their own."""
    own = [
        *of("language-model", "throughput", 1.2, 20),
        *of("language-model", "latency", 1.4, 10),
        *of("language-model", "token", 1.8, 10),
        *of("language-model", "first-token", 4.0, 20),
    ]
    found = {quantity: range_factor("language-model", quantity, own, own) for quantity in ("throughput", "latency", "token", "first-token")}
    assert found == pytest.approx({"throughput": 1.2, "latency": 1.8, "token": 1.8, "first-token": 4.0})


@given(st.lists(st.floats(-0.09, 0.09), min_size=1, max_size=40))
@REPEATABLE
def test_no_range_is_narrower_than_two_publishers_differ(drawn: list[float]) -> None:
    """However well the fit predicts, an estimate keeps a tenth on either side."""
    own = [(case(), "throughput", error) for error in drawn]
    assert range_factor("language-model", "throughput", own, own) == MIN_FACTOR == 1.1


def test_every_kind_and_training_have_ranges() -> None:
    """The ranges of a processor are those of its record: each kind of model, and training; only language models have a first token."""
    trained = [(case(load=Load(stage="training")), "throughput", math.log(2.5))] * 20
    own = [
        *trained,
        *of("language-model", "throughput", 1.5, 20),
        *of("language-model", "token", 1.6, 20),
        *of("language-model", "first-token", 3.0, 20),
    ]
    found = measure_spreads(own, own)
    assert set(found) == {*get_args(ModelKind), "training"}
    assert set(found["language-model"]) == set(Spread.__struct_fields__)
    assert all(set(factors) == {"throughput", "latency"} for kind, factors in found.items() if kind != "language-model")
    assert found["training"]["throughput"] == pytest.approx(2.5)
    assert found["language-model"] == pytest.approx({"throughput": 1.5, "latency": 1.6, "first_token": 3.0})
