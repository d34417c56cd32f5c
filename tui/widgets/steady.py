"""Screens that settle when the window is resized while they come and go, and are laid out once for each size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:  # nothing of them is needed when a screen is made
    from textual import events
    from textual.app import App
    from textual.geometry import Size

WIDE: Final = 100
"""Columns from which something stands beside what one reads or says."""


class _Screen(Protocol):
    """What it stands before."""

    @property
    def app(self) -> App[object]: ...

    @property
    def outer_size(self) -> Size: ...

    def fit(self, width: int) -> None: ...


class Steady:
    """Takes no size but that of the window: of two older ones in a row Textual makes the other again and again, without end.

    It stands before the screen among the bases, and is none itself: Textual takes styles from the first base that is one.
    """

    def fit(self, width: int) -> None:
        """Show and hide what this width has room for. Textual's own breakpoints come after the layout, so that all is laid out twice."""

    async def _on_resize(self: _Screen, event: events.Resize) -> None:
        """A screen is told of the size for which it has just been laid out, too: to begin again would double the time of every resize."""
        if event.size == self.app.size != self.outer_size:
            self.fit(event.size.width)
        else:
            event.stop()
            event.prevent_default()

    def _on_screen_resume(self: _Screen, event: events.ScreenResume) -> None:
        """Another screen may have been there while the window was resized. One that has only just been made has its styles."""
        event.refresh_styles = event.refresh_styles and bool(self.outer_size)
        self.fit(self.app.size.width)
