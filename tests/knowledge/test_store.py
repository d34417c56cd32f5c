"""Loading the base: from the cache where that is current, from YAML where it is not, and always."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge import compiled, store
from knowledge.base import Knowledge
from knowledge.compiled import PoisonedCacheError
from knowledge.errors import KnowledgeError
from knowledge.store import cache_folder, cache_name, current_catalog, load, state_folder
from tests.knowledge.small import REGION, write_base, write_region

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a small base, without any refreshed catalogue of this machine."""
    monkeypatch.setenv("SIZEWISE_DATA", str(tmp_path / "state"))
    return write_base(tmp_path / "data")


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Count how often YAML is read."""
    seen: list[Path] = []
    original = store._sections

    def counted(data: Path, catalog: Path) -> dict[str, object]:
        seen.append(data)
        return original(data, catalog)

    monkeypatch.setattr(store, "_sections", counted)
    return iter([seen]).__next__() and iter(()) or seen  # type: ignore[return-value]


def city(knowledge: Knowledge) -> str:
    """Give what the small base says."""
    return knowledge.regions["nowhere-1"].city
