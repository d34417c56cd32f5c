"""The coefficients of one kind of processor as a list of numbers that a fit can vary, and back."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

STARTS: Final = yaml.safe_load(Path(__file__).with_name("starts.yaml").read_text(encoding="utf-8"))
"""Section -> coefficient -> [start, spread]."""
KINDS: Final = ("encoder", "convolution", "diffusion", "speech", "other")
TRAINED: Final = ("language-model", *KINDS)
_LINEAR: Final = frozenset({"size_power"})
_MAX_DEVICE_DEPARTURE: Final = math.log(1.5)
"""Logarithm of the largest factor of a single device against its kind."""

Tree = dict[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Knob:
    """One coefficient: its path, its start, and how far it may move."""

    path: tuple[str, ...]
    start: float
    spread: float
    max_distance: float = math.inf
    """Largest distance from the start, on the scale of the fit."""

    @property
    def is_linear(self) -> bool:
        """True if the fit varies it directly; all others are positive and varied by their logarithm."""
        return self.path[-1] in _LINEAR

    @property
    def origin(self) -> float:
        """The start on the scale of the fit."""
        return self.start if self.is_linear else math.log(self.start)

    def coefficient_at(self, turned: float) -> float:
        """The coefficient for a number on the scale of the fit."""
        return turned if self.is_linear else math.exp(turned)


def list_knobs(processor: str, section: str, kinds: Sequence[str], devices: Sequence[str]) -> list[Knob]:
    """The knobs of a section: `decoder`, `passes` or `training`, with the factors of `devices` that belong to it."""
    if section == "decoder":
        found = [*_walk_knobs(("decoder",), _merge_departures(processor, "decoder", ""))]
        factors: tuple[str, ...] = ("compute", "stream")
    else:
        found = [knob for kind in kinds for knob in _walk_knobs((section, kind), _merge_departures(processor, section, kind))]
        factors = ("passes", "overhead") if section == "passes" else ("training",)
    found += [
        Knob(("devices", device, factor), 1.0, STARTS["device"][factor], _MAX_DEVICE_DEPARTURE) for device in devices for factor in factors
    ]
    return found


def start_tree(processor: str) -> Tree:
    """All coefficients of a processor at their starts."""
    tree: Tree = {}
    for section, kinds in (("decoder", ()), ("passes", KINDS), ("training", TRAINED)):
        write_coefficients(tree, list_knobs(processor, section, kinds, ()), None)
    return tree


def write_coefficients(tree: Tree, knobs: Sequence[Knob], turned: Sequence[float] | None) -> None:
    """Write the coefficients into `tree`; at their start where `turned` is None."""
    for index, knob in enumerate(knobs):
        place = tree
        for step in knob.path[:-1]:
            place = place.setdefault(step, {})
        place[knob.path[-1]] = knob.start if turned is None else knob.coefficient_at(turned[index])


def _merge_departures(processor: str, section: str, kind: str) -> Tree:
    own = STARTS["departures"].get(processor, {}).get(f"{section}.{kind}" if kind else section, {})
    return {
        name: {**value, **own.get(name, {})} if isinstance(value, Mapping) else own.get(name, value)
        for name, value in STARTS[section].items()
    }


def _walk_knobs(path: tuple[str, ...], tree: Mapping[str, Any]) -> Iterator[Knob]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _walk_knobs((*path, name), value)
        else:
            yield Knob((*path, name), float(value[0]), float(value[1]))
