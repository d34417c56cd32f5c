"""Option lists that survive page keys while no line fits: Textual's own raise an error then."""

from __future__ import annotations

import contextlib

from textual.command import CommandPalette
from textual.widgets import OptionList

from tui.widgets.stable_layout import StableLayout


class SteadyOptionList(OptionList):
    """A list whose page keys do nothing while no line is drawn."""

    def action_page_up(self) -> None:
        """Go a page up."""
        with contextlib.suppress(LookupError):
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual's own

    def action_page_down(self) -> None:
        """Go a page down."""
        with contextlib.suppress(LookupError):
            super().action_page_down()  # type: ignore[no-untyped-call]  # the same


class SteadyPalette(StableLayout, CommandPalette):
    """The command palette with such a list."""

    def _action_command_list(self, action: str) -> None:
        with contextlib.suppress(LookupError):
            super()._action_command_list(action)
