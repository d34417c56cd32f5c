"""What items are made from, read once."""

from __future__ import annotations

import pytest

from knowledge import Knowledge
from quizzes.generated import Generator, Source, load_source


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """The scenarios and templates of the package, from a cache of our own."""
    return load_source(cache=tmp_path_factory.mktemp("generated"))


@pytest.fixture(scope="session")
def generator(knowledge: Knowledge, source: Source) -> Generator:
    """What makes items."""
    return Generator(knowledge, source)
