"""Screens whose layout is stable when the window is resized while screens change, and computed once for each size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:  # for annotations only
    from textual import events
    from textual.app import App
    from textual.geometry import Size

WIDE_COLUMNS: Final = 100
"""Columns from which there is room for a second column."""


class _Screen(Protocol):
    """The screen that the mixin is used with."""

    @property
    def app(self) -> App[object]: ...

    @property
    def outer_size(self) -> Size: ...

    def fit_width(self, width: int) -> None: ...


class StableLayout:
    """A mixin that accepts only the size of the window: of two outdated sizes in a row Textual would answer each with the other, endlessly.

    Put it before the screen among the bases. It is no screen itself, since Textual takes styles from the first base that is one.
    """

    def fit_width(self, width: int) -> None:
        """Show and hide what fits into `width` columns. Textual's own breakpoints apply after the layout, which would then run twice."""

    async def _on_resize(self: _Screen, event: events.Resize) -> None:
        """Ignore the size for which the screen has just been laid out: another layout would double the time of every resize."""
        if event.size == self.app.size != self.outer_size:
            self.fit_width(event.size.width)
        else:
            event.stop()
            event.prevent_default()

    def _on_screen_resume(self: _Screen, event: events.ScreenResume) -> None:
        """Adapt to a window resized while another screen was shown; skip the styles of a new screen, which are fresh."""
        event.refresh_styles = event.refresh_styles and bool(self.outer_size)
        self.fit_width(self.app.size.width)
