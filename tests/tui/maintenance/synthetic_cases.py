"""Made-up models, hardware and measurements, and coefficients by their paths."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import msgspec
from hypothesis import settings

from engine.sizing.device import Device
from engine.sizing.shape import ModelKind, Shape
from engine.sizing.speed.load_performance import Load, predict_performance
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.measurement import Measurement
from knowledge.schema.processor import ProcessorId
from tests.depth import rounds
from tui.maintenance.coefficient_knobs import Tree, start_tree
from tui.maintenance.fit import build_efficiency
from tui.maintenance.measured_cases import Case

REPEATABLE = settings(max_examples=rounds(quick=20, long=300), deadline=None, derandomize=True, database=None)
"""The same examples on every machine, however busy it is: a red build can be repeated."""


class Kind(NamedTuple):
    """What the tables ask of a made-up case besides its load."""

    model: str = "small"
    kind: ModelKind = "language-model"
    processor: ProcessorId = "gpu"
    device: str = "first"


def shape(kind: ModelKind, name: str = "small", size: float = 1.0) -> Shape:
    """A made-up model; `size` scales parameters and operations, its root the layers."""
    decodes = kind == "language-model"
    return Shape(
        name=name,
        kind=kind,
        parameters=7e9 * size if decodes else 1e8 * size,
        active_parameters=7e9 * size if decodes else 1e8 * size,
        layers=max(round((32 if decodes else 12) * math.sqrt(size)), 1),
        hidden_size=4096 if decodes else 768,
        heads=32,
        kv_heads=8,
        head_size=128,
        gflop_per_item=0.0 if decodes else 20.0 * size,
        id=name,
    )


def device(name: str, processor: ProcessorId = "gpu", speed: float = 1.0, count: float = 8.0) -> Device:
    """Made-up hardware; `speed` scales its peak, and its bandwidth half as much."""
    return Device(
        processor=processor,
        name=name.capitalize(),
        count=count,
        peak_gflops={"fp32": 1e5 * speed, "bf16": 3e5 * speed, "fp8": 6e5 * speed},
        bandwidth_gb=2000.0 * (1 + speed) / 2,
        memory_gb=80.0,
        linked=True,
        sources=(),
        id=name,
        link_gb=300.0,
    )


def row(**given: Any) -> Measurement:  # noqa: ANN401  # fields of the record
    """A made-up measurement of a GPU, plain and trusted."""
    plain: dict[str, Any] = {
        "id": "made-up",
        "model": "small",
        "accelerator": "a100-80gb",
        "devices": 1,
        "stage": "inference",
        "precision": "bf16",
        "engine": "made up",
        "regime": "batch",
        "unit": "items",
        "trust": "A",
        "source": "published-efficiencies",
        "address": "https://a.example",
    }
    return Measurement(**(plain | given))


def case(of: Kind = Kind(), load: Load = Load(), **measured: Any) -> Case:  # noqa: ANN401, B008  # fields of the record; both are immutable
    """A case with the figures `measured`."""
    return Case(row(model=of.model, stage=load.stage, **measured), shape(of.kind, of.model), device(of.device, of.processor), load)


def measured_by(truth: Efficiency, of: Shape, on: Device, load: Load, precision: str = "bf16") -> Case:
    """What somebody would measure where `truth` held exactly."""
    said = predict_performance(of, on, precision, truth, load)
    figures = {"latency_ms": said.latency_ms, "per_token_ms": said.per_token_ms, "first_token_ms": said.first_token_ms}
    plain = row(model=of.id, stage=load.stage, regime=load.regime, precision=precision, throughput=said.rate, **figures)
    return Case(plain, of, on, load)


def truth_of(processor: str, changes: dict[str, float]) -> Efficiency:
    """The coefficients of a processor where they start, but for `changes`: path with points -> value."""
    tree = start_tree(processor)
    for path, value in changes.items():
        *way, last = path.split(".")
        place = tree
        for step in way:
            place = place.setdefault(step, {})
        place[last] = value
    return build_efficiency(tree)


def coefficient(efficiency: Efficiency, path: str) -> float:
    """The value at a path with points."""
    place: Any = msgspec.to_builtins(efficiency)
    for step in path.split("."):
        place = place[step]
    return float(place)


def paths(tree: Tree, head: tuple[str, ...] = ()) -> dict[tuple[str, ...], float]:
    """Every number of a tree under its path."""
    found: dict[tuple[str, ...], float] = {}
    for name, value in tree.items():
        found |= paths(value, (*head, name)) if isinstance(value, dict) else {(*head, name): value}
    return found
