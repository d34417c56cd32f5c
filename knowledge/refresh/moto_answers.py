"""Real answers of DescribeInstanceTypes and DescribeInstanceTypeOfferings that moto ships, read without importing moto."""

from __future__ import annotations

import datetime as dt
import gzip
import json
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from knowledge.errors import KnowledgeError

SOURCE: Final = "moto-ec2-resources"
AS_OF: Final = dt.date(2026, 7, 20)
"""The day on which the release was read."""


def recorded_items() -> dict[str, Mapping[str, Any]]:
    """Instance type -> its item of DescribeInstanceTypes. Raises KnowledgeError where moto is missing."""
    items: dict[str, Mapping[str, Any]] = _read_json(_resource_folder() / "instance_types.json.gz")
    return items


def recorded_offerings() -> dict[str, tuple[str, ...]]:
    """Instance type -> codes of the regions that offer it, sorted. Raises KnowledgeError where moto is missing."""
    folder = _resource_folder() / "instance_type_offerings" / "region"
    return regions_by_type({path.name.removesuffix(".json.gz"): _read_json(path) for path in sorted(folder.glob("*.json.gz"))})


def regions_by_type(offerings: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, tuple[str, ...]]:
    """Region -> items of DescribeInstanceTypeOfferings, inverted: instance type -> regions, sorted."""
    regions: dict[str, list[str]] = {}
    for region in sorted(offerings):
        for name in sorted({item["InstanceType"] for item in offerings[region]}):
            regions.setdefault(name, []).append(region)
    return {name: tuple(found) for name, found in regions.items()}


def _resource_folder() -> Path:
    spec = find_spec("moto")
    if spec is None or spec.origin is None:
        raise KnowledgeError("moto is missing: install the development dependencies to build the catalogue.")
    return Path(spec.origin).parent / "ec2" / "resources"


def _read_json(path: Path) -> Any:  # noqa: ANN401  # JSON is anything
    with gzip.open(path, "rb") as file:
        return json.load(file)
