"""Every workload of `workloads.yaml` advised, and written in every format that can express its plan."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import pytest

from engine.advice import Advice, Plan
from engine.decision.context import DecisionCache
from engine.handover.template import FORMATS, Format, Template, write_template
from engine.intake.from_mapping import from_mapping
from engine.pipeline import advise
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import read_table
from tests.depth import LONG
from tests.engine.handover.template.botocore_models import decode_template

HERE: Final = Path(__file__).parent
VALUES: Final[dict[str, str]] = read_table(HERE / "given.yaml")
T = TypeVar("T")


class Case(NamedTuple):
    """A workload, its advice, and its templates."""

    facts: dict[str, Any]
    advice: Advice
    written: dict[Format, Template]
    refused: dict[Format, str]
    """Format -> the line that says why it cannot be written."""

    @property
    def plan(self) -> Plan:
        """The choice."""
        assert self.advice.choice is not None, self.facts
        return self.advice.choice


def parameter_value(name: str) -> str:
    """A value for a parameter; several of one kind differ by a number at the end."""
    return VALUES.get(name) or VALUES[name.rstrip("0123456789")]


def pick_cover(items: Iterable[T], list_pieces: Callable[[T], Iterable[Hashable]]) -> list[T]:
    """The items that have a piece which none before has, so that each distinct piece is checked once; in a long run all items."""
    seen: set[Hashable] = set()
    picked = []
    for item in items:
        pieces = set(list_pieces(item))
        if LONG or not pieces <= seen:
            picked.append(item)
        seen |= pieces
    return picked


def list_paths(node: Any, path: str = "") -> Iterator[str]:  # noqa: ANN401  # JSON is of any shape
    """The dotted path of every field in a tree."""
    for name, value in node.items() if isinstance(node, dict) else ():
        yield f"{path}.{name}"
        yield from list_paths(value, f"{path}.{name}")
    for value in node if isinstance(node, list) else ():
        yield from list_paths(value, path)


@pytest.fixture(scope="session")
def cases(knowledge: Knowledge) -> list[Case]:
    """All workloads."""
    cache = DecisionCache()
    return [_make_case(facts, knowledge, cache) for facts in read_table(HERE / "workloads.yaml")]


def _make_case(facts: dict[str, Any], knowledge: Knowledge, cache: DecisionCache) -> Case:
    case = Case(facts, advise(from_mapping(facts, knowledge), knowledge, explain="choice", memo=cache), {}, {})
    for wanted in FORMATS:
        try:
            case.written[wanted] = write_template(case.advice, knowledge, wanted)
        except InputError as error:
            case.refused[wanted] = str(error)
    return case


@pytest.fixture(scope="session")
def documents(cases: list[Case]) -> list[tuple[Case, dict[str, Any]]]:
    """Every CloudFormation template, read as cfn-lint reads it."""
    found = []
    for case in cases:
        if "cloudformation" in case.written:
            document, mistakes = decode_template(case.written["cloudformation"].text)
            assert mistakes == [], case.facts
            found.append((case, document))
    return found
