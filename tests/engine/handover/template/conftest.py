"""Every workload of `workloads.yaml` advised, and written in every format that can say its plan."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from engine.advice import Advice, Plan
from engine.decision.context import Memo
from engine.handover.template import FORMATS, Format, Template, template_of
from engine.handover.template.nodes import Resource
from engine.handover.template.places import PLACES
from engine.handover.template.subject import Subject
from engine.intake.given import from_mapping
from engine.pipeline import advise
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.tables import table

HERE: Final = Path(__file__).parent
GIVEN: Final[dict[str, str]] = table(HERE / "given.yaml")


class Case(NamedTuple):
    """A workload, its advice, and what came of it."""

    facts: dict[str, Any]
    advice: Advice
    written: dict[Format, Template]
    refused: dict[Format, str]
    """Format -> the line that says why it cannot be."""

    @property
    def plan(self) -> Plan:
        """The choice."""
        assert self.advice.choice is not None, self.facts
        return self.advice.choice


def given_for(name: str) -> str:
    """A value for what a template asks for; several of one kind are told apart by a number."""
    return GIVEN.get(name) or GIVEN[name.rstrip("0123456789")]


@pytest.fixture(scope="session")
def cases(knowledge: Knowledge) -> list[Case]:
    """All of them."""
    memo: Memo = {}
    rows = table(HERE / "workloads.yaml")
    return [_case(facts, knowledge, memo) for facts in rows]


def _case(facts: dict[str, Any], knowledge: Knowledge, memo: Memo) -> Case:
    case = Case(facts, advise(from_mapping(facts, knowledge), knowledge, explain="choice", memo=memo), {}, {})
    for wanted in FORMATS:
        try:
            case.written[wanted] = template_of(case.advice, knowledge, wanted)
        except InputError as error:
            case.refused[wanted] = str(error)
    return case


@pytest.fixture(scope="session")
def made(cases: list[Case], knowledge: Knowledge) -> list[Resource]:
    """Every resource of every workload, for languages that declare and for those that call."""
    subjects = [Subject(case.advice, case.plan, knowledge, declared=declared) for case in cases for declared in (True, False)]
    return [resource for subject in subjects for resource in PLACES[subject.plan.place](subject).resources]
