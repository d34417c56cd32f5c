"""Likeness of instance types.

The distance of two types is a sum over what they offer: each doubling of a quantity counts its weight, and so does another
instruction set; the weights stand in `knowledge/data/weights/similar.yaml`. Where the catalogue knows a quantity for one of the two
only, that counts as a doubling. Types with the same kind of processor come first, however far; then all others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from knowledge.catalog.fields import FIELDS, Vocabulary
from knowledge.catalog.order import by_name
from knowledge.schema.instance import Instance

Weights = Mapping[str, float]
"""Field of the catalogue -> what a doubling of it counts; `other_architecture` -> what another instruction set counts."""
OTHER_ARCHITECTURE: Final = "other_architecture"


class Ranked(Struct, frozen=True):
    """An instance type and how far it is from the one it was compared with (0: the same in everything that counts)."""

    instance: Instance
    distance: float
    same_processor: bool


def distance(one: Instance, other: Instance, vocabulary: Vocabulary, weights: Weights) -> float:
    """How unlike two instance types are; the same in both directions."""
    total = 0.0 if one.arch == other.arch else weights[OTHER_ARCHITECTURE]
    for name, weight in weights.items():
        if name != OTHER_ARCHITECTURE:
            read = FIELDS[name].read
            total += weight * _doublings(_quantity(read(one, vocabulary)), _quantity(read(other, vocabulary)))
    return total


def similar(target: Instance, candidates: Iterable[Instance], vocabulary: Vocabulary, weights: Weights) -> list[Ranked]:
    """`candidates` without `target` itself, the most alike first."""
    processor = vocabulary.processor(target)
    ranked = [
        Ranked(candidate, distance(target, candidate, vocabulary, weights), vocabulary.processor(candidate) == processor)
        for candidate in candidates
        if candidate.instance_type != target.instance_type
    ]
    return sorted(ranked, key=lambda item: (not item.same_processor, item.distance, by_name(item.instance)))


def _quantity(cell: object) -> float | None:
    """A positive number, or None: no devices and an unknown price alike have no ratio."""
    return float(cell) if isinstance(cell, (int, float)) and cell > 0 else None


def _doublings(one: float | None, other: float | None) -> float:
    if one is None or other is None:
        return 0.0 if one is other else 1.0
    return abs(math.log2(one) - math.log2(other))
