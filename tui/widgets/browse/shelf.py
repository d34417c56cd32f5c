"""What there is to read: kinds that open into groups and entries, or what a search found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from knowledge import Knowledge
from tui.views.entries import NO_GROUP, SHELVES, group_of, title_of
from tui.views.linked import Link
from tui.widgets.browse.words import kind_name, say

_INDENT: Final = "  "


class Branch(NamedTuple):
    """A kind, or a group of one."""

    kind: str
    group: str
    """"" for the kind itself."""
    entries: int

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from the others."""
        return self.kind, self.group


class Leaf(NamedTuple):
    """An entry."""

    link: Link
    depth: int


class Shelf(OptionList):
    """A tree as a list: a row for each kind, and below an open one a row for each of its entries."""

    DEFAULT_CSS = """
    Shelf { height: 1fr; border: none; padding: 0; background: $background; }
    Shelf { scrollbar-size-vertical: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    Shelf:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "open", "Open", show=False),
        Binding("left", "close", "Close", show=False),
        Binding("space", "select", "Open", show=False),
    ]

    class Picked(Message):
        """Somebody wants to read this."""

        def __init__(self, link: Link) -> None:
            """Take the entry."""
            super().__init__()
            self.link = link

    def __init__(self) -> None:
        """An empty list."""
        super().__init__(id="shelf", compact=True, markup=False)
        self._base: Knowledge | None = None
        self._open: set[tuple[str, str]] = set()
        self._rows: list[Branch | Leaf] = []
        self._hits: tuple[Link, ...] | None = None
        self._marks: frozenset[Link] = frozenset()
        self._kept = (0, 0.0)

    @property
    def rows(self) -> Sequence[Branch | Leaf]:
        """What is listed now."""
        return self._rows

    @property
    def is_tree(self) -> bool:
        """Whether everything is listed, not what a search found."""
        return self._hits is None

    @property
    def current(self) -> Branch | Leaf | None:
        """The highlighted row."""
        at = self.highlighted
        return self._rows[at] if at is not None and at < len(self._rows) else None

    def fill(self, base: Knowledge) -> None:
        """List the kinds of the base."""
        self._base = base
        self._put(0)

    def show_tree(self) -> None:
        """List everything again, as it was left."""
        if self._hits is not None:
            self._hits = None
            at, scrolled = self._kept
            self._put(at, scrolled)

    def show_hits(self, hits: Sequence[Link]) -> None:
        """List what a search found."""
        if self._hits is None:
            self._kept = (self.highlighted or 0, self.scroll_y)
        self._hits = tuple(hits)
        self._put(0)

    def show_marks(self, marks: Iterable[Link]) -> None:
        """Mark these entries."""
        if self._marks != frozenset(marks):
            self._marks = frozenset(marks)
            self._put(self.highlighted or 0, self.scroll_y)

    def find(self, link: Link) -> None:
        """Open the branches above an entry and highlight it, in the tree."""
        if self._base is None or self._hits is not None:
            return
        group = group_of(link.kind, getattr(self._base, link.kind)[link.id], self._base)
        self._open |= {(link.kind, ""), (link.kind, group)}
        self._put(self.highlighted or 0, self.scroll_y)
        at = next((at for at, row in enumerate(self._rows) if isinstance(row, Leaf) and row.link == link), None)
        if at is not None:
            self.highlighted = at

    def _put(self, at: int, scrolled: float = 0) -> None:
        if self._base is None:
            return
        self._rows = list(self._listed(self._base))
        prompts = [self._prompt(row, self._base) for row in self._rows]
        self.set_options([Option(prompt) for prompt in prompts])
        self.highlighted = min(at, len(prompts) - 1) if prompts else None
        self.scroll_to(y=scrolled, animate=False)

    def _listed(self, base: Knowledge) -> Iterator[Branch | Leaf]:
        if self._hits is not None:
            yield from (Leaf(hit, 0) for hit in self._hits)
            return
        for kind in SHELVES:
            entries = getattr(base, kind)
            yield Branch(kind, "", len(entries))
            if (kind, "") in self._open:
                yield from self._below(kind, base)

    def _below(self, kind: str, base: Knowledge) -> Iterator[Branch | Leaf]:
        groups: dict[str, list[str]] = {}
        for identity, entry in getattr(base, kind).items():
            groups.setdefault(group_of(kind, entry, base), []).append(identity)
        if list(groups) == [""]:
            yield from (Leaf(Link(kind, identity), 1) for identity in groups[""])
            return
        for group in sorted(groups, key=lambda name: (name == NO_GROUP, name.casefold())):
            yield Branch(kind, group, len(groups[group]))
            if (kind, group) in self._open:
                yield from (Leaf(Link(kind, identity), 2) for identity in groups[group])

    def _prompt(self, row: Branch | Leaf, base: Knowledge) -> Content:
        if isinstance(row, Leaf):
            return self._entry(row, base)
        sign = "▾" if row.key in self._open else "▸"
        if row.group:
            return Content.assemble(f"{_INDENT}{sign} {row.group}", Content.styled(f" {row.entries}", "$text-muted"))
        about = f" {row.entries:,}  {say(base, f'about_{row.kind}')}"
        return Content.assemble(Content.styled(f"{sign} {kind_name(base, row.kind)}", "bold"), Content.styled(about, "$text-muted"))

    def _entry(self, leaf: Leaf, base: Knowledge) -> Content:
        link = leaf.link
        entry = getattr(base, link.kind)[link.id]
        mark = Content.styled("● ", "$accent") if link in self._marks else Content("  ")
        title = f"{link.id}  {entry.name}" if link.kind == "families" else title_of(entry)
        behind = kind_name(base, link.kind) if self._hits is not None else ""
        return Content.assemble(_INDENT * leaf.depth, mark, title, Content.styled(f"   {behind}", "$text-muted") if behind else "")

    def move(self, step: int) -> None:
        """Highlight the row above or below, from where the focus is elsewhere."""
        if self._rows:
            at = self.highlighted
            self.highlighted = 0 if at is None else min(max(at + step, 0), len(self._rows) - 1)

    def pick(self) -> Link | None:
        """Open or close the highlighted branch; of an entry, where it is, so that the caller can open it."""
        row = self.current
        if isinstance(row, Leaf):
            return row.link
        if row is not None:
            self._open ^= {row.key}
            self._put(self.highlighted or 0, self.scroll_y)
        return None

    def action_pick(self) -> None:
        """Enter, or a click: open the highlighted row."""
        link = self.pick()
        if link is not None:
            self.post_message(self.Picked(link))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.action_pick()

    def action_open(self) -> None:
        """Right: open a closed branch, go into an open one, read an entry."""
        row = self.current
        if isinstance(row, Branch) and row.key in self._open:
            self.move(1)
        else:
            self.action_pick()

    def action_close(self) -> None:
        """Left: close an open branch, else go to the branch above."""
        row = self.current
        if isinstance(row, Branch) and row.key in self._open:
            self.pick()
        elif self.is_tree and self.highlighted is not None:
            depth = _depth(self._rows[self.highlighted])
            above = (at for at in range(self.highlighted, -1, -1) if _depth(self._rows[at]) < depth)
            self.highlighted = next(above, self.highlighted)


def _depth(row: Branch | Leaf) -> int:
    if isinstance(row, Leaf):
        return row.depth
    return 1 if row.group else 0
