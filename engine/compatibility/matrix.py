"""Software against all accelerators: one row of the matrix, for the newest version without special features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.compatibility.checks import Check, check_need
from engine.compatibility.judge import is_of_the_newest
from engine.compatibility.records import Outcome
from engine.compatibility.target import target_of_accelerator
from knowledge import Knowledge
from knowledge.schema.compatibility import Software
from knowledge.sentences import bind_subject


class Cell(NamedTuple):
    """How software gets on with one accelerator."""

    accelerator: str
    """Its id."""
    outcome: Outcome
    need: str
    """What it lacks, in words; empty where nothing fails."""


def matrix_row(software: Software, knowledge: Knowledge) -> tuple[Cell, ...]:
    """One cell for each accelerator; unknown where nothing is told of that kind of hardware."""
    return tuple(_cell(software, identity, knowledge) for identity in knowledge.accelerators)


def _cell(software: Software, accelerator: str, knowledge: Knowledge) -> Cell:
    checks = list(_checks(software, accelerator, knowledge))
    failed = next((check for check in checks if check.outcome == "fails"), None)
    if failed is not None:
        return Cell(accelerator, "fails", failed.need)
    return Cell(accelerator, "passes" if any(check.outcome == "passes" for check in checks) else "unknown", "")


def _checks(software: Software, accelerator: str, knowledge: Knowledge) -> Iterator[Check]:
    target, say = target_of_accelerator(accelerator, knowledge), bind_subject(knowledge, "compatibility")
    for need in software.needs:
        if not need.feature and (not need.versions or is_of_the_newest(need, software)):
            check = check_need(need, target, say)
            if check is not None:
                yield check
