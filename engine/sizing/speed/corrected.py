"""How far published measurements of a model on a device are from its estimate there: they correct it at other loads too."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from engine.sizing.device import Device
from engine.sizing.shape import Shape
from engine.sizing.speed.performance import Load, performance
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.measurement import Measurement

_FARTHEST: Final = 4.0
"""A correction beyond it says that the runs are not alike."""


def correction(shape: Shape, device: Device, precision: str, efficiency: Efficiency, rows: Iterable[Measurement]) -> float | None:
    """Measured over estimated times, the geometric mean of the runs in `precision`; None where nobody measured the pair."""
    ratios = [math.log(ratio) for row in rows if _is_alike(row, precision) for ratio in _ratios(shape, device, precision, efficiency, row)]
    if not ratios:
        return None
    return min(max(math.exp(math.fsum(ratios) / len(ratios)), 1 / _FARTHEST), _FARTHEST)


def _is_alike(row: Measurement, precision: str) -> bool:
    same = row.precision == precision or {row.precision, precision} <= {"bf16", "fp16"}
    return row.stage == "inference" and same and not row.special and row.trust != "C"


def _ratios(shape: Shape, device: Device, precision: str, efficiency: Efficiency, row: Measurement) -> Iterator[float]:
    """Measured over estimated time of one run: of an answer where it was measured, else of an item."""
    of_run = msgspec.structs.replace(device, count=float(row.devices))
    batch = float(row.batch or 1)
    load = Load(
        regime=row.regime,
        batch=batch,
        concurrency=float(row.concurrency or 1),
        tokens_in=float(row.input_tokens or 0),
        tokens_out=float(row.output_tokens or 0),
        devices=float(row.devices),
        split=float(row.tp),
        pixels=float(row.image_pixels or 0),
    )
    told = performance(shape, of_run, precision, efficiency, load)
    if row.latency_ms and told.latency_ms:
        yield row.latency_ms / told.latency_ms
    elif row.throughput and told.rate:
        yield told.rate / row.throughput
