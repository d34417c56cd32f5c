"""Screens that settle when the window is resized while they come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # nothing of them is needed when a screen is made
    from textual import events
    from textual.screen import Screen


class Steady:
    """Takes no size but that of the window: of two older ones in a row Textual makes the other again and again, without end.

    It stands before the screen among the bases, and is none itself: Textual takes styles from the first base that is one.
    """

    async def _on_resize(self: Screen[Any], event: events.Resize) -> None:  # type: ignore[misc]  # it stands before one
        if event.size != self.app.size:
            event.stop()
            event.prevent_default()
