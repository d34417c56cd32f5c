"""Published measurements as cases for the estimator: shape, device, load, and the measured figures."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Final, Literal

from engine.sizing.device import Device, accelerator_device, host_device
from engine.sizing.shape import Shape, model_shape
from engine.sizing.speed.load_performance import Load, Performance, predict_performance
from knowledge import Knowledge
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.measurement import Measurement

Section = Literal["decoder", "passes", "training"]
Quantity = Literal["throughput", "latency", "token", "first-token"]
GROUPS: Final = {"inferentia": "neuron", "trainium": "neuron"}
"""Processors that are fitted together, since they run the same software."""


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """One measurement, ready to be predicted."""

    measurement: Measurement
    shape: Shape
    device: Device
    load: Load

    @property
    def processor_group(self) -> str:
        """The group of processors that it is fitted with."""
        return GROUPS.get(self.device.processor, self.device.processor)

    @property
    def section(self) -> Section:
        """The part of the coefficients that it measures."""
        if self.load.stage != "inference":
            return "training"
        return "decoder" if self.shape.kind == "language-model" else "passes"

    @property
    def spread_kind(self) -> str:
        """The key of its range: the kind of model, or `training`."""
        return "training" if self.section == "training" else self.shape.kind

    @property
    def model(self) -> str:
        """Id of the model."""
        return self.measurement.model

    def predict_performance(self, efficiency: Efficiency) -> Performance:
        """The estimator's prediction."""
        return predict_performance(self.shape, self.device, self.measurement.precision, efficiency, self.load)

    def compare_quantities(self, efficiency: Efficiency) -> Iterator[tuple[Quantity, float, float]]:
        """Quantity, predicted and measured, for each that was measured."""
        said, row = self.predict_performance(efficiency), self.measurement
        rate = row.throughput
        if rate and self.section == "training" and self.shape.kind == "language-model" and row.unit == "training samples":
            rate *= row.input_tokens or 0.0
        if rate:
            yield "throughput", said.rate, rate
        if row.regime == "saturated":
            return
        if row.latency_ms and said.latency_ms:
            yield "latency", said.latency_ms, row.latency_ms
        if row.per_token_ms and said.per_token_ms:
            yield "token", said.per_token_ms, row.per_token_ms
        if row.first_token_ms and said.first_token_ms:
            yield "first-token", said.first_token_ms, row.first_token_ms


def list_cases(knowledge: Knowledge) -> list[Case]:
    """All measurements that can be predicted. Rows with speculation, offload and the like, or without token counts, are left out."""
    found = (_make_case(row, knowledge) for row in knowledge.measurements.values())
    return [case for case in found if case is not None]


def log_errors(case: Case, efficiency: Efficiency) -> list[tuple[Quantity, float]]:
    """Quantity and logarithm of predicted over measured."""
    return [(quantity, math.log(said / measured)) for quantity, said, measured in case.compare_quantities(efficiency)]


def _make_case(row: Measurement, knowledge: Knowledge) -> Case | None:
    shape = model_shape(knowledge.models[row.model])
    device = _make_device(row, knowledge)
    decodes = shape.kind == "language-model"
    needed = (row.input_tokens and (row.output_tokens or row.stage != "inference")) if decodes else shape.gflop_per_item
    if row.special or row.trust == "C" or device is None or not needed:
        return None
    compiled = decodes and row.regime == "saturated" and row.batch is not None  # compiled for exactly this number of sequences
    load = Load(
        stage=row.stage,
        method=row.method or "full",
        regime="concurrency" if compiled else row.regime,
        batch=row.batch or 1.0,
        concurrency=(row.batch or 1.0) * (row.devices // row.tp) if compiled else row.concurrency or row.batch or 1.0,
        tokens_in=row.input_tokens or 0.0,
        tokens_out=row.output_tokens or 0.0,
        devices=float(row.devices),
        split=float(row.tp),
        pixels=float(row.image_pixels or 0),
    )
    return Case(row, shape, device, load)


def _make_device(row: Measurement, knowledge: Knowledge) -> Device | None:
    if row.accelerator is not None:
        return accelerator_device(knowledge.accelerators[row.accelerator], float(row.devices))
    return host_device(row.core, float(row.devices), knowledge) if row.core is not None else None
