"""Deals the items of a mock exam: by the mix of types, evenly by task, what was asked least first.

The rarer types are dealt as they are shuffled; the commonest one, of which there is most, evens out the tasks of a domain. Were the rare
ones chosen by task too, the only case of a task would stand in nearly every exam. What a learner has to meet again is spread over the
earlier exams, so that no two resemble each other much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from quizzes.item import Form, Item, keyed_questions
from quizzes.practice_log import Askable, LogRow, rows_in_force

MakeItem = Callable[[Askable], Item | None]
StoryOf = Callable[[Askable], str]


class Seen(NamedTuple):
    """What a learner was asked before an exam."""

    times: Mapping[str, int] = {}
    """Item id -> how often."""
    exams: tuple[frozenset[str], ...] = ()
    """The items of each day with a mock exam."""


def read_seen(rows: Iterable[LogRow]) -> Seen:
    """What the log says that its learner was asked; a case counts once for all of its questions."""
    times: Counter[str] = Counter()
    by_day: dict[object, set[str]] = {}
    for row in rows_in_force(rows):
        if row.kind == "answer":
            times[row.about] += not row.part
            if row.mode == "exam":
                by_day.setdefault(row.time.date(), set()).add(row.about)
    return Seen(times, tuple(frozenset(several) for several in by_day.values()))


class ExamDealer:
    """An exam while its domains are dealt one after another."""

    def __init__(self, mix: Mapping[Form, float], seen: Seen, story_of: StoryOf, make: MakeItem) -> None:
        """`mix` gives the share of each type. `make` gives the item of what is chosen, None if it has no answer today."""
        self.chosen: list[Item] = []
        self._mix, self._seen, self._story_of, self._make = mix, seen, story_of, make
        self._stories: set[str] = set()
        """Stories and groups of near-duplicates that are asked already, in any domain."""
        self._types: Counter[str] = Counter()
        """Type -> questions so far."""
        self._met: Counter[int] = Counter()
        """Number of an earlier exam -> questions that it had too."""
        self._exams_of: dict[str, list[int]] = {}
        for number, items in enumerate(seen.exams):
            for name in items:
                self._exams_of.setdefault(name, []).append(number)

    def deal_domain(self, pool: Sequence[Askable], quota: int) -> int:
        """Choose items of `pool` with `quota` questions in all, fewer where there are too few; the number of questions found."""
        by_story: Counter[str] = Counter()
        for one in pool:
            by_story[self._story_of(one)] += self._seen.times.get(one.id, 0)
        tasks: Counter[str] = Counter()
        share, due = 1 / max(len({one.task for one in pool}), 1), self._types.total() + quota
        *rare, common = sorted(self._mix, key=lambda form: (self._mix[form], form))

        def newest(one: Askable) -> tuple[int, ...]:
            """Rank: how often it or a near-duplicate was asked, and how much the earlier exams with it have given already."""
            asked = by_story[self._story_of(one)], self._seen.times.get(one.id, 0)
            return (*asked, max((self._met[number] for number in self._exams_of.get(one.id, ())), default=0))

        def take(form: str, wanted: float, *, by_task: bool) -> None:
            """Add items of a type while half a question or more of `wanted` lacks; the last one may bring more, as a case does."""
            several = [one for one in pool if one.type == form and self._story_of(one) not in self._stories]
            while several and wanted >= 1 / 2 and tasks.total() < quota:
                lag = {one.task: round(_shortage(share, tasks, one.task), 9) if by_task else 0 for one in several}
                one = min(several, key=lambda one: (-lag[one.task], *newest(one)))  # the first among equals, as they were shuffled
                several.remove(one)
                item = self._make(one)
                count = len(keyed_questions(item)) if item is not None else 0
                if item is None or count > quota - tasks.total():
                    continue
                self._add(item, count)
                tasks[item.task] += count
                wanted -= count
                self._stories.add(self._story_of(one))
                several = [other for other in several if self._story_of(other) not in self._stories]

        for form in rare:
            take(form, self._mix[form] * due - self._types[form], by_task=False)
        for form in (common, *reversed(rare)):  # where the commonest type runs out, the next one fills up
            take(form, quota, by_task=True)
        return tasks.total()

    def _add(self, item: Item, count: int) -> None:
        self.chosen.append(item)
        self._types[item.type] += count
        for number in self._exams_of.get(item.id, ()):
            self._met[number] += count


def _shortage(share: float, taken: Counter[str], name: str) -> float:
    """How many questions `name` would lack if it were not chosen next."""
    return share * (taken.total() + 1) - taken[name]
