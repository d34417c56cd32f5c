"""What the package says: its YAML, and the base that is compiled from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.loader import Records, load_yaml
from knowledge.store import packaged_data
from tests.knowledge import packaged_base


@pytest.fixture(scope="session", autouse=True)
def _packaged_base(warm: Path) -> Iterator[None]:
    with packaged_base.use_cache(warm):
        yield


@pytest.fixture(scope="session")
def _records() -> Records:
    return load_yaml(packaged_data())


@pytest.fixture
def records(_records: Records) -> Records:
    """Give every record by its kind and id, in mappings of the test's own."""
    return {kind: dict(entries) for kind, entries in _records.items()}
