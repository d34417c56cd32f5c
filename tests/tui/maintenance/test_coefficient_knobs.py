"""The coefficients of sizing as knobs: their starts, their way into a record and back, and how far they may be turned."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from knowledge.schema.efficiency import Efficiency
from tests.tui.maintenance.synthetic_cases import REPEATABLE, coefficient, paths
from tui.maintenance.coefficient_knobs import KINDS, STARTS, TRAINED, Knob, Tree, list_knobs, start_tree, write_coefficients
from tui.maintenance.fit import build_efficiency

PROCESSORS = ("gpu", "neuron", "cpu", "other")
SECTIONS = ("decoder", "passes", "training")
DEVICES = ("first", "second")
CHECKED: TypeAdapter[Efficiency] = TypeAdapter(Efficiency)
"""Checks bounds as the reader of the base does; msgspec checks types only."""


def checked(efficiency: Efficiency) -> Efficiency:
    """The record as the reader of the base lets it pass; raises ValidationError where it would complain."""
    tree: dict[str, Any] = msgspec.to_builtins(efficiency)
    return CHECKED.validate_python(tree | {"as_of": efficiency.as_of, "sources": ("somewhere",)}, strict=True)


def all_knobs(processor: str) -> list[Knob]:
    """The knobs of every section and kind, with those of two devices."""
    return [knob for section in SECTIONS for knob in list_knobs(processor, section, TRAINED if section == "training" else KINDS, DEVICES)]


@pytest.mark.parametrize("processor", PROCESSORS)
def test_every_start_makes_a_valid_record(processor: str) -> None:
    """The starts of a processor are coefficients that the base would accept, for every kind of model."""
    efficiency = checked(build_efficiency(start_tree(processor)))
    assert set(efficiency.passes) == set(KINDS)
    assert set(efficiency.training) == set(TRAINED)


@pytest.mark.parametrize("processor", PROCESSORS)
def test_knobs_at_their_origin_are_the_starts(processor: str) -> None:
    """Each coefficient has one knob; writing their origins gives the starts again, and factors of one for the devices."""
    tree: Tree = {}
    knobs = all_knobs(processor)
    write_coefficients(tree, knobs, [knob.origin for knob in knobs])
    factors = {("devices", name, factor): 1.0 for name in DEVICES for factor in STARTS["device"]}
    assert paths(tree) == pytest.approx(paths(start_tree(processor)) | factors)
    assert len({knob.path for knob in knobs}) == len(knobs) == len(paths(tree))


@given(st.sampled_from(PROCESSORS), st.integers(0, 2**32 - 1))
@REPEATABLE
def test_knobs_turned_anywhere_give_a_valid_record(processor: str, seed: int) -> None:
    """However far a fit turns the knobs, the coefficients are valid, and are read back as they were planted."""
    knobs = all_knobs(processor)
    reach = np.array([min(knob.max_distance, 5.0) for knob in knobs])
    turned = np.array([knob.origin for knob in knobs]) + np.random.default_rng(seed).uniform(-reach, reach)
    tree: Tree = {}
    write_coefficients(tree, knobs, turned.tolist())
    efficiency = checked(build_efficiency(tree))
    for knob, number in zip(knobs, turned, strict=True):
        assert coefficient(efficiency, ".".join(knob.path)) == pytest.approx(number if knob.is_linear else math.exp(number))


def test_only_the_power_of_size_is_turned_as_it_is() -> None:
    """`size_power` may be negative, so it is turned as it is; all others by their logarithm, which keeps them positive."""
    knobs = all_knobs("gpu")
    assert {knob.path[-1] for knob in knobs if knob.is_linear} == {"size_power"}
    power = Knob(("passes", "encoder", "size_power"), 0.0, 0.1)
    assert (power.origin, power.coefficient_at(0.2), power.coefficient_at(-0.2)) == (0.0, 0.2, -0.2)
    share = Knob(("decoder", "cache"), 0.5, 0.4)
    assert share.origin == pytest.approx(math.log(0.5))
    assert share.coefficient_at(share.origin + math.log(2)) == pytest.approx(1.0)


def test_devices_may_be_turned_by_half_and_coefficients_without_end() -> None:
    """Only what a single device departs by is bounded."""
    bounds = {knob.path[0] == "devices": knob.max_distance for knob in all_knobs("gpu")}
    assert bounds == {True: pytest.approx(math.log(1.5)), False: math.inf}


@pytest.mark.parametrize(
    ("section", "factors"),
    [("decoder", {"compute", "stream"}), ("passes", {"passes", "overhead"}), ("training", {"training"})],
)
def test_a_section_turns_the_factors_that_its_formulae_use(section: str, factors: set[str]) -> None:
    """Each factor of a device belongs to one section, so that no section spoils what another fitted."""
    knobs = list_knobs("gpu", section, ["encoder"], ["first"])
    assert {knob.path[2] for knob in knobs if knob.path[0] == "devices"} == factors
    assert {knob.path[0] for knob in knobs} == {section, "devices"}


@pytest.mark.parametrize("named", sorted((processor, place) for processor, places in STARTS["departures"].items() for place in places))
def test_departures_change_the_starts_of_their_processor_alone(named: tuple[str, str]) -> None:
    """What a processor starts from elsewhere is of a processor, kind and coefficient that exist, and of no other processor."""
    processor, place = named
    section, kind = place.split(".")
    common, own = start_tree("other")[section][kind], start_tree(processor)[section][kind]
    departed = {path for path, value in paths(own).items() if value != paths(common)[path]}
    stated = set(paths(STARTS["departures"][processor][place]))
    assert processor in PROCESSORS
    assert departed <= stated <= set(paths(common))
