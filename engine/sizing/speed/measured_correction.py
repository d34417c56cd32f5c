"""How far published measurements of a model on a device are from its estimate: they correct it at other loads too."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import msgspec

from engine.sizing.device import Device
from engine.sizing.shape import Shape
from engine.sizing.speed.load_performance import Load, predict_performance
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.measurement import Measurement

_MAX_CORRECTION: Final = 4.0
"""Beyond it the runs are not comparable."""


def measured_correction(shape: Shape, device: Device, precision: str, efficiency: Efficiency, rows: Iterable[Measurement]) -> float | None:
    """Measured over estimated times, the geometric mean of the runs in `precision`; None where nobody measured the pair."""
    comparable = [row for row in rows if _is_comparable(row, precision)]
    ratios = [ratio for row in comparable if (ratio := _time_ratio(shape, device, precision, efficiency, row))]
    if not ratios:
        return None
    mean = math.exp(math.fsum(math.log(ratio) for ratio in ratios) / len(ratios))
    return min(max(mean, 1 / _MAX_CORRECTION), _MAX_CORRECTION)


def _is_comparable(row: Measurement, precision: str) -> bool:
    is_same_width = row.precision == precision or {row.precision, precision} <= {"bf16", "fp16"}
    return row.stage == "inference" and is_same_width and not row.special and row.trust != "C"


def _time_ratio(shape: Shape, device: Device, precision: str, efficiency: Efficiency, row: Measurement) -> float | None:
    """Measured over estimated time of one run: of an answer where it was measured, else of an item."""
    load = Load(
        regime=row.regime,
        batch=float(row.batch or 1),
        concurrency=float(row.concurrency or 1),
        tokens_in=float(row.input_tokens or 0),
        tokens_out=float(row.output_tokens or 0),
        devices=float(row.devices),
        split=float(row.tp),
        pixels=float(row.image_pixels or 0),
    )
    measured_device = msgspec.structs.replace(device, count=float(row.devices))
    estimated = predict_performance(shape, measured_device, precision, efficiency, load)
    if row.latency_ms and estimated.latency_ms:
        return row.latency_ms / estimated.latency_ms
    return estimated.rate / row.throughput if row.throughput and estimated.rate else None
