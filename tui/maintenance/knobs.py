"""The coefficients of one kind of processor as a list of numbers that a fit can turn, and back."""

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
_FARTHEST: Final = math.log(1.5)
"""How far a single device may depart from its kind."""

Tree = dict[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Knob:
    """One coefficient: where it stands, where it starts, how far it may be pulled."""

    path: tuple[str, ...]
    start: float
    spread: float
    most: float = math.inf
    """Largest distance from the start, in the same terms as `spread`."""

    @property
    def linear(self) -> bool:
        """Whether it is turned as it is; all others by their logarithm, since they are positive."""
        return self.path[-1] in _LINEAR

    @property
    def origin(self) -> float:
        """The start in the terms of the fit."""
        return self.start if self.linear else math.log(self.start)

    def value(self, turned: float) -> float:
        """The coefficient for a number of the fit."""
        return turned if self.linear else math.exp(turned)


def knobs_of(processor: str, section: str, kinds: Sequence[str], devices: Sequence[str]) -> list[Knob]:
    """The knobs of a section: `decoder`, `passes` or `training`, with the factors of `devices` that belong to it."""
    if section == "decoder":
        found = [*_knobs(("decoder",), _merged(processor, "decoder", ""))]
        factors: tuple[str, ...] = ("compute", "stream")
    else:
        found = [knob for kind in kinds for knob in _knobs((section, kind), _merged(processor, section, kind))]
        factors = ("passes", "overhead") if section == "passes" else ("training",)
    found += [Knob(("devices", device, factor), 1.0, STARTS["device"][factor], _FARTHEST) for device in devices for factor in factors]
    return found


def starting(processor: str) -> Tree:
    """All coefficients of a processor where they start."""
    tree: Tree = {}
    for section, kinds in (("decoder", ()), ("passes", KINDS), ("training", TRAINED)):
        plant(tree, knobs_of(processor, section, kinds, ()), None)
    return tree


def plant(tree: Tree, knobs: Sequence[Knob], turned: Sequence[float] | None) -> None:
    """Write the coefficients into `tree`; at their start where `turned` is None."""
    for index, knob in enumerate(knobs):
        place = tree
        for step in knob.path[:-1]:
            place = place.setdefault(step, {})
        place[knob.path[-1]] = knob.start if turned is None else knob.value(turned[index])


def _merged(processor: str, section: str, kind: str) -> Tree:
    own = STARTS["departures"].get(processor, {}).get(f"{section}.{kind}" if kind else section, {})
    return {
        name: {**value, **own.get(name, {})} if isinstance(value, Mapping) else own.get(name, value)
        for name, value in STARTS[section].items()
    }


def _knobs(path: tuple[str, ...], tree: Mapping[str, Any]) -> Iterator[Knob]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _knobs((*path, name), value)
        else:
            yield Knob((*path, name), float(value[0]), float(value[1]))
