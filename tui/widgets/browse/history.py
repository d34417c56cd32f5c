"""What was read, in order, and where in it one was."""

from __future__ import annotations

from typing import NamedTuple

from tui.views.linked import Link
from tui.widgets.browse.page import Place


class Visit(NamedTuple):
    """One entry, or several side by side, and the place in the text."""

    links: tuple[Link, ...]
    place: Place = Place()


class History:
    """Goes back and forward; reading something new forgets what lay ahead."""

    def __init__(self) -> None:
        """Nothing was read."""
        self._visits: list[Visit] = []
        self._at = -1

    @property
    def here(self) -> Visit:
        """What is read now; without links before anything is."""
        return self._visits[self._at] if self._visits else Visit(())

    def keep(self, place: Place) -> None:
        """Remember where one is in what is read now."""
        if self._visits:
            self._visits[self._at] = self.here._replace(place=place)

    def visit(self, links: tuple[Link, ...]) -> None:
        """Read something new."""
        self._visits = [*self._visits[: self._at + 1], Visit(links)]
        self._at = len(self._visits) - 1

    def turn(self, step: int) -> bool:
        """Go back (-1) or forward (1); whether there is anything that way."""
        if not 0 <= self._at + step < len(self._visits):
            return False
        self._at += step
        return True
