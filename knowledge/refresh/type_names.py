"""Parts and natural order of the names of instance types."""

from __future__ import annotations

import re
from typing import NamedTuple

from knowledge.catalog.order import size_rank

_RUNS = re.compile(r"\d+|\D+")
_HIGH_MEMORY = re.compile(r"u-\d+tb(\d+)")


class NameParts(NamedTuple):
    """The parts of an instance type's name."""

    family: str
    size: str
    generation: int


def split_name(instance_type: str) -> NameParts:
    """Family, size and generation. A name without a digit in its family is of the first generation."""
    family, _, size = instance_type.partition(".")
    high_memory = _HIGH_MEMORY.fullmatch(family)
    found = high_memory[1] if high_memory else next(iter(re.findall(r"\d+", family)), "1")
    return NameParts(family, size, int(found))


def family_letters(family: str) -> str:
    """The letters that a family's name starts with: `g` of g4dn, `trn` of trn1n."""
    return re.split(r"[^a-z]", family, maxsplit=1)[0]


def natural_key(instance_type: str) -> tuple[object, ...]:
    """Sorts families by name, sizes from nano to metal: c5.large, c5.xlarge, c5.2xlarge, c5.12xlarge, c5.metal, c5d.large."""
    family, _, size = instance_type.partition(".")
    return (_digit_runs(family), size_rank(size))


def catalog_key(name: str) -> tuple[bool, tuple[object, ...]]:
    """Sorts the names of a table: instance types in natural order, then those that only SageMaker has (`ml.`)."""
    return (name.startswith("ml."), natural_key(name.removeprefix("ml.")))


def _digit_runs(text: str) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, int(run), "") if run.isdigit() else (1, 0, run) for run in _RUNS.findall(text))
