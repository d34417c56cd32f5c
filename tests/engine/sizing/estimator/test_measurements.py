"""Measurements: one of the very run that is asked for goes before the arithmetic, one of another run never does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.sizing.estimator.estimate import estimate_run
from engine.sizing.shape import model_shape
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import for_each
from tests.engine.sizing.estimator.sample_runs import measured_inputs

MEASURED = ("m0001", "m0041", "m0119", "m0366", "m0748", "m0749", "m0828")


@for_each("name", MEASURED)
def test_a_measurement_of_the_same_run_is_the_answer(knowledge: Knowledge, name: str) -> None:
    """Its numbers and its source go before the arithmetic, with the spread that published pairs have."""
    row = knowledge.measurements[name]
    shape, device, run = measured_inputs(knowledge, row)
    found = estimate_run(shape, device, run, knowledge)
    assert found.basis == "measured"
    assert row.source in found.sources
    assert any(step.startswith(f"measured with {row.engine}") for step in found.steps)
    rate, spread = found.throughput_per_s, knowledge.weights["sizing"].thresholds["same_run_spread"]
    assert rate.estimate == row.throughput
    assert rate.low == pytest.approx((row.throughput or 0) / spread)
    assert rate.high == pytest.approx((row.throughput or 0) * spread)
    for told, measured in ((found.latency_ms, row.latency_ms), (found.time_per_output_token_ms, row.per_token_ms)):
        assert measured is None or told.estimate == measured


@for_each("name", MEASURED)
def test_arithmetic_goes_without_the_measurement(knowledge: Knowledge, name: str) -> None:
    """With `use_measurements=False` the same question is estimated, its source is that of the coefficients, and its range is wider."""
    row = knowledge.measurements[name]
    shape, device, run = measured_inputs(knowledge, row)
    found = estimate_run(shape, device, run, knowledge, use_measurements=False)
    assert found.basis == "estimated"
    assert not any("measured with" in step for step in found.steps)
    rate, spread = found.throughput_per_s, knowledge.weights["sizing"].thresholds["same_run_spread"]
    assert rate.estimate != row.throughput
    assert (rate.high or 0) / (rate.low or 1) > spread**2 or row.stage != "inference"


@for_each(
    "changes", [{"batch": 2}, {"input_tokens": 1024}, {"output_tokens": 4000}, {"precision": "int8"}, {"accelerators": 6}, {"count": 2}]
)
def test_a_measurement_of_another_run_is_none(knowledge: Knowledge, changes: dict[str, Any]) -> None:
    """Another batch, length, data type, split or number of machines is estimated, unless that was measured too."""
    shape, device, run = measured_inputs(knowledge, knowledge.measurements["m0041"])
    assert estimate_run(shape, device, run, knowledge).basis == "measured"
    assert estimate_run(shape, device, msgspec.structs.replace(run, **changes), knowledge).basis == "estimated"


def test_a_measurement_is_of_the_same_images(knowledge: Knowledge) -> None:
    """A model measured at several sizes of image is not answered with that of another size."""
    for group in knowledge.measured.values():
        rows = [row for row in group if row.image_pixels and row.regime == "batch" and not row.special and row.stage == "inference"]
        usual = model_shape(knowledge.models[group[0].model]).typical_pixels
        for row in rows if usual else ():
            shape, device, run = measured_inputs(knowledge, row)
            found = estimate_run(shape, device, run, knowledge)
            if found.basis == "measured":
                rates = {one.throughput for one in rows if one.image_pixels == usual}
                assert found.throughput_per_s.estimate in rates, row.id


def test_a_measurement_of_training_is_of_the_same_batch(knowledge: Knowledge) -> None:
    """Two rows that differ in nothing but the batch are told apart."""
    answers = []
    for name in ("m0618", "m0620"):
        shape, device, run = measured_inputs(knowledge, knowledge.measurements[name])
        answers.append(estimate_run(shape, device, run, knowledge).throughput_per_s.estimate)
    assert answers == [knowledge.measurements[name].throughput for name in ("m0618", "m0620")]


def test_every_measured_precision_can_be_asked_for(knowledge: Knowledge) -> None:
    """A device that was measured with some data type runs it, also where it only stores the weights in it."""
    refused = set()
    for row in knowledge.measurements.values():
        shape, device, run = measured_inputs(knowledge, row)
        try:
            estimate_run(shape, device, run, knowledge, explain=False)
        except InputError as error:
            refused.add(f"{row.model} {row.accelerator or row.core} {row.precision}: {error}")
    assert not refused
