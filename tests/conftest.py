"""The base, read once for the tests of a process."""

from __future__ import annotations

import pytest

from knowledge import Knowledge, load


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """The base, from a cache of our own."""
    return load(cache=tmp_path_factory.mktemp("knowledge"))
