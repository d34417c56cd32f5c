"""What is marked to be compared: two to four entries of one kind."""

from __future__ import annotations

from typing import Final

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.lookup import EXPLAINED, look_up
from tui.cli.compare import side_by_side
from tui.views.entries import label_of, title_of
from tui.views.linked import Link, Row
from tui.widgets.browse.words import kind_name, say

MOST: Final = 4
"""More columns than these cannot be read side by side."""
LEAST: Final = 2
_NARROWEST: Final = 60
"""A comparison in fewer characters cannot be read; the page then scrolls sideways."""


class Marks:
    """The marked entries in the order in which they were marked."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Nothing is marked."""
        self._knowledge = knowledge
        self._links: list[Link] = []

    @property
    def links(self) -> tuple[Link, ...]:
        """What is marked."""
        return tuple(self._links)

    def told(self) -> str:
        """What is marked, in a sentence; "" where nothing is."""
        names = ", ".join(label_of(*one, self._knowledge) for one in self._links)
        return say(self._knowledge, "marked_ready" if len(self._links) >= LEAST else "marked", names=names) if names else ""

    def toggle(self, link: Link | None) -> None:
        """Mark an entry or take its mark away. Raises InputError that says why it cannot be marked."""
        if link is None:
            raise InputError(say(self._knowledge, "mark_nothing"))
        if link in self._links:
            self._links.remove(link)
        else:
            self._check(link)
            self._links.append(link)

    def clear(self) -> None:
        """Take all marks away."""
        self._links.clear()

    def chosen(self) -> tuple[Link, ...]:
        """What is to be compared. Raises InputError for fewer than two."""
        if len(self._links) < LEAST:
            raise InputError(say(self._knowledge, "too_few"))
        return self.links

    def _check(self, link: Link) -> None:
        base, name, kind = self._knowledge, label_of(*link, self._knowledge), kind_name(self._knowledge, link.kind)
        if link.kind not in (*EXPLAINED, "instances"):
            raise InputError(say(base, "mark_kind", kind=kind))
        if self._links and self._links[0].kind != link.kind:
            other = self._links[0]
            words = {"name": name, "kind": kind, "other": label_of(*other, base), "other_kind": kind_name(base, other.kind)}
            raise InputError(say(base, "mark_mixed", **words))
        if len(self._links) >= MOST:
            raise InputError(say(base, "mark_full", count=MOST))
        if not _own_name(link, base):
            raise InputError(say(base, "mark_ambiguous", name=name))


def comparison(links: tuple[Link, ...], knowledge: Knowledge, width: int) -> list[Row]:
    """The entries side by side, in lines of `width`."""
    head, *lines = side_by_side([_own_name(link, knowledge) for link in links], knowledge, max(width, _NARROWEST))
    return [Row(head, "head"), *map(Row, lines)]


def _own_name(link: Link, knowledge: Knowledge) -> str:
    """A name that means this entry and none of another kind; "" where it has none."""
    entry = getattr(knowledge, link.kind)[link.id]
    names = (link.id, title_of(entry), *getattr(entry, "aliases", ()))
    return next((name for name in names if [tuple(hit) for hit in look_up(name, knowledge)[:1]] == [tuple(link)]), "")
