"""The coefficients of sizing as knobs: their starts, their way into a record and back, and how far they may be turned."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from engine.sizing.device import Device
from engine.sizing.shape import ModelKind, Shape
from engine.sizing.speed.performance import Load, performance
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.measurement import Measurement
from knowledge.schema.processor import ProcessorId
from tui.maintenance.cases import Case
from tui.maintenance.fit import efficiency_of
from tui.maintenance.knobs import KINDS, STARTS, TRAINED, Knob, Tree, knobs_of, plant, starting

REPEATABLE = settings(max_examples=60, deadline=None, derandomize=True, database=None)
"""The same examples on every machine, however busy it is: a red build can be repeated."""
PROCESSORS = ("gpu", "neuron", "cpu", "other")
SECTIONS = ("decoder", "passes", "training")
DEVICES = ("first", "second")
CHECKED: TypeAdapter[Efficiency] = TypeAdapter(Efficiency)
"""Checks bounds as the reader of the base does; msgspec checks types only."""


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
    said = performance(of, on, precision, truth, load)
    figures = {"latency_ms": said.latency_ms, "per_token_ms": said.per_token_ms, "first_token_ms": said.first_token_ms}
    plain = row(model=of.id, stage=load.stage, regime=load.regime, precision=precision, throughput=said.rate, **figures)
    return Case(plain, of, on, load)


def truth_of(processor: str, changes: dict[str, float]) -> Efficiency:
    """The coefficients of a processor where they start, but for `changes`: path with points -> value."""
    tree = starting(processor)
    for path, value in changes.items():
        *way, last = path.split(".")
        place = tree
        for step in way:
            place = place.setdefault(step, {})
        place[last] = value
    return efficiency_of(tree)


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


def checked(efficiency: Efficiency) -> Efficiency:
    """The record as the reader of the base lets it pass; raises ValidationError where it would complain."""
    tree: dict[str, Any] = msgspec.to_builtins(efficiency)
    return CHECKED.validate_python(tree | {"as_of": efficiency.as_of, "sources": ("somewhere",)}, strict=True)


def all_knobs(processor: str) -> list[Knob]:
    """The knobs of every section and kind, with those of two devices."""
    return [knob for section in SECTIONS for knob in knobs_of(processor, section, TRAINED if section == "training" else KINDS, DEVICES)]


@pytest.mark.parametrize("processor", PROCESSORS)
def test_every_start_makes_a_valid_record(processor: str) -> None:
    """The starts of a processor are coefficients that the base would accept, for every kind of model."""
    efficiency = checked(efficiency_of(starting(processor)))
    assert set(efficiency.passes) == set(KINDS)
    assert set(efficiency.training) == set(TRAINED)


def test_a_record_out_of_bounds_is_refused() -> None:
    """The check of these tests sees a share below zero, which the fit's own record does not."""
    tree = starting("gpu")
    tree["decoder"]["cache"] = -1.0
    with pytest.raises(ValidationError):
        checked(efficiency_of(tree))


@pytest.mark.parametrize("processor", PROCESSORS)
def test_knobs_at_their_origin_are_the_starts(processor: str) -> None:
    """To plant every knob's origin gives the starts again, and factors of one for the devices."""
    tree: Tree = {}
    knobs = all_knobs(processor)
    plant(tree, knobs, [knob.origin for knob in knobs])
    factors = {("devices", name, factor): 1.0 for name in DEVICES for factor in STARTS["device"]}
    assert paths(tree) == pytest.approx(paths(starting(processor)) | factors)


@pytest.mark.parametrize("processor", PROCESSORS)
def test_each_coefficient_has_one_knob(processor: str) -> None:
    """No two knobs turn the same coefficient, and none is left without."""
    turned = [knob.path for knob in all_knobs(processor)]
    factors = {("devices", name, factor) for name in DEVICES for factor in STARTS["device"]}
    assert len(turned) == len(set(turned))
    assert set(turned) == set(paths(starting(processor))) | factors


@given(st.sampled_from(PROCESSORS), st.integers(0, 2**32 - 1))
@REPEATABLE
def test_knobs_turned_anywhere_give_a_valid_record(processor: str, seed: int) -> None:
    """However far a fit turns the knobs, the coefficients are valid, and are read back as they were planted."""
    knobs = all_knobs(processor)
    reach = np.array([min(knob.most, 5.0) for knob in knobs])
    turned = np.array([knob.origin for knob in knobs]) + np.random.default_rng(seed).uniform(-reach, reach)
    tree: Tree = {}
    plant(tree, knobs, turned.tolist())
    efficiency = checked(efficiency_of(tree))
    for knob, number in zip(knobs, turned, strict=True):
        assert coefficient(efficiency, ".".join(knob.path)) == pytest.approx(number if knob.linear else math.exp(number))


def test_only_the_power_of_size_is_turned_as_it_is() -> None:
    """`size_power` may be negative, so it is turned as it is; all others by their logarithm, which keeps them positive."""
    knobs = all_knobs("gpu")
    assert {knob.path[-1] for knob in knobs if knob.linear} == {"size_power"}
    power = Knob(("passes", "encoder", "size_power"), 0.0, 0.1)
    assert (power.origin, power.value(0.2), power.value(-0.2)) == (0.0, 0.2, -0.2)
    share = Knob(("decoder", "cache"), 0.5, 0.4)
    assert share.origin == pytest.approx(math.log(0.5))
    assert share.value(share.origin + math.log(2)) == pytest.approx(1.0)


def test_devices_may_be_turned_by_half_and_coefficients_without_end() -> None:
    """Only what a single device departs by is bounded."""
    bounds = {knob.path[0] == "devices": knob.most for knob in all_knobs("gpu")}
    assert bounds == {True: pytest.approx(math.log(1.5)), False: math.inf}


@pytest.mark.parametrize(
    ("section", "factors"),
    [("decoder", {"compute", "stream"}), ("passes", {"passes", "overhead"}), ("training", {"training"})],
)
def test_a_section_turns_the_factors_that_its_formulae_use(section: str, factors: set[str]) -> None:
    """Each factor of a device belongs to one section, so that no section spoils what another fitted."""
    knobs = knobs_of("gpu", section, ["encoder"], ["first"])
    assert {knob.path[2] for knob in knobs if knob.path[0] == "devices"} == factors
    assert {knob.path[0] for knob in knobs} == {section, "devices"}


@pytest.mark.parametrize("named", sorted((processor, place) for processor, places in STARTS["departures"].items() for place in places))
def test_departures_change_the_starts_of_their_processor_alone(named: tuple[str, str]) -> None:
    """What a processor starts from elsewhere is of a processor, kind and coefficient that exist, and of no other processor."""
    processor, place = named
    section, kind = place.split(".")
    common, own = starting("other")[section][kind], starting(processor)[section][kind]
    departed = {path for path, value in paths(own).items() if value != paths(common)[path]}
    stated = set(paths(STARTS["departures"][processor][place]))
    assert processor in PROCESSORS
    assert departed <= stated <= set(paths(common))
