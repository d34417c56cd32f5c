"""Picks the items of a session: due, new, missed, generated, by task, set, subject or recent change, or by the study plan."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from knowledge.errors import InputError, quote_value
from knowledge.events import list_changed_entries
from knowledge.lookup import look_up
from quizzes.blueprint import Blueprint
from quizzes.display_order import shuffle_by_hash
from quizzes.item import Item
from quizzes.item_selection import askable_by_point, choose_items, interleave_items
from quizzes.mastery import level_to_learn
from quizzes.practice_log import DRILL_PREFIX, Askable
from quizzes.progress import measure_progress
from quizzes.study_plan import Goal
from tui.practice.stage import PracticeContext

if TYPE_CHECKING:
    from quizzes.drills import DrillKind
    from quizzes.generated import Kind

SESSION_QUESTIONS: Final = 10
"""Questions of one session."""
_MAX_SUBJECTS: Final = 4
"""Entries that a typed subject may name at once."""


class QuestionPool:
    """Picks items by the state of the log, written and generated ones. Flagged items are never picked."""

    def __init__(self, context: PracticeContext) -> None:
        """Pick from the items and the log of `context`."""
        self._say = context.sentence
        self._context = context

    def points_due(self) -> list[str]:
        """Points due today that some item asks for."""
        askable = self._askable_by_point()
        return [point for point in self._context.store.state.points_due(self._context.clock().date()) if point in askable]

    def items_due(self) -> list[Item]:
        """An item for each point due, preferably of another type than last time."""
        return self._items_for_points(self.points_due(), self._context.supply.askable_by_id.values())

    def items_planned(self, goal: Goal, blueprint: Blueprint) -> list[Item]:
        """An item of the exam for each point of today's share of the study plan. Raises InputError for an exam date in the past."""
        context = self._context
        items = list(context.supply.askable_by_id.values())
        found = measure_progress(
            context.store.read_rows(), context.store.state, items, context.bank.course, blueprint, today=context.today, goal=goal
        )
        points = [pick.point for pick in found.plan.today] if found.plan is not None else []
        asked = [one for one in items if blueprint.id in one.exams or (blueprint.translated and one.exams)]
        return self._items_for_points(points, asked)

    def unseen_askables(self) -> list[Askable]:
        """Items never asked."""
        seen = self._context.store.state.items
        return [one for one in self._not_flagged(self._context.supply.askable_by_id.values()) if one.id not in seen]

    def items_to_learn(self) -> list[Item]:
        """Items never asked, those of the learner's level and short ones first; any item once all were asked.

        Suspended points are left out.
        """
        level = level_to_learn(self._context.store.read_rows())
        suspended = self._context.store.state.suspended
        wanted = self.unseen_askables() or self._not_flagged(self._context.supply.askable_by_id.values())
        order = shuffle_by_hash((one for one in wanted if one.stands_on[0] not in suspended), self._current_seed, "learn", _id_of)
        longer = self._context.supply.generated_by_id
        longer_by = {one.id: (one.type != "choice") + (one.id in longer) for one in order}
        return self._make_session_items(sorted(order, key=lambda one: (abs(one.difficulty - level) + longer_by[one.id], one.difficulty)))

    def items_missed(self) -> list[Item]:
        """Items answered wrongly the last time."""
        return self._make_session_items(self._missed_askables())

    def has_missed(self) -> bool:
        """True if there are such items."""
        return bool(self._missed_askables())

    def items_least_asked(self, several: Iterable[Askable]) -> list[Item]:
        """The least asked of some items, in an order the log decides, types and points interleaved."""
        return self._make_session_items(self._least_asked(several, "drill"))

    def items_generated(self, kind: Kind) -> list[Item]:
        """Generated items of one kind, the least asked first."""
        return self._make_session_items(
            self._least_asked((one for one in self._context.supply.generated_by_id.values() if one.kind == kind), kind)
        )

    def items_drilled(self, kind: DrillKind) -> list[Item]:
        """Drills of one kind, the least asked first."""
        every = self._context.supply.drills_by_id.values()
        return self._make_session_items(self._least_asked((one for one in every if one.kind == kind), kind))

    def items_about(self, words: str) -> list[Item]:
        """Items by id, else items on the entries that the words name, in turn. Raises InputError if there are none."""
        supply = self._context.supply
        groups: list[Sequence[Askable]] = [[one] for word in words.split() if (one := supply.askable_by_id.get(word)) is not None]
        groups = groups or [self._least_asked(supply.by_entry[point], "drill") for point in self._points_named(words)[:_MAX_SUBJECTS]]
        turns = max(map(len, groups), default=0)
        found = {one.id: one for turn in range(turns) for group in groups for one in group[turn : turn + 1]}
        if not found:
            raise InputError(self._say("nothing_about", text=quote_value(words)))
        return self._make_session_items(found.values())

    def items_changed_since(self, day: dt.date) -> list[Item]:
        """Items on entries that an event concerns on or after `day`. Raises InputError if there are none."""
        by_entry = self._context.supply.by_entry
        found = {one.id: one for entry in sorted(list_changed_entries(self._context.knowledge, day)) for one in by_entry.get(entry, ())}
        if not found:
            raise InputError(self._say("nothing_changed", day=day))
        return self._make_session_items(self._least_asked(found.values(), "changed"))

    @property
    def _current_seed(self) -> int:
        """Changes with each answer, and with it the order and the numbers drawn."""
        return self._context.store.state.through

    def _missed_askables(self) -> list[Askable]:
        supply, seen_items = self._context.supply, self._context.store.state.items
        every: Mapping[str, Askable] = supply.askable_by_id
        if any(identity.startswith(DRILL_PREFIX) for identity in seen_items):
            every = {**every, **supply.drills_by_id}
        return self._not_flagged(
            every[identity] for identity, seen in self._context.store.state.items.items() if not seen.was_right and identity in every
        )

    def _least_asked(self, several: Iterable[Askable], name: str) -> list[Askable]:
        seen = self._context.store.state.items
        order = shuffle_by_hash(self._not_flagged(several), self._current_seed, name, _id_of)
        return sorted(order, key=lambda one: seen[one.id].times if one.id in seen else 0)

    def _points_named(self, words: str) -> list[str]:
        """The entries that single words name by id, else those that the whole text finds; only entries with items."""
        entries = self._context.supply.by_entry
        by_id: dict[str, list[str]] = {}
        for point in entries:
            by_id.setdefault(point.partition("/")[2], []).append(point)
        named = [point for word in words.lower().replace(",", " ").split() for point in by_id.get(word, ())]
        hits = [] if named else [f"{hit.kind}/{hit.id}" for hit in look_up(words, self._context.knowledge)]
        return named or [point for point in hits if point in entries]

    def _items_for_points(self, points: Sequence[str], among: Iterable[Askable]) -> list[Item]:
        state = self._context.store.state
        return self._make_session_items(choose_items(points, askable_by_point(among, state), state, seed=self._current_seed))

    def _make_session_items(self, several: Iterable[Askable]) -> list[Item]:
        """The first items that can be asked, interleaved."""
        return interleave_items(self._context.supply.make_items(several, seed=self._current_seed, most=SESSION_QUESTIONS))

    def _askable_by_point(self) -> dict[str, tuple[Askable, ...]]:
        """What asks each point; drills only for points that nothing else asks."""
        supply, state = self._context.supply, self._context.store.state
        found = askable_by_point(supply.askable_by_id.values(), state)
        if any(point not in found for point in state.cards):
            found = {**askable_by_point(supply.drills_by_id.values(), state), **found}
        return found

    def _not_flagged(self, several: Iterable[Askable]) -> list[Askable]:
        flagged = self._context.store.state.flagged
        return [one for one in several if one.id not in flagged]


def _id_of(one: Askable) -> str:
    return one.id
