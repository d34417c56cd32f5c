"""The turns of a conversation, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message

from tui.widgets.turn import Turn

_OWN_KINDS: Final = frozenset({"you", "asked"})
"""Kinds of turns that show what the person typed."""


class Transcript(VerticalScroll):
    """Scrolling turns. With the focus, the arrows pick a turn and `y` copies it."""

    DEFAULT_CSS = """
    Transcript { height: 1fr; scrollbar-size-vertical: 1; }
    Transcript.-greeting { align-vertical: bottom; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "pick(-1)", "Turn above", show=False),
        Binding("down", "pick(1)", "Turn below", show=False),
        Binding("y", "copy", "Copy", show=False),
    ]

    _latest: Sequence[Turn] = ()
    """The turns added last, until somebody scrolls."""

    @dataclass
    class Copied(Message):
        """A text should be copied."""

        text: str

    @property
    def turns(self) -> list[Turn]:
        """All turns, the oldest first."""
        return [child for child in self.children if isinstance(child, Turn)]

    @property
    def picked_turn(self) -> Turn | None:
        """The turn that `y` would copy."""
        return next((turn for turn in self.turns if turn.has_class("-picked")), None)

    async def add_turns(self, *turns: Turn) -> None:
        """Add turns and scroll to their end, or to their beginning if they are too long for the screen."""
        await self.mount_all(turns)
        self.set_class([turn.kind for turn in self.turns] == ["hello"], "-greeting")
        self._latest = turns
        self.call_after_refresh(self._scroll_to_latest, turns)

    def read_from(self, turn: Turn) -> None:
        """Scroll to `turn` and what follows, instead of the first of the added turns."""
        turns = self.turns
        self._latest = turns[turns.index(turn) :]
        self.call_after_refresh(self._scroll_to_latest, self._latest)

    def _scroll_to_latest(self, turns: Sequence[Turn]) -> None:
        read = [turn for turn in turns if turn.is_mounted and turn.kind not in _OWN_KINDS]
        long = read[0] if sum(map(_turn_height, read)) > self.size.height else None
        if long is not None:
            self.scroll_to_widget(long, top=True, animate=False, force=True)
        else:
            self.scroll_end(animate=False, force=True)

    def on_resize(self) -> None:
        """Keep the latest turns visible when the card below changes its height."""
        if self._latest:
            self.call_after_refresh(self._scroll_to_latest, self._latest)

    def on_mouse_scroll_up(self) -> None:
        """Stop following the latest turns."""
        self.stop_following()

    def on_mouse_scroll_down(self) -> None:
        """Stop following the latest turns."""
        self.stop_following()

    def stop_following(self) -> None:
        """Do not scroll to the latest turns again when the height changes."""
        self._latest = ()

    async def remove_turns(self) -> None:
        """Remove all turns."""
        await self.remove_children()

    def on_focus(self) -> None:
        """Pick the last turn if none is picked."""
        if self.picked_turn is None:
            self.action_pick(0)

    def on_blur(self) -> None:
        """Pick nothing without the focus."""
        self._pick_turn(None)

    def on_click(self, event: events.Click) -> None:
        """Pick the clicked turn."""
        turn = event.widget
        if isinstance(turn, Turn):
            self._pick_turn(turn)

    def action_pick(self, step: int) -> None:
        """Pick the turn above (-1) or below (1)."""
        self.stop_following()
        turns = self.turns
        if not turns:
            return
        at = turns.index(self.picked_turn) + step if self.picked_turn is not None else len(turns) - 1
        self._pick_turn(turns[min(max(at, 0), len(turns) - 1)])

    def _pick_turn(self, turn: Turn | None) -> None:
        for other in self.turns:
            other.set_class(other is turn, "-picked")
        if turn is not None:
            self.scroll_to_widget(turn, animate=False)

    def action_copy(self) -> None:
        """Ask for the picked turn to be copied."""
        if self.picked_turn is not None:
            self.post_message(self.Copied(self.picked_turn.plain_text()))


def _turn_height(turn: Turn) -> int:
    """Lines of a turn with its margin."""
    return turn.outer_size.height + turn.styles.margin.height
