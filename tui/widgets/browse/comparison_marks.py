"""Marks for a comparison: two to four entries of one kind."""

from __future__ import annotations

from typing import Final

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.lookup import EXPLAINED_KINDS, look_up
from tui.views.comparison import render_comparison
from tui.views.entries import label_of, title_of
from tui.views.linked_text import Link, Row
from tui.widgets.browse.browse_wording import browse_text, kind_name

MAX_MARKS: Final = 4
"""More columns cannot be read side by side."""
MIN_MARKS: Final = 2
_MIN_COMPARISON_WIDTH: Final = 60
"""A narrower comparison cannot be read; the page scrolls sideways instead."""


class ComparisonMarks:
    """The marked entries, in the order of marking."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Nothing is marked."""
        self._knowledge = knowledge
        self._links: list[Link] = []

    @property
    def links(self) -> tuple[Link, ...]:
        """What is marked."""
        return tuple(self._links)

    def describe_marks(self) -> str:
        """The marked entries in a sentence; "" where none is marked."""
        names = ", ".join(label_of(*one, self._knowledge) for one in self._links)
        return browse_text(self._knowledge, "marked_ready" if len(self._links) >= MIN_MARKS else "marked", names=names) if names else ""

    def toggle_mark(self, link: Link | None) -> None:
        """Mark an entry or remove its mark. Raises InputError where it cannot be marked."""
        if link is None:
            raise InputError(browse_text(self._knowledge, "mark_nothing"))
        if link in self._links:
            self._links.remove(link)
        else:
            self._refuse_unmarkable(link)
            self._links.append(link)

    def clear_marks(self) -> None:
        """Remove all marks."""
        self._links.clear()

    def links_to_compare(self) -> tuple[Link, ...]:
        """The entries to compare. Raises InputError for fewer than two."""
        if len(self._links) < MIN_MARKS:
            raise InputError(browse_text(self._knowledge, "too_few"))
        return self.links

    def _refuse_unmarkable(self, link: Link) -> None:
        base, name, kind = self._knowledge, label_of(*link, self._knowledge), kind_name(self._knowledge, link.kind)
        if link.kind not in (*EXPLAINED_KINDS, "instances"):
            raise InputError(browse_text(base, "mark_kind", kind=kind))
        if self._links and self._links[0].kind != link.kind:
            other = self._links[0]
            words = {"name": name, "kind": kind, "other": label_of(*other, base), "other_kind": kind_name(base, other.kind)}
            raise InputError(browse_text(base, "mark_mixed", **words))
        if len(self._links) >= MAX_MARKS:
            raise InputError(browse_text(base, "mark_full", count=MAX_MARKS))
        if not _own_name(link, base):
            raise InputError(browse_text(base, "mark_ambiguous", name=name))


def comparison_rows(links: tuple[Link, ...], knowledge: Knowledge, width: int) -> list[Row]:
    """A comparison of the entries, in lines of `width`."""
    head, *lines = render_comparison([_own_name(link, knowledge) for link in links], knowledge, max(width, _MIN_COMPARISON_WIDTH))
    return [Row(head, "head"), *map(Row, lines)]


def _own_name(link: Link, knowledge: Knowledge) -> str:
    """A name that a look-up resolves to this entry; "" where it has none."""
    entry = getattr(knowledge, link.kind)[link.id]
    names = (link.id, title_of(entry), *getattr(entry, "aliases", ()))
    return next((name for name in names if [tuple(hit) for hit in look_up(name, knowledge)[:1]] == [tuple(link)]), "")
