"""What items are made from, read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.decision.context import DecisionCache
from knowledge import Knowledge
from quizzes.generated import ItemGenerator, ItemSource, load_source
from quizzes.generated.scenario_items import DecidedScenario
from tests.depth import rounds


@pytest.fixture(scope="session")
def source(warm: Path) -> ItemSource:
    """The scenarios and templates of the package, from a cache of our own."""
    return load_source(cache=warm)


@pytest.fixture(scope="session")
def generator(knowledge: Knowledge, source: ItemSource) -> ItemGenerator:
    """What makes items."""
    return ItemGenerator(knowledge, source)


@pytest.fixture(scope="session")
def sample(source: ItemSource) -> ItemSource:
    """A few of its scenarios, or all in a long run, and all of its templates."""
    names = sorted(source.scenarios)[:: rounds(6, 1)]
    sections = {"givens": source.givens, "templates": source.templates, "scenarios": {name: source.scenarios[name] for name in names}}
    return ItemSource(lambda section, _: sections[section])


@pytest.fixture(scope="session")
def stages(knowledge: Knowledge, sample: ItemSource) -> dict[str, DecidedScenario]:
    """The scenarios of the sample, decided."""
    cache = DecisionCache()
    return {name: DecidedScenario(scenario, sample.givens, knowledge, cache) for name, scenario in sample.scenarios.items()}
