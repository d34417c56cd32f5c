"""What items are made from, read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.decision.context import Memo
from knowledge import Knowledge
from quizzes.generated import Generator, Source, load_source
from quizzes.generated.scenes import Stage


@pytest.fixture(scope="session")
def source(warm: Path) -> Source:
    """The scenarios and templates of the package, from a cache of our own."""
    return load_source(cache=warm)


@pytest.fixture(scope="session")
def generator(knowledge: Knowledge, source: Source) -> Generator:
    """What makes items."""
    return Generator(knowledge, source)


@pytest.fixture(scope="session")
def stages(knowledge: Knowledge, source: Source) -> dict[str, Stage]:
    """Every scenario, decided."""
    memo: Memo = {}
    return {name: Stage(scenario, source.givens, knowledge, memo) for name, scenario in source.scenarios.items()}
