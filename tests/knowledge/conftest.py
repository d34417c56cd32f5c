"""What the YAML of the package says, read once."""

from __future__ import annotations

import pytest

from knowledge.loader import Records, load_yaml
from knowledge.store import packaged_data


@pytest.fixture(scope="session")
def _records() -> Records:
    return load_yaml(packaged_data())


@pytest.fixture
def records(_records: Records) -> Records:
    """Give every record by its kind and id, in mappings of the test's own."""
    return {kind: dict(entries) for kind, entries in _records.items()}
