"""The base, read once for all tests of the engine, and settings for generated workloads."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from knowledge import Knowledge, load

settings.register_profile(
    "engine",
    max_examples=60,
    deadline=None,  # a busy machine is no failure
    derandomize=True,  # the same examples on every machine: a red build can be repeated
    database=None,
    phases=(Phase.explicit, Phase.generate),  # a handful of facts reads well as it is; to shrink it takes minutes of whole decisions
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("engine")


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """The base, from a cache of our own."""
    folder: Path = tmp_path_factory.mktemp("engine")
    return load(cache=folder)
