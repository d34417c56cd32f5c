"""Which items a sitting asks: what is due, what was never asked, what was wrong, a task, a set, a subject, the day's share of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from knowledge.errors import InputError, shown
from knowledge.lookup import look_up
from quizzes.blueprint import Blueprint
from quizzes.choosing import by_point, interleaved, sitting
from quizzes.item import Item
from quizzes.order import dealt
from quizzes.plan import Goal
from tui.practice.stage import Room
from tui.practice.words import say

AT_ONCE: Final = 10
"""Questions of one sitting."""
_MOST_SUBJECTS: Final = 4
"""Entries that words may name at once."""


class Pool:
    """Picks items by the state of the log. Flagged ones are never picked."""

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
        items, lessons, today = list(room.bank.items.values()), room.knowledge.lessons, room.clock().date()
        found = progress(room.store.rows(), room.store.state, items, lessons, blueprint, today=today, goal=goal)
        return self._for([pick.point for pick in found.plan.today] if found.plan is not None else [])

    def unseen(self) -> list[Item]:
        """Those that were never asked."""
        seen = self._room.store.state.items
        return [item for item in self._open(self._room.bank.items.values()) if item.id not in seen]

    def new(self) -> list[Item]:
        """Items that were never asked, easy ones first; any where all were asked. Points that are left out are not asked."""
        suspended = self._room.store.state.suspended
        items = [item for item in self.unseen() or self._open(self._room.bank.items.values()) if item.stands_on[0] not in suspended]
        order = dealt(items, self._room.store.state.through, "learn", lambda item: item.id)
        return interleaved(sorted(order, key=lambda item: item.difficulty + (item.type == "typed"))[:AT_ONCE])

    def missed(self) -> list[Item]:
        """Those that were wrong the last time."""
        state, items = self._room.store.state, self._room.bank.items
        wrong = [items[identity] for identity, seen in state.items.items() if not seen.was_right and identity in items]
        return interleaved(self._open(wrong)[:AT_ONCE])

    def mixed(self, items: Iterable[Item]) -> list[Item]:
        """The least asked of some first, the rest by chance that the log decides, forms and points interleaved."""
        state = self._room.store.state
        order = dealt(self._open(items), state.through, "drill", lambda item: item.id)
        times = {item.id: state.items[item.id].times if item.id in state.items else 0 for item in order}
        return interleaved(sorted(order, key=lambda item: times[item.id])[:AT_ONCE])

    def about(self, words: str) -> list[Item]:
        """Items by their ids, else those that stand on what some words name, in turn. Raises InputError where there is none."""
        room = self._room
        groups = [[item] for word in words.split() if (item := room.bank.items.get(word)) is not None]
        groups = groups or [self.mixed(room.bank.by_entry.get(point, ())) for point in self._points(words)[:_MOST_SUBJECTS]]
        found = dict.fromkeys(item.id for turn in range(AT_ONCE) for group in groups for item in group[turn : turn + 1])
        if not found:
            raise InputError(say(room.knowledge, "nothing_about", text=shown(words)))
        return interleaved([room.bank.items[identity] for identity in list(found)[:AT_ONCE]])

    def _points(self, words: str) -> list[str]:
        """The entries that each word names by its id; else what the whole names."""
        entries = self._room.bank.by_entry
        ids = {point.partition("/")[2]: point for point in entries}
        named = [ids[word] for word in words.lower().replace(",", " ").split() if word in ids]
        hits = [] if named else [f"{hit.kind}/{hit.id}" for hit in look_up(words, self._room.knowledge)]
        return named or [point for point in hits if point in entries]

    def _for(self, points: Sequence[str]) -> list[Item]:
        state = self._room.store.state
        return sitting(points, self._askable(), state, seed=state.through)[:AT_ONCE]

    def _askable(self) -> dict[str, tuple[Item, ...]]:
        return by_point(self._room.bank.items.values(), self._room.store.state)

    def _open(self, items: Iterable[Item]) -> list[Item]:
        flagged = self._room.store.state.flagged
        return [item for item in items if item.id not in flagged]
