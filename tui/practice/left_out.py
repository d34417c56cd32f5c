"""What is left out: points that went wrong too often or that nobody wanted, and questions that were flagged. One by one they come back."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final, NamedTuple

from knowledge.errors import InputError, shown
from quizzes.log import Row, flagged, suspended
from tui.practice.keeping import keep, lesson_about, name_of
from tui.practice.stage import STOP, Room, Standing, told
from tui.practice.ways import numbered
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice

_STEM: Final = 60
"""Characters of a flagged question that the list shows."""
_MOST_DIGITS: Final = 4
ALL: Final = "all"


class _Out(NamedTuple):
    """Something that is left out."""

    label: str
    effect: str
    is_point: bool
    identity: str


class LeftOut:
    """A list; picking an entry brings it back."""

    def __init__(self, room: Room) -> None:
        """Take the room."""
        self._room = room
        self.is_over = False

    @staticmethod
    def count(room: Room) -> int:
        """How much is left out."""
        state = room.store.state
        return len(state.suspended) + len(state.flagged)

    def opened(self) -> Iterator[Part]:
        """What to do with them."""
        yield told(say(self._room.knowledge, "left_out_head"))

    def heard(self, line: str) -> Iterator[Part]:
        """The number of one, or all."""
        word, out = line.strip().lower(), list(self._out())
        if word in (*STOP, "back"):
            self.is_over = True
            return
        is_number = word.isdecimal() and len(word) <= _MOST_DIGITS and 1 <= int(word) <= len(out)
        if not is_number and word != ALL:
            raise InputError(say(self._room.knowledge, "no_number", text=shown(word), last=len(out)))
        wanted = out if word == ALL else [out[int(word) - 1]]
        yield from keep(self._room, *(self._back(one) for one in wanted))
        yield told(say(self._room.knowledge, "brought_back", count=len(wanted)), kind="notice")
        self.is_over = not self.count(self._room)

    def _back(self, one: _Out) -> Row:
        change = suspended if one.is_point else flagged
        return change(one.identity, time=self._room.clock(), on=False)

    def _out(self) -> Iterator[_Out]:
        state, base = self._room.store.state, self._room.knowledge
        for point, why in sorted(state.suspended.items()):
            lesson = lesson_about(self._room, point)
            told_why = say(base, f"out_{why}", lesson=lesson) if lesson else ""
            yield _Out(name_of(self._room, point), told_why, is_point=True, identity=point)
        for identity in sorted(state.flagged):
            stem = textwrap.shorten(self._stem(identity), _STEM, placeholder="…")
            yield _Out(stem, say(base, "out_flagged"), is_point=False, identity=identity)

    def _stem(self, identity: str) -> str:
        """What a flagged question asks; its id where nothing of that id is there any more."""
        item = self._room.supply.item(identity, 0) if identity in self._room.supply.every else None
        return item.stem if item is not None else identity

    def standing(self) -> Standing:
        """Each with the lesson to read about it."""
        base = self._room.knowledge
        choices = [Choice(one.label, str(at), one.effect) for at, one in enumerate(self._out(), 1)]
        more = [Choice(say(base, "all_back"), ALL), Choice(say(base, "stop"), "stop")]
        return Standing((say(base, "which_back"), numbered([*choices, *more]), ""))
