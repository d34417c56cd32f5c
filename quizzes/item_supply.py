"""Everything that can be asked: the items of the bank and the generated ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from quizzes.bank import Bank
from quizzes.exam import Exam
from quizzes.item import Item
from quizzes.practice_log import DRILL_PREFIX, Askable

if TYPE_CHECKING:
    from engine.workload import Workload
    from quizzes.drills import DrillGenerator, ListedDrill
    from quizzes.generated import ItemGenerator, ListedItem

Groups = Mapping[str, tuple[Askable, ...]]


class ItemSupply:
    """A bank and an item generator. Scheduling and picking work without generating an item."""

    def __init__(self, bank: Bank, made: ItemGenerator | None = None, drills: DrillGenerator | None = None) -> None:
        """Without a generator there is the bank alone."""
        self.bank, self._made, self._drills = bank, made, drills

    @property
    def has_drills(self) -> bool:
        """True if there are drills."""
        return self._drills is not None

    @property
    def drills_by_id(self) -> Mapping[str, ListedDrill]:
        """Drills by id. They are asked on their own, and for points that nothing else asks; they count towards no exam."""
        return {} if self._drills is None else self._drills.listed_by_id

    @property
    def generated_by_id(self) -> Mapping[str, ListedItem]:
        """What can be generated, by id."""
        return {} if self._made is None else self._made.listed_by_id

    @cached_property
    def askable_by_id(self) -> Mapping[str, Askable]:
        """Everything that can be asked, by id."""
        return {**self.bank.items, **self.generated_by_id}

    @cached_property
    def by_task(self) -> Groups:
        """Task statement -> what asks for it."""
        return _group_askables((one.task, one) for one in self.askable_by_id.values())

    @cached_property
    def by_entry(self) -> Groups:
        """kind/id of an entry -> what tests it."""
        return _group_askables((entry, one) for one in self.askable_by_id.values() for entry in one.stands_on)

    @cached_property
    def confusables(self) -> Groups:
        """Confusable set -> what tells its members apart."""
        return _group_askables((one.confusable, one) for one in self.askable_by_id.values() if one.confusable)

    def make_item(self, identity: str, seed: int) -> Item | None:
        """The item of an id, a generated one with the numbers that `seed` draws; None if it has no answer today.

        Raises InputError for an unknown id.
        """
        if identity.startswith(DRILL_PREFIX) and self._drills is not None and identity in self._drills.listed_by_id:
            return self._drills.make_drill(identity, seed)
        if self._made is None or identity not in self._made.listed_by_id:
            return self.bank.find_item(identity)
        return self._made.make_item(identity, seed)

    def workload_of(self, identity: str) -> Workload | None:
        """The workload of a scenario's item; None for any other item."""
        return None if self._made is None else self._made.workload_of(identity)

    def story_of(self, one: Askable) -> str:
        """What it shares with others of which a session or exam asks one: a generated story, or a group of near-duplicates."""
        drill = self.drills_by_id.get(one.id) if one.id.startswith(DRILL_PREFIX) else None
        made = self.generated_by_id.get(one.id) or drill
        if made is not None:
            return f"{made.kind} {made.origin}"
        item = self.bank.items.get(one.id)
        return f"twins {item.twins}" if item is not None and item.twins else f"item {one.id}"

    def drop_same_story(self, several: Iterable[Askable]) -> list[Askable]:
        """`several` in order, without those that tell the story of an earlier one or are its near-duplicate."""
        firsts: dict[str, Askable] = {}
        for one in several:
            firsts.setdefault(self.story_of(one), one)
        return list(firsts.values())

    def make_items(self, chosen: Iterable[Askable], *, seed: int, most: int) -> list[Item]:
        """Up to `most` items in order, without those that have no answer today, and one per story."""
        found = (item for one in self.drop_same_story(chosen) if (item := self.make_item(one.id, seed)) is not None)
        return list(islice(found, most))

    def bank_for_exam(self, exam: Exam) -> Bank:
        """The bank with the items generated for an exam, as they were then."""
        made = {slot.item for slot in exam.slots}.intersection(self.generated_by_id)
        items = {item.id: item for identity in sorted(made) if (item := self.make_item(identity, exam.seed)) is not None}
        return self.bank.with_items(items)


def _group_askables(pairs: Iterable[tuple[str, Askable]]) -> dict[str, tuple[Askable, ...]]:
    groups: dict[str, list[Askable]] = {}
    for name, one in pairs:
        groups.setdefault(name, []).append(one)
    return {name: tuple(several) for name, several in groups.items()}
