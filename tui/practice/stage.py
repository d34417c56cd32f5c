"""What every stage of practice has: it hears lines, and says where it stands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from tui.talk import Part
from tui.views.choice import Shown
from tui.views.line import Line, wrapped

if TYPE_CHECKING:
    from knowledge import Knowledge
    from quizzes.bank import Bank
    from quizzes.store import Store
    from quizzes.supply import Supply

STOP: Final = frozenset({"stop", "menu"})
"""Words that lead back to the menu from anywhere."""

Draw = Callable[[int], Iterable[Line]]
"""Lines for a width."""


class Standing(NamedTuple):
    """What a screen shows beside the words."""

    shown: Shown
    """What can be picked."""
    panel: tuple[Line, ...] = ()
    until: float | None = None
    """When the time is over, in the seconds of the room; None where nothing runs."""
    repeats: bool = False
    """Whether a letter may stand in an answer twice."""


class Room(NamedTuple):
    """What all stages work with."""

    knowledge: Knowledge
    supply: Supply
    store: Store
    clock: Callable[[], dt.datetime]
    """The time, with its zone."""
    seconds: Callable[[], float]
    """Runs on, whatever the clock does."""

    @property
    def bank(self) -> Bank:
        """The items that somebody wrote, and the exams."""
        return self.supply.bank

    @property
    def today(self) -> dt.date:
        """The day, in UTC."""
        return self.clock().date()


class Stage(Protocol):
    """One part of practice."""

    def opened(self) -> Iterator[Part]:
        """What it begins with."""
        ...

    def heard(self, line: str) -> Iterator[Part]:
        """What a line leads to. Raises InputError for one that it cannot take."""
        ...

    def standing(self) -> Standing:
        """Where it stands."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the menu comes next."""
        ...


def told(*texts: str, kind: str = "text") -> Part:
    """Sentences as a part."""
    return Part("notice" if kind == "notice" else "text", lambda width: [line for text in texts for line in wrapped(text, width, "  ")])


def drawn(lines: Draw) -> Part:
    """Lines as a part."""
    return Part("text", lines)


def asked(lines: Draw) -> Part:
    """A question as a part: a screen keeps it in sight."""
    return Part("question", lines)
