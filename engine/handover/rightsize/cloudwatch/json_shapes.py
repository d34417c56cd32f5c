"""Pieces of JSON as they should be; what is of another shape counts as not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def as_mapping(value: object) -> Mapping[str, Any]:
    """The mapping; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def as_list(value: object) -> Sequence[Any]:
    """The list; an empty one for anything else."""
    return value if isinstance(value, list) else ()


def as_text(value: object) -> str:
    """The text; an empty one for anything else."""
    return value if isinstance(value, str) else ""
