"""The path for a new engineer: the lessons in their order, each with questions at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from quizzes.choosing import interleaved
from quizzes.item import Item
from quizzes.log import lesson_read
from quizzes.path import Stop, next_stop, path
from tui.practice.sitting import Sitting
from tui.practice.stage import Room, Standing, drawn, told
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice
from tui.views.line import Line

QUESTIONS: Final = 4
"""At the end of a lesson."""
Phase = Literal["lesson", "questions", "over"]


class Path:
    """One lesson after the other."""

    def __init__(self, room: Room) -> None:
        """Begin with the first lesson that was not read."""
        self._room = room
        stops = path(room.store.state, list(room.bank.items.values()), room.knowledge.lessons)
        self._stops = stops
        following = next_stop(stops)
        self._at = stops.index(following) if following is not None else len(stops)
        self._phase: Phase = "lesson" if self._at < len(stops) else "over"
        self._sitting: Sitting | None = None

    @property
    def is_over(self) -> bool:
        """Whether every lesson was read, or somebody stopped."""
        return self._phase == "over"

    def opened(self) -> Iterator[Part]:
        """The lesson; that there is none left."""
        if self._phase == "over":
            yield told(say(self._room.knowledge, "path_done"))
        else:
            yield drawn(self._lines)

    def heard(self, line: str) -> Iterator[Part]:
        """Read, skipped, or an answer to a question of the lesson."""
        word = line.strip().lower()
        if self._sitting is not None:
            yield from self._sitting.heard(line)
            if self._sitting.is_over:
                self._sitting = None
                yield from self._next()
        elif word in ("stop", "menu"):
            self._phase = "over"
        elif word in ("skip", "2"):
            yield from self._next()
        else:
            yield from self._ask()

    def _ask(self) -> Iterator[Part]:
        stop = self._stops[self._at]
        self._room.store.append(lesson_read(stop.lesson, time=self._room.clock()))
        items = self._items(stop)
        if not items:
            yield from self._next()
            return
        self._sitting = Sitting(self._room, items, "path")
        yield from self._sitting.opened()

    def _items(self, stop: Stop) -> list[Item]:
        """Questions on the lesson, the least asked first, and its checkpoints at the end."""
        state, bank = self._room.store.state, self._room.bank
        found = [bank.items[one] for one in stop.questions if one not in state.flagged]
        times = {item.id: state.items[item.id].times if item.id in state.items else 0 for item in found}
        first = interleaved(sorted(found, key=lambda item: (times[item.id], item.difficulty))[:QUESTIONS])
        return [*first, *(bank.items[one] for one in stop.checkpoints if one not in stop.passed)]

    def _next(self) -> Iterator[Part]:
        self._at += 1
        if self._at >= len(self._stops):
            self._phase = "over"
            yield told(say(self._room.knowledge, "path_done"))
        else:
            yield drawn(self._lines)

    def _lines(self, width: int) -> Iterator[Line]:
        from tui.views.article import Article  # noqa: PLC0415  # only a lesson needs it

        base = self._room.knowledge
        yield Line(say(base, "lesson", number=self._at + 1, all=len(self._stops)), "dim")
        yield from Article(base, width).lines(base.lessons[self._stops[self._at].lesson])

    def standing(self) -> Standing:
        """That of the questions, or what to do with the lesson."""
        if self._sitting is not None:
            return self._sitting.standing()
        base = self._room.knowledge
        picks = [
            Choice(say(base, "lesson_read"), "read", mark="1"),
            Choice(say(base, "lesson_skip"), "skip", mark="2"),
            Choice(say(base, "stop"), "stop"),
        ]
        where = say(base, "lesson", number=min(self._at + 1, len(self._stops)), all=len(self._stops))
        return Standing((say(base, "next"), picks, ""), "", where, (Line(where, "head"),))
