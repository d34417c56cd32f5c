"""What every screen before the others has in common: it is left once, whatever comes after that."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """Gives back one result; None where it is left by Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", priority=True)]

    def action_leave(self) -> None:
        """Go back without a result."""
        self.finish(None)

    def finish(self, result: Result | None) -> None:
        """Go back with a result. The second click of a double click comes too late and counts for nothing."""
        if self.is_current:
            self.dismiss(result)
