"""The path for a new engineer: the lessons in their order, each with questions at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from knowledge.errors import InputError, shown
from quizzes.choosing import interleaved
from quizzes.course import LESSONS
from quizzes.item import Item
from quizzes.learned import Seen
from quizzes.log import Askable, lesson_read
from quizzes.path import Stop, next_stop, path
from tui.practice.keeping import keep
from tui.practice.sitting import Sitting
from tui.practice.stage import STOP, Draw, Room, Standing, drawn, told
from tui.practice.ways import numbered
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice
from tui.views.line import Line

QUESTIONS: Final = 4
"""At the end of a lesson."""
APPLIED: Final = 1
"""Scenarios or sums behind them: who is new learns by placing workloads."""


class Path:
    """One lesson after the other."""

    def __init__(self, room: Room) -> None:
        """Begin with the first lesson that is not done."""
        self._room = room
        self._stops = path(room.store.state, room.supply.every.values(), room.bank.course)
        following = next_stop(self._stops)
        self._at = self._stops.index(following) if following is not None else len(self._stops)
        self._sitting: Sitting | None = None
        self.is_over = following is None
        """Whether every lesson was read, or somebody stopped."""

    def opened(self) -> Iterator[Part]:
        """The lesson; that there is none left."""
        if self.is_over:
            yield told(say(self._room.knowledge, "path_done"))
        else:
            yield drawn(self._lines_of(self._at))

    def heard(self, line: str) -> Iterator[Part]:
        """Read, skipped, or an answer to a question of the lesson."""
        word = " ".join(line.lower().split())
        if self._sitting is not None:
            yield from self._sitting.heard(line)
            if self._sitting.is_over:
                self._sitting = None
                yield from self._leave() if word in STOP else self._next(1)
        elif word in STOP:
            yield from self._leave()
        elif word in ("skip", "next"):
            yield from self._next(1)
        elif word in ("back", "before", "undo"):
            yield from self._next(-1)
        elif word in ("", "read", "1"):
            yield from self._ask()
        else:
            raise InputError(say(self._room.knowledge, "no_way_on", text=shown(word)))

    def _leave(self) -> Iterator[Part]:
        self.is_over = True
        yield told(say(self._room.knowledge, "path_left"))

    def _ask(self) -> Iterator[Part]:
        """The lesson was read: its questions."""
        stop = self._stops[self._at]
        yield from keep(self._room, lesson_read(stop.lesson, time=self._room.clock()))
        items = self._items(stop)
        if not items:
            yield from self._next(1)
            return
        self._sitting = Sitting(self._room, items, "path")
        yield from self._sitting.opened()

    def _items(self, stop: Stop) -> list[Item]:
        """Questions on the lesson, those that were not right yet and the least asked first; a scenario or a sum; its checkpoints."""
        state, supply = self._room.store.state, self._room.supply
        found = [supply.every[one] for one in stop.questions if one not in state.flagged]
        named = f"{LESSONS}{stop.lesson}"
        ranked = sorted(found, key=lambda one: _rank(one, state.items.get(one.id), named))
        written, made = ([one for one in ranked if (one.id in supply.listed) is is_made] for is_made in (False, True))
        checkpoints = [supply.every[one] for one in stop.checkpoints if one not in stop.passed and one not in state.flagged]
        questions, applied, at_end = (
            supply.items(several, seed=state.through, most=most)
            for several, most in ((written, QUESTIONS), (made, APPLIED), (checkpoints, len(checkpoints)))
        )
        return [*interleaved(questions), *applied, *at_end]

    def _next(self, step: int) -> Iterator[Part]:
        self._at = max(self._at + step, 0)
        if self._at >= len(self._stops):
            self.is_over = True
            yield told(say(self._room.knowledge, "path_end"))
        else:
            yield drawn(self._lines_of(self._at))

    def _lines_of(self, at: int) -> Draw:
        from tui.views.article import Article  # noqa: PLC0415  # only a lesson needs it

        base, lesson = self._room.knowledge, self._room.knowledge.lessons[self._stops[at].lesson]

        def lines(width: int) -> Iterator[Line]:
            yield Line(self._where(at), "dim")
            yield from Article(base, width).lines(lesson)

        return lines

    def _where(self, at: int) -> str:
        return say(self._room.knowledge, "lesson", number=min(at + 1, len(self._stops)), all=len(self._stops))

    def standing(self) -> Standing:
        """That of the questions, or what to do with the lesson."""
        if self._sitting is not None:
            return self._sitting.standing()
        where = self._where(self._at)
        return Standing((say(self._room.knowledge, "lesson_next"), numbered(self._ways()), ""), (Line(where, "head"),))

    def _ways(self) -> Iterator[Choice]:
        base = self._room.knowledge
        yield Choice(say(base, "lesson_read"), "read")
        yield Choice(say(base, "lesson_skip"), "skip")
        if self._at:
            yield Choice(say(base, "lesson_before"), "back")
        yield Choice(say(base, "stop"), "stop")


def _rank(one: Askable, seen: Seen | None, lesson: str) -> tuple[bool, bool, int, int]:
    """Right ones last, those that name the lesson first, then the least asked, then the easiest."""
    return seen is not None and seen.was_right, lesson not in one.stands_on, seen.times if seen is not None else 0, one.difficulty
