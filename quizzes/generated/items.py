"""Items that nobody wrote, by id: made when they are asked for, from a scenario or a template and a seed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple

from engine.decision.context import Memo
from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from quizzes.generated.judging import grade_scenario
from quizzes.generated.marking import mark_number
from quizzes.generated.numbers import NumberQuestion, number_choice, number_item, worked_out
from quizzes.generated.plans import PlanQuestion, plan_item
from quizzes.generated.scenario import Aspect
from quizzes.generated.scenes import Stage, item_of
from quizzes.generated.source import Source
from quizzes.generated.told import Told
from quizzes.item import Choice, Item
from quizzes.order import dealt

Kind = Literal["scenarios", "numbers"]
KINDS: Final[tuple[Kind, ...]] = ("scenarios", "numbers")
Generated = Choice | NumberQuestion | PlanQuestion
Make = Callable[[int], Generated | None]


class _Maker(NamedTuple):
    """What makes the item of an id."""

    kind: Kind
    origin: str
    """The scenario or the template."""
    make: Make


class Generator:
    """Makes items by id. One that the base has no answer to any more is None."""

    def __init__(self, knowledge: Knowledge, source: Source) -> None:
        """Take what items are made from."""
        self._knowledge, self._source = knowledge, source
        self._memo: Memo = {}
        self._stages: dict[str, Stage] = {}

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """The ids of a kind, without making one of them."""
        return tuple(identity for identity, maker in self._makers.items() if maker.kind == kind)

    def pick(self, kind: Kind, times: Mapping[str, int], *, seed: int, most: int, without: Collection[str] = ()) -> tuple[str, ...]:
        """Up to `most` ids for a sitting: those asked least by `times`, and of one scenario or template no more than one."""
        chosen: dict[str, str] = {}
        for identity in sorted(dealt(self.ids(kind), seed, kind, str), key=lambda one: times.get(one, 0)):
            if identity not in without:
                chosen.setdefault(self._makers[identity].origin, identity)
        return tuple(chosen.values())[:most]

    def item(self, identity: str, seed: int) -> Generated | None:
        """The item of that id with the numbers that `seed` draws; None where it has no answer today. Raises InputError for no id."""
        if identity not in self._makers:
            raise InputError(f"item: nothing generates {shown(identity)}.{suggestion(identity, self._makers)}")
        return self._makers[identity].make(seed)

    def items(self, identities: Sequence[str], seed: int) -> tuple[Generated, ...]:
        """The items of those ids, without those that have no answer."""
        found = (self.item(identity, seed) for identity in identities)
        return tuple(item for item in found if item is not None)

    @cached_property
    def _makers(self) -> Mapping[str, _Maker]:
        return dict((*self._of_scenarios(), *self._of_templates()))

    def _of_scenarios(self) -> Iterator[tuple[str, _Maker]]:
        for name, scenario in self._source.scenarios.items():
            for aspect in scenario.ask:
                yield f"scenario-{name}-{aspect}", _Maker("scenarios", name, self._aspect(name, aspect))
            yield f"scenario-{name}-plan", _Maker("scenarios", name, self._plan(name))

    def _of_templates(self) -> Iterator[tuple[str, _Maker]]:
        for name in self._source.templates:
            yield f"number-{name}", _Maker("numbers", name, self._number(name, typed=True))
            yield f"number-{name}-choice", _Maker("numbers", name, self._number(name, typed=False))

    def _aspect(self, name: str, aspect: Aspect) -> Make:
        return lambda _seed: item_of(self._stage(name), aspect)

    def _plan(self, name: str) -> Make:
        return lambda _seed: plan_item(self._stage(name))

    def _number(self, name: str, *, typed: bool) -> Make:
        make = number_item if typed else number_choice

        def of(seed: int) -> Generated | None:
            try:
                return make(worked_out(self._source.templates[name], seed, self._knowledge), self._knowledge)
            except InputError:
                return None

        return of

    def _stage(self, name: str) -> Stage:
        if name not in self._stages:
            self._stages[name] = Stage(self._source.scenarios[name], self._source.givens, self._knowledge, self._memo)
        return self._stages[name]


def generated(
    knowledge: Knowledge, source: Source, seed: int, *, kinds: Sequence[Kind] = KINDS, tasks: Sequence[str] = ()
) -> dict[str, tuple[Generated, ...]]:
    """Task statement -> its items with the numbers of `seed`; of all tasks, where none is named."""
    generator = Generator(knowledge, source)
    by_task: dict[str, tuple[Generated, ...]] = {}
    for kind in kinds:
        for item in generator.items(generator.ids(kind), seed):
            if not tasks or item.task in tasks:
                by_task[item.task] = (*by_task.get(item.task, ()), item)
    return dict(sorted(by_task.items()))


def mark(item: Item, answer: str, knowledge: Knowledge) -> Told | None:
    """The grade of a typed answer to a generated item; None for an item that is marked by its key or its rubric."""
    match item:
        case NumberQuestion():
            return mark_number(item, answer, knowledge)
        case PlanQuestion():
            return grade_scenario(item.workload, answer, knowledge)
        case _:
            return None
