"""Practice: the menu, and whatever stage was picked there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from knowledge.errors import InputError
from tui.practice.below import Below
from tui.practice.menu import Menu
from tui.practice.reading import BACK, Reading
from tui.practice.shelf import Shelf
from tui.practice.stage import Room, Stage, Standing, told
from tui.practice.words import say
from tui.talk import Part


class PracticeTalk:
    """A line goes in, parts come out. A mistake is one line, and loses nothing."""

    def __init__(self, room: Room) -> None:
        """Begin with the menu."""
        self.room = room
        self.is_over = False
        self._shelf = Shelf(room.store.path.parent)
        self._menu = Menu(room, self._shelf)
        self._stage: Stage = self._menu

    def history(self) -> list[str]:
        """Answers are not brought back by arrow-up."""
        return []

    def greeting(self) -> Iterator[Part]:
        """What practice is, and whether it can be kept."""
        base = self.room.knowledge
        yield told(say(base, "hello"), say(base, "tip"))
        if self.room.store.told:
            yield told(self.room.store.told, kind="notice")

    def heard(self, line: str) -> Iterator[Part]:
        """What a line leads to. What was only read is left by any line, which the menu hears unless it says no more than that."""
        if isinstance(self._stage, Reading):
            self._stage = self._menu
            if " ".join(line.lower().split()) in BACK:
                return
        yield from self._guarded(lambda: self._stage.heard(line))

    def turn_to(self, line: str) -> Iterator[Part]:
        """Leave what is under way, as "stop" does, and say something to the menu: "about g5", "exam MLA-C01 compute"."""
        if self._stage is not self._menu:
            yield from self.heard("stop")
        yield from self.heard(line)

    def timed_out(self) -> Iterator[Part]:
        """Hand in an exam whose time is over; nothing else is touched."""
        until = self.standing().until
        if until is not None and until <= self.room.seconds():
            yield from self.heard("")

    def _guarded(self, step: Callable[[], Iterator[Part]]) -> Iterator[Part]:
        try:
            yield from step()
            yield from self._moved()
        except InputError as error:
            yield told(*str(error).splitlines(), kind="notice")

    def _moved(self) -> Iterator[Part]:
        """Into the stage that was picked, or back to the menu."""
        stage = self._stage
        if isinstance(stage, Menu | Below) and stage.chosen is not None:
            self._stage, stage.chosen = stage.chosen, None
            yield from self._stage.opened()
        if self._stage.is_over:
            self._stage = self._menu

    def standing(self) -> Standing:
        """Where the stage stands."""
        return self._stage.standing()

    @property
    def is_kept(self) -> bool:
        """Whether every answer is on the disk, and the exam that was left."""
        return self.room.store.is_kept and not self._shelf.problem

    def close(self) -> None:
        """Keep what is not kept yet."""
        self.room.store.close()
