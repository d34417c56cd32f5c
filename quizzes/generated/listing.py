"""What generated items are, before one of them is made: enough to schedule them, and to pick those of a sitting without the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from knowledge.schema.record import Record
from quizzes.generated.plans import HARDEST
from quizzes.generated.scenario import PURCHASE_TASK, Aspect, Scenario
from quizzes.generated.scenes import CONFUSABLE
from quizzes.generated.seen import Seen, Standing
from quizzes.generated.source import Source
from quizzes.generated.template import Template

Kind = Literal["scenarios", "numbers"]
KINDS: Final[tuple[Kind, ...]] = ("scenarios", "numbers")


class Listed(Record):
    """An item that can be made."""

    id: str
    kind: Kind
    origin: str
    """The scenario or the template: two items of one origin tell the same story."""
    type: Literal["choice", "typed"]
    exams: tuple[str, ...]
    task: str
    difficulty: int
    stands_on: tuple[str, ...]
    """As somebody saw it. Where a newer catalogue leads to another answer, the item that is made names other points."""
    confusable: str = ""
    aspect: Aspect | None = None
    """What is asked of a scenario; None for its whole plan, and for numbers."""


def listed(source: Source, seen: Seen) -> dict[str, Listed]:
    """Every item that can be made, by id; nothing that nobody has looked at."""
    every = (*_of_scenarios(source, seen), *_of_templates(source, seen))
    return {one.id: one for one in every}


def _of_scenarios(source: Source, seen: Seen) -> Iterator[Listed]:
    for scenario in source.scenarios.values():
        for aspect in scenario.ask:
            if (standing := seen.get(f"scenario-{scenario.id}-{aspect}")) is not None:
                yield _of_aspect(scenario, aspect, standing)
        if (standing := seen.get(f"scenario-{scenario.id}-plan")) is not None:
            yield _of_plan(scenario, standing)


def _of_aspect(scenario: Scenario, aspect: Aspect, standing: Standing) -> Listed:
    return Listed(
        id=standing.item,
        kind="scenarios",
        origin=scenario.id,
        type="choice",
        exams=tuple(standing.exams.split()),
        task=PURCHASE_TASK if aspect == "purchase" else scenario.task,
        difficulty=scenario.difficulty,
        stands_on=tuple(standing.stands_on.split()),
        confusable=CONFUSABLE[aspect],
        aspect=aspect,
    )


def _of_plan(scenario: Scenario, standing: Standing) -> Listed:
    return Listed(
        id=standing.item,
        kind="scenarios",
        origin=scenario.id,
        type="typed",
        exams=(),
        task=scenario.task,
        difficulty=min(scenario.difficulty + 1, HARDEST),
        stands_on=tuple(standing.stands_on.split()),
    )


def _of_templates(source: Source, seen: Seen) -> Iterator[Listed]:
    for template in source.templates.values():
        if f"number-{template.id}" in seen:
            yield _of_template(template, "typed")
            yield _of_template(template, "choice")


def _of_template(template: Template, form: Literal["choice", "typed"]) -> Listed:
    return Listed(
        id=f"number-{template.id}" if form == "typed" else f"number-{template.id}-choice",
        kind="numbers",
        origin=template.id,
        type=form,
        exams=template.exams,
        task=template.task,
        difficulty=template.difficulty,
        stands_on=template.stands_on,
    )
