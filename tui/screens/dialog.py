"""The base class of dialogs with a list: heading and hint always visible, closed only once."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui.widgets.stable_layout import StableLayout

Result = TypeVar("Result")


class Dialog(StableLayout, ModalScreen[Result]):
    """A box with a heading of class `head`, a list that scrolls, and a hint of class `hint`. Esc returns None."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical { width: 90%; max-width: 100; height: auto; max-height: 90%; }
    Dialog > Vertical { background: $surface; border: round $primary; padding: 0 1; }
    Dialog OptionList { height: auto; max-height: 100%; background: $surface; }
    Dialog Static { height: auto; }
    Dialog .head { dock: top; color: $primary; text-style: bold; }
    Dialog .hint { dock: bottom; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", priority=True)]

    def action_leave(self) -> None:
        """Close the dialog without a result."""
        self.finish_with(None)

    def finish_with(self, result: Result | None) -> None:
        """Close the dialog with a result. The second click of a double click is ignored."""
        if self.app.screen is self:
            self.dismiss(result)
