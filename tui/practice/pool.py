"""Which items a sitting asks: what is due, what was never asked, what was wrong, a task, a set, a subject, the day's share of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from knowledge.errors import InputError, shown
from knowledge.lookup import look_up
from quizzes.blueprint import Blueprint
from quizzes.choosing import by_point, interleaved, sitting
from quizzes.item import Item
from quizzes.log import Askable
from quizzes.order import dealt
from quizzes.plan import Goal
from tui.practice.stage import Room
from tui.practice.words import say

if TYPE_CHECKING:
    from quizzes.generated import Kind

AT_ONCE: Final = 10
"""Questions of one sitting."""
_MOST_SUBJECTS: Final = 4
"""Entries that words may name at once."""


class Pool:
    """Picks items by the state of the log, those that nobody wrote among them. Flagged ones are never picked."""

    def __init__(self, room: Room) -> None:
        """Take what is picked from."""
        self._room = room

    def due(self) -> list[str]:
        """Points to ask today for which there is a question."""
        askable = self._askable()
        return [point for point in self._room.store.state.due(self._room.clock().date()) if point in askable]

    def review(self) -> list[Item]:
        """A question for each point that is due, in another form than the last."""
        return self._for(self.due())

    def planned(self, goal: Goal, blueprint: Blueprint) -> list[Item]:
        """A question for each point of the day's share of the plan, the best first. Raises InputError for an exam that is past."""
        from quizzes.progress import progress  # noqa: PLC0415  # a plan takes a while, and few have one

        room = self._room
        items = list(room.supply.every.values())
        found = progress(room.store.rows(), room.store.state, items, room.bank.course, blueprint, today=room.today, goal=goal)
        return self._for([pick.point for pick in found.plan.today] if found.plan is not None else [])

    def unseen(self) -> list[Askable]:
        """Those that were never asked."""
        seen = self._room.store.state.items
        return [one for one in self._open(self._room.supply.every.values()) if one.id not in seen]

    def new(self) -> list[Item]:
        """Items that were never asked, easy and short ones first; any where all were asked. Points that are left out are not asked."""
        suspended = self._room.store.state.suspended
        wanted = self.unseen() or self._open(self._room.supply.every.values())
        order = dealt((one for one in wanted if one.stands_on[0] not in suspended), self._seed, "learn", _identity)
        longer = self._room.supply.listed
        return self._made(sorted(order, key=lambda one: one.difficulty + (one.type == "typed") + (one.id in longer)))

    def missed(self) -> list[Item]:
        """Those that were wrong the last time."""
        return self._made(self._missed())

    def has_missed(self) -> bool:
        """Whether there are any."""
        return bool(self._missed())

    def mixed(self, several: Iterable[Askable]) -> list[Item]:
        """The least asked of some first, the rest by chance that the log decides, forms and points interleaved."""
        return self._made(self._least_asked(several, "drill"))

    def made(self, kind: Kind) -> list[Item]:
        """Items of one kind that nobody wrote, those asked least first."""
        return self._made(self._least_asked((one for one in self._room.supply.listed.values() if one.kind == kind), kind))

    def about(self, words: str) -> list[Item]:
        """Items by their ids, else those that stand on what some words name, in turn. Raises InputError where there is none."""
        supply = self._room.supply
        groups: list[Sequence[Askable]] = [[one] for word in words.split() if (one := supply.every.get(word)) is not None]
        groups = groups or [self._least_asked(supply.by_entry[point], "drill") for point in self._points(words)[:_MOST_SUBJECTS]]
        turns = max(map(len, groups), default=0)
        found = {one.id: one for turn in range(turns) for group in groups for one in group[turn : turn + 1]}
        if not found:
            raise InputError(say(self._room.knowledge, "nothing_about", text=shown(words)))
        return self._made(found.values())

    @property
    def _seed(self) -> int:
        """Another one after each answer, so that chance and numbers are others too."""
        return self._room.store.state.through

    def _missed(self) -> list[Askable]:
        every = self._room.supply.every
        return self._open(
            every[identity] for identity, seen in self._room.store.state.items.items() if not seen.was_right and identity in every
        )

    def _least_asked(self, several: Iterable[Askable], name: str) -> list[Askable]:
        seen = self._room.store.state.items
        order = dealt(self._open(several), self._seed, name, _identity)
        return sorted(order, key=lambda one: seen[one.id].times if one.id in seen else 0)

    def _points(self, words: str) -> list[str]:
        """The entries that each word names by its id; else what the whole names. Something is asked about each of them."""
        entries = self._room.supply.by_entry
        by_id: dict[str, list[str]] = {}
        for point in entries:
            by_id.setdefault(point.partition("/")[2], []).append(point)
        named = [point for word in words.lower().replace(",", " ").split() for point in by_id.get(word, ())]
        hits = [] if named else [f"{hit.kind}/{hit.id}" for hit in look_up(words, self._room.knowledge)]
        return named or [point for point in hits if point in entries]

    def _for(self, points: Sequence[str]) -> list[Item]:
        return self._made(sitting(points, self._askable(), self._room.store.state, seed=self._seed))

    def _made(self, several: Iterable[Askable]) -> list[Item]:
        """The items of a sitting: the first of `several` that can be asked, interleaved."""
        return interleaved(self._room.supply.items(several, seed=self._seed, most=AT_ONCE))

    def _askable(self) -> dict[str, tuple[Askable, ...]]:
        return by_point(self._room.supply.every.values(), self._room.store.state)

    def _open(self, several: Iterable[Askable]) -> list[Askable]:
        flagged = self._room.store.state.flagged
        return [one for one in several if one.id not in flagged]


def _identity(one: Askable) -> str:
    return one.id
