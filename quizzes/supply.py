"""All that can be asked: the items of the bank, and those that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from quizzes.bank import Bank
from quizzes.exam import Exam
from quizzes.item import Item
from quizzes.log import Askable

if TYPE_CHECKING:
    from engine.workload import Workload
    from quizzes.generated import Generator, Listed

Groups = Mapping[str, tuple[Askable, ...]]


class Supply:
    """A bank and a generator. What is scheduled and picked is known without making an item."""

    def __init__(self, bank: Bank, made: Generator | None = None) -> None:
        """Take both; without a generator there is the bank alone."""
        self.bank, self._made = bank, made

    @property
    def listed(self) -> Mapping[str, Listed]:
        """What can be made, by id."""
        return {} if self._made is None else self._made.listed

    @cached_property
    def every(self) -> Mapping[str, Askable]:
        """All that can be asked, by id."""
        return {**self.bank.items, **self.listed}

    @cached_property
    def by_task(self) -> Groups:
        """Task statement -> what asks for it."""
        return _grouped((one.task, one) for one in self.every.values())

    @cached_property
    def by_entry(self) -> Groups:
        """kind/id of the base -> what stands on it."""
        return _grouped((entry, one) for one in self.every.values() for entry in one.stands_on)

    @cached_property
    def confusables(self) -> Groups:
        """Set of things that are mixed up -> what tells them apart."""
        return _grouped((one.confusable, one) for one in self.every.values() if one.confusable)

    def item(self, identity: str, seed: int) -> Item | None:
        """The item of an id, with the numbers that `seed` draws where it has any; None where it has no answer today.

        Raises InputError for an id of none.
        """
        if self._made is None or identity not in self._made.listed:
            return self.bank.item(identity)
        return self._made.item(identity, seed)

    def workload(self, identity: str) -> Workload | None:
        """What a scenario is about, as the engine takes it; None for any other item."""
        return None if self._made is None else self._made.workload(identity)

    def without_twins(self, several: Iterable[Askable]) -> list[Askable]:
        """`several` in their order, without those that tell a story of one before them."""
        firsts: dict[str, Askable] = {}
        for one in several:
            listed = self.listed.get(one.id)
            firsts.setdefault(f"{listed.kind} {listed.origin}" if listed is not None else f"item {one.id}", one)
        return list(firsts.values())

    def items(self, chosen: Iterable[Askable], *, seed: int, most: int) -> list[Item]:
        """Up to `most` items in their order: without those that have no answer today, and of one story no more than one."""
        found = (item for one in self.without_twins(chosen) if (item := self.item(one.id, seed)) is not None)
        return list(islice(found, most))

    def bank_of(self, exam: Exam) -> Bank:
        """The bank with the items that were made for an exam, as they were made then."""
        made = {slot.item for slot in exam.slots}.intersection(self.listed)
        items = {item.id: item for identity in sorted(made) if (item := self.item(identity, exam.seed)) is not None}
        return self.bank.joined(items)


def _grouped(pairs: Iterable[tuple[str, Askable]]) -> dict[str, tuple[Askable, ...]]:
    groups: dict[str, list[Askable]] = {}
    for name, one in pairs:
        groups.setdefault(name, []).append(one)
    return {name: tuple(several) for name, several in groups.items()}
