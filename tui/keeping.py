"""Keeping the steps of a conversation, while the disk is slower than the next question is found."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.dialogue import Conversation


class Keeper(Protocol):
    """What keeps the steps of a conversation."""

    def step(self, after: Conversation | None, typed: str) -> str:
        """Keep the conversation after a line; something to say of it, or ""."""

    def begin(self) -> None:
        """Another conversation begins."""

    def history(self) -> list[str]:
        """What was typed in earlier conversations, oldest first; nothing where they cannot be read."""

    def close(self) -> None:
        """Give the file free."""


class Keeping:
    """One step at a time. It is begun as soon as the step is taken, and waited for before anybody sees what the step led to."""

    def __init__(self) -> None:
        """Nothing is begun."""
        self._thread: ThreadPoolExecutor | None = None
        self._begun: Future[str] | None = None

    def begin(self, keeper: Keeper, after: Conversation | None, typed: str) -> None:
        """Have the step kept meanwhile."""
        self._thread = self._thread or ThreadPoolExecutor(1, "keeping")
        self._begun = self._thread.submit(keeper.step, after, typed)

    def told(self) -> str | None:
        """What the keeper says of the step that was begun, when it is kept; None where none was."""
        begun, self._begun = self._begun, None
        return begun.result() if begun is not None else None

    def close(self) -> None:
        """Wait for what is begun."""
        if self._thread is not None:
            self._thread.shutdown()
