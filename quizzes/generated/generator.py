"""Generates items by id from a scenario or template and a seed, when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeAlias

from engine.decision.context import DecisionCache
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from quizzes.generated.confirmed_answers import ConfirmedAnswers, read_confirmed
from quizzes.generated.generated_sentences import GradedInSentences
from quizzes.generated.item_listing import Kind, ListedItem, list_items
from quizzes.generated.number_grading import grade_number
from quizzes.generated.number_items import NumberQuestion, draw_problem, number_choice, number_item
from quizzes.generated.plan_grading import grade_scenario
from quizzes.generated.plan_items import PlanQuestion, plan_item
from quizzes.generated.scenario_items import DecidedScenario, aspect_item
from quizzes.generated.source import ItemSource
from quizzes.item import Choice, Item

Generated: TypeAlias = Choice | NumberQuestion | PlanQuestion


class ItemGenerator:
    """Generates items by id; None for one that has no answer any more."""

    def __init__(self, knowledge: Knowledge, source: ItemSource, seen: ConfirmedAnswers | None = None) -> None:
        """`seen` are the confirmed answers, by default those of the package."""
        self._knowledge, self._source, self._seen = knowledge, source, seen
        self._cache = DecisionCache()
        self._stages: dict[str, DecidedScenario] = {}

    @cached_property
    def listed_by_id(self) -> Mapping[str, ListedItem]:
        """Every item by id, without generating any."""
        return list_items(self._source, read_confirmed() if self._seen is None else self._seen)

    def ids_of_kind(self, kind: Kind) -> tuple[str, ...]:
        """The ids of a kind."""
        return tuple(identity for identity, one in self.listed_by_id.items() if one.kind == kind)

    def make_item(self, identity: str, seed: int) -> Generated | None:
        """The item of an id with the numbers that `seed` draws; None if it has no answer today. Raises InputError for an unknown id."""
        one = self.listed_by_id.get(identity)
        if one is None:
            raise InputError(f"item: nothing generates {quote_value(identity)}.{suggest_name(identity, self.listed_by_id)}")
        if one.kind == "numbers":
            return self._make_number(one, seed)
        stage = self._decided_scenario(one.origin)
        return plan_item(stage) if one.aspect is None else aspect_item(stage, one.aspect)

    def make_items(self, identities: Iterable[str], seed: int) -> tuple[Generated, ...]:
        """The items of some ids, without those that have no answer."""
        found = (self.make_item(identity, seed) for identity in identities)
        return tuple(item for item in found if item is not None)

    def workload_of(self, identity: str) -> Workload | None:
        """The workload of a scenario's item; None for a calculation and for an unknown id."""
        one = self.listed_by_id.get(identity)
        return self._decided_scenario(one.origin).workload if one is not None and one.kind == "scenarios" else None

    def scenario_of(self, identity: str) -> DecidedScenario:
        """The decided scenario of a listed item."""
        return self._decided_scenario(self.listed_by_id[identity].origin)

    def _make_number(self, one: ListedItem, seed: int) -> Generated | None:
        make = number_item if one.type == "typed" else number_choice
        try:
            return make(draw_problem(self._source.templates[one.origin], seed, self._knowledge), self._knowledge)
        except InputError:
            return None

    def _decided_scenario(self, name: str) -> DecidedScenario:
        if name not in self._stages:
            self._stages[name] = DecidedScenario(self._source.scenarios[name], self._source.givens, self._knowledge, self._cache)
        return self._stages[name]


def grade_generated(item: Item, answer: str, knowledge: Knowledge) -> GradedInSentences | None:
    """The grade of a typed answer to a generated item; None for an item graded by key or rubric."""
    match item:
        case NumberQuestion():
            return grade_number(item, answer, knowledge)
        case PlanQuestion():
            return grade_scenario(item.workload, answer, knowledge)
        case _:
            return None
