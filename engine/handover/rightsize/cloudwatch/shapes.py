"""Pieces of JSON as they should be; what is of another shape counts as not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def fields(given: object) -> Mapping[str, Any]:
    """A mapping; an empty one for anything else."""
    return given if isinstance(given, Mapping) else {}


def listed(given: object) -> Sequence[Any]:
    """A list; an empty one for anything else."""
    return given if isinstance(given, list) else ()


def word(given: object) -> str:
    """A text; an empty one for anything else."""
    return given if isinstance(given, str) else ""
