"""What the lists before the other screens have in common: heading and hint always in sight, and they are left once."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui.widgets.steady import Steady

Result = TypeVar("Result")


class Dialog(Steady, ModalScreen[Result]):
    """A box with a heading of class `head`, a list that scrolls, and a hint of class `hint`. None is given back where it is left by Esc."""

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
        """Go back without a result."""
        self.finish(None)

    def finish(self, result: Result | None) -> None:
        """Go back with a result. The second click of a double click comes too late and counts for nothing."""
        if self.app.screen is self:
            self.dismiss(result)
