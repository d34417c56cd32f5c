"""Items that nobody wrote, by id: made when they are asked for, from a scenario or a template and a seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeAlias

from engine.decision.context import Memo
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from quizzes.generated.judging import grade_scenario
from quizzes.generated.listing import Kind, Listed, listed
from quizzes.generated.marking import mark_number
from quizzes.generated.numbers import NumberQuestion, number_choice, number_item, worked_out
from quizzes.generated.plans import PlanQuestion, plan_item
from quizzes.generated.scenes import Stage, item_of
from quizzes.generated.seen import Seen, read_seen
from quizzes.generated.source import Source
from quizzes.generated.told import Told
from quizzes.item import Choice, Item

Generated: TypeAlias = Choice | NumberQuestion | PlanQuestion


class Generator:
    """Makes items by id. One that the base has no answer to any more is None."""

    def __init__(self, knowledge: Knowledge, source: Source, seen: Seen | None = None) -> None:
        """Take what items are made from, and what somebody has looked at (what came with the package by default)."""
        self._knowledge, self._source, self._seen = knowledge, source, seen
        self._memo: Memo = {}
        self._stages: dict[str, Stage] = {}

    @cached_property
    def listed(self) -> Mapping[str, Listed]:
        """Every item by id, without making one of them."""
        return listed(self._source, read_seen() if self._seen is None else self._seen)

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """The ids of a kind."""
        return tuple(identity for identity, one in self.listed.items() if one.kind == kind)

    def item(self, identity: str, seed: int) -> Generated | None:
        """The item of that id with the numbers that `seed` draws; None where it has no answer today. Raises InputError for no id."""
        one = self.listed.get(identity)
        if one is None:
            raise InputError(f"item: nothing generates {shown(identity)}.{suggestion(identity, self.listed)}")
        if one.kind == "numbers":
            return self._number(one, seed)
        stage = self._stage(one.origin)
        return plan_item(stage) if one.aspect is None else item_of(stage, one.aspect)

    def items(self, identities: Iterable[str], seed: int) -> tuple[Generated, ...]:
        """The items of those ids, without those that have no answer."""
        found = (self.item(identity, seed) for identity in identities)
        return tuple(item for item in found if item is not None)

    def workload(self, identity: str) -> Workload | None:
        """What a scenario's item is about; None for a sum, and for no id."""
        one = self.listed.get(identity)
        return self._stage(one.origin).workload if one is not None and one.kind == "scenarios" else None

    def _number(self, one: Listed, seed: int) -> Generated | None:
        make = number_item if one.type == "typed" else number_choice
        try:
            return make(worked_out(self._source.templates[one.origin], seed, self._knowledge), self._knowledge)
        except InputError:
            return None

    def _stage(self, name: str) -> Stage:
        if name not in self._stages:
            self._stages[name] = Stage(self._source.scenarios[name], self._source.givens, self._knowledge, self._memo)
        return self._stages[name]


def mark(item: Item, answer: str, knowledge: Knowledge) -> Told | None:
    """The grade of a typed answer to a generated item; None for an item that is marked by its key or its rubric."""
    match item:
        case NumberQuestion():
            return mark_number(item, answer, knowledge)
        case PlanQuestion():
            return grade_scenario(item.workload, answer, knowledge)
        case _:
            return None
