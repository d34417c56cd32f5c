"""The tree of entries: kinds that open into groups and entries, or the hits of a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from knowledge import Knowledge
from tui.views.entries import NO_GROUP, READING_ORDER, group_of, title_of
from tui.views.linked_text import Link
from tui.widgets.browse.browse_wording import browse_text, kind_name

_INDENT: Final = "  "


class KindRow(NamedTuple):
    """The row of a kind, or of a group of a kind."""

    kind: str
    group: str
    """"" for the kind itself."""
    entries: int

    @property
    def key(self) -> tuple[str, str]:
        """Identifies the row."""
        return self.kind, self.group


class EntryRow(NamedTuple):
    """The row of an entry."""

    link: Link
    depth: int


class EntryTree(OptionList):
    """A tree as a list: a row for each kind, and below an open kind a row for each group and entry."""

    DEFAULT_CSS = """
    EntryTree { height: 1fr; border: none; padding: 0; background: $background; }
    EntryTree { scrollbar-size-vertical: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    EntryTree:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "open", "Open", show=False),
        Binding("left", "close", "Close", show=False),
        Binding("space", "select", "Open", show=False),
    ]

    @dataclass
    class Picked(Message):
        """An entry was picked."""

        link: Link

    def __init__(self) -> None:
        """An empty list."""
        super().__init__(id="entry-tree", compact=True, markup=False)
        self._base: Knowledge | None = None
        self._open: set[tuple[str, str]] = set()
        self._rows: list[KindRow | EntryRow] = []
        self._hits: tuple[Link, ...] | None = None
        self._marks: frozenset[Link] = frozenset()
        self._tree_position = (0, 0.0)

    @property
    def rows(self) -> Sequence[KindRow | EntryRow]:
        """The listed rows."""
        return self._rows

    @property
    def is_tree(self) -> bool:
        """True if the tree is listed, not the hits of a search."""
        return self._hits is None

    @property
    def current_row(self) -> KindRow | EntryRow | None:
        """The highlighted row."""
        at = self.highlighted
        return self._rows[at] if at is not None and at < len(self._rows) else None

    def fill_with_base(self, base: Knowledge) -> None:
        """List the kinds of the base."""
        self._base = base
        self._fill_rows(0)

    def show_tree(self) -> None:
        """List the tree again, at the row and scroll offset where it was left."""
        if self._hits is not None:
            self._hits = None
            at, scrolled = self._tree_position
            self._fill_rows(at, scrolled)

    def show_hits(self, hits: Sequence[Link]) -> None:
        """List the hits of a search."""
        if self._hits is None:
            self._tree_position = (self.highlighted or 0, self.scroll_y)
        self._hits = tuple(hits)
        self._fill_rows(0)

    def show_marks(self, marks: Iterable[Link]) -> None:
        """Mark these entries."""
        if self._marks != frozenset(marks):
            self._marks = frozenset(marks)
            self._fill_rows(self.highlighted or 0, self.scroll_y)

    def show_entry(self, link: Link) -> None:
        """Open the branches above an entry and highlight it, where the tree is listed."""
        if self._base is None or self._hits is not None:
            return
        group = group_of(link.kind, getattr(self._base, link.kind)[link.id], self._base)
        self._open |= {(link.kind, ""), (link.kind, group)}
        self._fill_rows(self.highlighted or 0, self.scroll_y)
        at = next((at for at, row in enumerate(self._rows) if isinstance(row, EntryRow) and row.link == link), None)
        if at is not None:
            self.highlighted = at

    def _fill_rows(self, at: int, scrolled: float = 0) -> None:
        if self._base is None:
            return
        self._rows = list(self._make_rows(self._base))
        prompts = [self._row_label(row, self._base) for row in self._rows]
        self.set_options([Option(prompt) for prompt in prompts])
        self.highlighted = min(at, len(prompts) - 1) if prompts else None
        self.scroll_to(y=scrolled, animate=False)

    def _make_rows(self, base: Knowledge) -> Iterator[KindRow | EntryRow]:
        if self._hits is not None:
            yield from (EntryRow(hit, 0) for hit in self._hits)
            return
        for kind in READING_ORDER:
            entries = getattr(base, kind)
            yield KindRow(kind, "", len(entries))
            if (kind, "") in self._open:
                yield from self._rows_of_kind(kind, base)

    def _rows_of_kind(self, kind: str, base: Knowledge) -> Iterator[KindRow | EntryRow]:
        groups: dict[str, list[str]] = {}
        for identity, entry in getattr(base, kind).items():
            groups.setdefault(group_of(kind, entry, base), []).append(identity)
        if list(groups) == [""]:
            yield from (EntryRow(Link(kind, identity), 1) for identity in groups[""])
            return
        for group in sorted(groups, key=lambda name: (name == NO_GROUP, name.casefold())):
            yield KindRow(kind, group, len(groups[group]))
            if (kind, group) in self._open:
                yield from (EntryRow(Link(kind, identity), 2) for identity in groups[group])

    def _row_label(self, row: KindRow | EntryRow, base: Knowledge) -> Content:
        if isinstance(row, EntryRow):
            return self._entry_label(row, base)
        sign = "▾" if row.key in self._open else "▸"
        if row.group:
            return Content.assemble(f"{_INDENT}{sign} {row.group}", Content.styled(f" {row.entries}", "$text-muted"))
        about = f" {row.entries:,}  {browse_text(base, f'about_{row.kind}')}"
        return Content.assemble(Content.styled(f"{sign} {kind_name(base, row.kind)}", "bold"), Content.styled(about, "$text-muted"))

    def _entry_label(self, leaf: EntryRow, base: Knowledge) -> Content:
        link = leaf.link
        entry = getattr(base, link.kind)[link.id]
        mark = Content.styled("● ", "$accent") if link in self._marks else Content("  ")
        title = f"{link.id}  {entry.name}" if link.kind == "families" else title_of(entry)
        behind = kind_name(base, link.kind) if self._hits is not None else ""
        return Content.assemble(_INDENT * leaf.depth, mark, title, Content.styled(f"   {behind}", "$text-muted") if behind else "")

    def move_highlight(self, step: int) -> None:
        """Move the highlight by so many rows, for the search line that has the focus."""
        if self._rows:
            at = self.highlighted
            self.highlighted = 0 if at is None else min(max(at + step, 0), len(self._rows) - 1)

    def pick_row(self) -> Link | None:
        """Open or close the highlighted branch. Returns the link of an entry, for the caller to open."""
        row = self.current_row
        if isinstance(row, EntryRow):
            return row.link
        if row is not None:
            self._open ^= {row.key}
            self._fill_rows(self.highlighted or 0, self.scroll_y)
        return None

    def action_pick(self) -> None:
        """Open the highlighted row."""
        link = self.pick_row()
        if link is not None:
            self.post_message(self.Picked(link))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the row of Enter or a click."""
        event.stop()
        self.action_pick()

    def action_open(self) -> None:
        """Right: open a closed branch, enter an open one, read an entry."""
        row = self.current_row
        if isinstance(row, KindRow) and row.key in self._open:
            self.move_highlight(1)
        else:
            self.action_pick()

    def action_close(self) -> None:
        """Left: close an open branch, else move to the branch above."""
        row = self.current_row
        if isinstance(row, KindRow) and row.key in self._open:
            self.pick_row()
        elif self.is_tree and self.highlighted is not None:
            depth = _row_depth(self._rows[self.highlighted])
            above = (at for at in range(self.highlighted, -1, -1) if _row_depth(self._rows[at]) < depth)
            self.highlighted = next(above, self.highlighted)


def _row_depth(row: KindRow | EntryRow) -> int:
    if isinstance(row, EntryRow):
        return row.depth
    return 1 if row.group else 0
