"""Lists generated items without generating them: enough to schedule and pick them without the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from knowledge.schema.record import Record
from quizzes.generated.confirmed_answers import ConfirmedAnswers, GeneratedAnswer
from quizzes.generated.plan_items import HARDEST
from quizzes.generated.scenario import PURCHASE_TASK, Aspect, Scenario
from quizzes.generated.scenario_items import CONFUSABLE
from quizzes.generated.source import ItemSource
from quizzes.generated.template import Template

Kind = Literal["scenarios", "numbers"]
KINDS: Final[tuple[Kind, ...]] = ("scenarios", "numbers")


class ListedItem(Record):
    """An item that can be generated."""

    id: str
    kind: Kind
    origin: str
    """The scenario or template: items of one origin tell the same story."""
    type: Literal["choice", "typed"]
    exams: tuple[str, ...]
    task: str
    difficulty: int
    stands_on: tuple[str, ...]
    """As confirmed. If a newer catalogue leads to another answer, the generated item names other points."""
    confusable: str = ""
    aspect: Aspect | None = None
    """The aspect of a scenario that is asked; None for a whole plan, and for calculations."""


def list_items(source: ItemSource, seen: ConfirmedAnswers) -> dict[str, ListedItem]:
    """Every item that can be generated, by id; only what somebody confirmed."""
    every = (*_list_scenarios(source, seen), *_list_templates(source, seen))
    return {one.id: one for one in every}


def _list_scenarios(source: ItemSource, seen: ConfirmedAnswers) -> Iterator[ListedItem]:
    for scenario in source.scenarios.values():
        for aspect in scenario.ask:
            if (standing := seen.get(f"scenario-{scenario.id}-{aspect}")) is not None:
                yield _list_aspect(scenario, aspect, standing)
        if (standing := seen.get(f"scenario-{scenario.id}-plan")) is not None:
            yield _list_plan(scenario, standing)


def _list_aspect(scenario: Scenario, aspect: Aspect, standing: GeneratedAnswer) -> ListedItem:
    return ListedItem(
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


def _list_plan(scenario: Scenario, standing: GeneratedAnswer) -> ListedItem:
    return ListedItem(
        id=standing.item,
        kind="scenarios",
        origin=scenario.id,
        type="typed",
        exams=(),
        task=scenario.task,
        difficulty=min(scenario.difficulty + 1, HARDEST),
        stands_on=tuple(standing.stands_on.split()),
    )


def _list_templates(source: ItemSource, seen: ConfirmedAnswers) -> Iterator[ListedItem]:
    for template in source.templates.values():
        if f"number-{template.id}" in seen:
            yield _list_template(template, "typed")
            yield _list_template(template, "choice")


def _list_template(template: Template, form: Literal["choice", "typed"]) -> ListedItem:
    return ListedItem(
        id=f"number-{template.id}" if form == "typed" else f"number-{template.id}-choice",
        kind="numbers",
        origin=template.id,
        type=form,
        exams=template.exams,
        task=template.task,
        difficulty=template.difficulty,
        stands_on=template.stands_on,
    )
