"""Lists that take any key at any moment: Textual's own fail on a page key while there is no room for a line."""

from __future__ import annotations

import contextlib

from textual.command import CommandPalette
from textual.widgets import OptionList

from tui.widgets.steady import Steady


class Options(OptionList):
    """A list whose page keys do nothing while no line of it is drawn."""

    def action_page_up(self) -> None:
        """Go a page up."""
        with contextlib.suppress(LookupError):
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual's own

    def action_page_down(self) -> None:
        """Go a page down."""
        with contextlib.suppress(LookupError):
            super().action_page_down()  # type: ignore[no-untyped-call]  # the same


class Palette(Steady, CommandPalette):
    """The palette, with such a list."""

    def _action_command_list(self, action: str) -> None:
        with contextlib.suppress(LookupError):
            super()._action_command_list(action)
