"""Similarity of instance types.

The distance of two types is a weighted sum of doublings: a type with four times the memory is two doublings away. Another
instruction set adds its own weight. If a quantity is known for only one of the two, that counts as one doubling. The weights
are in `knowledge/data/weights/similar.yaml`. Types with the same kind of processor come first, however distant.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from knowledge.catalog.fields import FIELDS, Vocabulary
from knowledge.catalog.order import name_rank
from knowledge.schema.instance import Instance

Weights = Mapping[str, float]
"""Field of the catalogue -> weight of a doubling; `other_architecture` -> weight of another instruction set."""
OTHER_ARCHITECTURE: Final = "other_architecture"


class Ranked(Struct, frozen=True):
    """An instance type and how far it is from the one it was compared with (0: the same in everything that counts)."""

    instance: Instance
    distance: float
    same_processor: bool


def measure_distance(one: Instance, other: Instance, vocabulary: Vocabulary, weights: Weights) -> float:
    """Distance of two instance types; symmetric."""
    total = 0.0 if one.arch == other.arch else weights[OTHER_ARCHITECTURE]
    for name, weight in weights.items():
        if name != OTHER_ARCHITECTURE:
            read = FIELDS[name].read
            total += weight * _count_doublings(_positive_number(read(one, vocabulary)), _positive_number(read(other, vocabulary)))
    return total


def rank_similar(target: Instance, candidates: Iterable[Instance], vocabulary: Vocabulary, weights: Weights) -> list[Ranked]:
    """`candidates` without `target` itself, the most similar first."""
    processor = vocabulary.processor_of(target)
    ranked = [
        Ranked(candidate, measure_distance(target, candidate, vocabulary, weights), vocabulary.processor_of(candidate) == processor)
        for candidate in candidates
        if candidate.instance_type != target.instance_type
    ]
    return sorted(ranked, key=lambda item: (not item.same_processor, item.distance, name_rank(item.instance)))


def _positive_number(cell: object) -> float | None:
    """A positive number, or None: neither 0 devices nor an unknown price has a ratio."""
    return float(cell) if isinstance(cell, (int, float)) and cell > 0 else None


def _count_doublings(one: float | None, other: float | None) -> float:
    if one is None or other is None:
        return 0.0 if one is other else 1.0
    return abs(math.log2(one) - math.log2(other))
