"""A list below the menu, of which one is to be picked: a task, a set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tui.practice.stage import STOP, Room, Stage, Standing, told
from tui.practice.ways import numbered
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice


class Below:
    """Names with their labels; the one that is picked leads on."""

    def __init__(self, room: Room, head: str, labels: Mapping[str, str], lead: Callable[[str], Stage]) -> None:
        """`lead` gives the stage of a name, and raises InputError for one that is none of them."""
        self._room, self._head, self._labels, self._lead = room, head, labels, lead
        self.chosen: Stage | None = None
        """What was picked."""
        self.is_over = False

    def opened(self) -> Iterator[Part]:
        """Nothing but its card."""
        yield from ()

    def heard(self, line: str) -> Iterator[Part]:
        """A number or a name."""
        word, names = " ".join(line.lower().split()), list(self._labels)
        if word in (*STOP, "back"):
            self.is_over = True
            return
        is_number = word.isdecimal() and len(word) <= len(str(len(names))) and 1 <= int(word) <= len(names)
        found = self._lead(names[int(word) - 1] if is_number else word)
        self.is_over = found.is_over
        self.chosen = None if found.is_over else found
        if found.is_over:
            yield told(say(self._room.knowledge, "nothing_to_ask"), kind="notice")

    def standing(self) -> Standing:
        """The list, and the way back."""
        choices = [*(Choice(label, name) for name, label in self._labels.items()), Choice(say(self._room.knowledge, "stop"), "stop")]
        return Standing((self._head, numbered(choices), ""))
