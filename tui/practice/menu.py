"""The first stage: what there is to practise today."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from knowledge.errors import InputError, shown
from quizzes.assembly import assemble
from quizzes.blueprint import Blueprint
from quizzes.choosing import by_point, interleaved, sitting
from quizzes.exam import Exam
from quizzes.item import Item
from quizzes.log import Mode
from quizzes.order import dealt
from tui.practice.mock import Mock
from tui.practice.path import Path
from tui.practice.shelf import Shelf
from tui.practice.sitting import Sitting
from tui.practice.stage import Room, Stage, Standing, drawn, told
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice
from tui.views.line import Line

Way = Callable[[], Stage | Part]
"""Leads to a stage, or shows something."""
AT_ONCE: Final = 10
"""Questions of one sitting."""


class Menu:
    """Leads to every other stage."""

    def __init__(self, room: Room, shelf: Shelf) -> None:
        """Take what is practised with, and the exam that was left."""
        self._room, self._shelf = room, shelf
        self.chosen: Stage | None = None
        """What was picked; None while nothing is."""
        self._below: list[tuple[str, Way]] = []
        """Tasks or sets, where one of them is to be picked."""
        self._head = "menu"

    @property
    def is_over(self) -> bool:
        """It never is."""
        return False

    def opened(self) -> Iterator[Part]:
        """Nothing but its card."""
        yield from ()

    def heard(self, line: str) -> Iterator[Part]:
        """The number of a choice."""
        word = line.strip()
        if word.lower() == "resume":
            yield from self._resume()
            return
        if word.lower() in ("stop", "menu") and self._below:
            self._below, self._head = [], "menu"
            return
        entries = self._below or self._entries()
        at = int(word) - 1 if word.isdecimal() and len(word) < 4 else -1  # noqa: PLR2004  # no menu has a thousand lines
        if not 0 <= at < len(entries):
            raise InputError(say(self._room.knowledge, "no_number", text=shown(word), last=len(entries)))
        self._below, self._head = [], "menu"
        found = entries[at][1]()
        if isinstance(found, Part):
            yield found
            return
        self.chosen = found
        if isinstance(self.chosen, Sitting) and self.chosen.is_over:
            self.chosen = None
            yield told(say(self._room.knowledge, "nothing_missed"), kind="notice")

    def _resume(self) -> Iterator[Part]:
        from quizzes.log import suspended  # noqa: PLC0415  # seldom

        state = self._room.store.state
        self._room.store.append(*(suspended(point, time=self._room.clock(), on=False) for point in state.suspended))
        yield from ()

    def _entries(self) -> list[tuple[str, Way]]:
        base, room = self._room.knowledge, self._room
        live = next((one for one in room.bank.blueprints.values() if one.status == "live"), None)
        left = self._shelf.kept()
        entries: list[tuple[str, Way]] = []
        if self._due():
            entries.append((say(base, "menu_review"), lambda: self._sitting(self._review(), "review")))
        entries.append((say(base, "menu_learn"), lambda: self._sitting(self._new(), "learn")))
        if self._missed():
            entries.append((say(base, "menu_missed"), lambda: self._sitting(self._missed(), "drill")))
        entries.append((say(base, "menu_drill"), lambda: self._tasks(live)))
        entries.append((say(base, "menu_confusable"), self._sets))
        if left is not None:
            entries.append((say(base, "menu_resume"), lambda: Mock(room, left, self._shelf)))
        if live is not None:
            entries.append((say(base, "menu_exam", code=live.code), lambda: Mock(room, self._exam(live, "compute"), self._shelf)))
            entries.append((say(base, "menu_whole", code=live.code), lambda: Mock(room, self._exam(live, "whole"), self._shelf)))
        entries.append((say(base, "menu_path"), lambda: Path(room)))
        if live is not None:
            entries.append((say(base, "menu_progress"), lambda: self._progress(live)))
        return entries

    def _exam(self, blueprint: Blueprint, scope: str) -> Exam:
        seed = self._room.store.state.through
        return assemble(self._room.bank, blueprint, seed=seed, scope="compute" if scope == "compute" else "whole")

    def _sitting(self, items: Sequence[Item], mode: Mode) -> Stage:
        return Sitting(self._room, items[:AT_ONCE], mode)

    def _tasks(self, blueprint: Blueprint | None) -> Stage:
        names = blueprint.tasks if blueprint is not None else {}
        self._head = "which_task"
        self._below = [
            (f"{number} {names[number].name}" if number in names else number, partial(self._drill, items))
            for number, items in sorted(self._room.bank.by_task.items())
        ]
        return self

    def _drill(self, items: Sequence[Item]) -> Stage:
        return self._sitting(self._mixed(items), "drill")

    def _sets(self) -> Stage:
        self._head = "which_set"
        self._below = [(name.replace("-", " "), partial(self._drill, items)) for name, items in sorted(self._room.bank.confusables.items())]
        return self

    def _open(self, items: Sequence[Item]) -> list[Item]:
        """Those that nobody flagged."""
        return [item for item in items if item.id not in self._room.store.state.flagged]

    def _mixed(self, items: Sequence[Item]) -> list[Item]:
        """The least asked first, the rest by chance that the log decides, forms and points interleaved."""
        state = self._room.store.state
        order = dealt(self._open(items), state.through, "drill", lambda item: item.id)
        times = {item.id: state.items[item.id].times if item.id in state.items else 0 for item in order}
        return interleaved(sorted(order, key=lambda item: times[item.id])[:AT_ONCE])

    def _due(self) -> list[str]:
        return self._room.store.state.due(self._room.clock().date())

    def _review(self) -> list[Item]:
        state, bank = self._room.store.state, self._room.bank
        return sitting(self._due(), by_point(bank.items.values(), state), state, seed=state.through)

    def _new(self) -> list[Item]:
        """Items that were never asked, easy ones first, on points that are not known yet."""
        state = self._room.store.state
        unseen = [item for item in self._open(list(self._room.bank.items.values())) if item.id not in state.items]
        order = dealt(unseen or self._open(list(self._room.bank.items.values())), state.through, "learn", lambda item: item.id)
        return interleaved(sorted(order, key=lambda item: item.difficulty + (item.type == "typed"))[:AT_ONCE])

    def _missed(self) -> list[Item]:
        state, items = self._room.store.state, self._room.bank.items
        wrong = [identity for identity, seen in state.items.items() if not seen.was_right and identity in items]
        return interleaved(self._open([items[identity] for identity in wrong])[:AT_ONCE])

    def standing(self) -> Standing:
        """Every way on, with how much waits there."""
        base = self._room.knowledge
        labels = [label for label, _ in (self._below or self._entries())]
        effects = {
            say(base, "menu_review"): say(base, "menu_review_count", count=len(self._due())),
            say(base, "menu_learn"): self._unseen(),
        }
        choices = [Choice(label, str(at), effects.get(label, ""), mark=str(at)) for at, label in enumerate(labels, 1)]
        if self._below:
            choices.append(Choice(say(base, "stop"), "stop"))
        return Standing((say(base, self._head), choices, ""), "", "", tuple(self._panel()))

    def _unseen(self) -> str:
        state = self._room.store.state
        count = sum(item not in state.items for item in self._room.bank.items)
        return say(self._room.knowledge, "menu_learn_count", count=count)

    def _progress(self, blueprint: Blueprint) -> Part:
        """The page that a lead can read."""
        from quizzes.progress import page, progress  # noqa: PLC0415  # read when somebody asks for it

        room = self._room
        items, lessons = list(room.bank.items.values()), room.knowledge.lessons
        found = progress(room.store.rows(), room.store.state, items, lessons, blueprint, today=room.clock().date())
        lines = page(found, blueprint, room.knowledge)
        return drawn(lambda _width: map(Line, lines))

    def _panel(self) -> Iterator[Line]:
        state, base = self._room.store.state, self._room.knowledge
        yield Line(say(base, "panel"), "head")
        yield Line(say(base, "panel_due", count=len(self._due())))
        yield Line(say(base, "panel_points", count=len(state.cards)))
        yield Line(say(base, "panel_items", count=len(state.items), all=len(self._room.bank.items)))
