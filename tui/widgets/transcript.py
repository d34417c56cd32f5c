"""What was said so far, turn below turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message

from tui.widgets.turn import Turn

_OWN: Final = frozenset({"you", "asked"})
"""Kinds of turns that a person has read already."""


class Transcript(VerticalScroll):
    """Turns that scroll. With the focus, the arrows pick a turn and `y` copies it."""

    DEFAULT_CSS = """
    Transcript { height: 1fr; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "pick(-1)", "Turn above", show=False),
        Binding("down", "pick(1)", "Turn below", show=False),
        Binding("y", "copy", "Copy", show=False),
    ]

    _latest: Sequence[Turn] = ()
    """What was added last, until somebody looks elsewhere."""

    class Copied(Message):
        """Somebody wants this text in the clipboard."""

        def __init__(self, text: str) -> None:
            """Take the text."""
            super().__init__()
            self.text = text

    @property
    def turns(self) -> list[Turn]:
        """Every turn, the oldest first."""
        return [child for child in self.children if isinstance(child, Turn)]

    @property
    def picked(self) -> Turn | None:
        """The turn that `y` would copy."""
        return next((turn for turn in self.turns if turn.has_class("-picked")), None)

    async def add(self, *turns: Turn) -> None:
        """Show more turns: their end, or the beginning of the first that is too long for the screen."""
        await self.mount_all(turns)
        self._latest = turns
        self.call_after_refresh(self._show, turns)

    def read_from(self, turn: Turn) -> None:
        """Keep `turn` and what follows it in sight: one reads on there, not at the beginning of what was added."""
        turns = self.turns
        self._latest = turns[turns.index(turn) :]
        self.call_after_refresh(self._show, self._latest)

    def _show(self, turns: Sequence[Turn]) -> None:
        read = [turn for turn in turns if turn.is_mounted and turn.kind not in _OWN]
        long = read[0] if sum(map(_height, read)) > self.size.height else None
        if long is not None:
            self.scroll_to_widget(long, top=True, animate=False, force=True)
        else:
            self.scroll_end(animate=False, force=True)

    def on_resize(self) -> None:
        """The card below has taken or given room: what was added last is still what one reads."""
        if self._latest:
            self.call_after_refresh(self._show, self._latest)

    def on_mouse_scroll_up(self) -> None:
        """Somebody looks elsewhere."""
        self.stay()

    def on_mouse_scroll_down(self) -> None:
        """Somebody looks elsewhere."""
        self.stay()

    def stay(self) -> None:
        """Leave the lines where they are, whatever becomes of the room."""
        self._latest = ()

    async def empty(self) -> None:
        """Begin a new page."""
        await self.remove_children()

    def on_focus(self) -> None:
        """Pick the last turn where none is."""
        if self.picked is None:
            self.action_pick(0)

    def on_blur(self) -> None:
        """Nothing is picked without the focus."""
        self._pick(None)

    def on_click(self, event: events.Click) -> None:
        """Pick the turn that was clicked."""
        turn = event.widget
        if isinstance(turn, Turn):
            self._pick(turn)

    def action_pick(self, step: int) -> None:
        """Pick the turn above (-1) or below (1)."""
        self.stay()
        turns = self.turns
        if not turns:
            return
        at = turns.index(self.picked) + step if self.picked is not None else len(turns) - 1
        self._pick(turns[min(max(at, 0), len(turns) - 1)])

    def _pick(self, turn: Turn | None) -> None:
        for other in self.turns:
            other.set_class(other is turn, "-picked")
        if turn is not None:
            self.scroll_to_widget(turn, animate=False)

    def action_copy(self) -> None:
        """Ask for the picked turn to be copied."""
        if self.picked is not None:
            self.post_message(self.Copied(self.picked.text()))


def _height(turn: Turn) -> int:
    """Lines of a turn, with the empty ones around it: the end of a transcript is below them."""
    return turn.outer_size.height + turn.styles.margin.height
