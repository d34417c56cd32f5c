"""Saves the steps of a conversation in a thread, while the engine looks for the next question."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.dialogue import Conversation


class ConversationKeeper(Protocol):
    """Saves the steps of a conversation."""

    def save_step(self, after: Conversation | None, typed: str) -> str:
        """Save the conversation after a typed line. Returns a line to show, or "" where there is nothing to say."""

    def start_session(self) -> None:
        """Start another conversation."""

    def history(self) -> list[str]:
        """Lines typed in earlier conversations, oldest first; none where they cannot be read."""

    def close(self) -> None:
        """Close the file."""


class BackgroundSave:
    """One save at a time: started as soon as a step is taken, and waited for before its reply is shown."""

    def __init__(self) -> None:
        """No save is running."""
        self._thread: ThreadPoolExecutor | None = None
        self._running_save: Future[str] | None = None

    def start_save(self, keeper: ConversationKeeper, after: Conversation | None, typed: str) -> None:
        """Save the step in the thread."""
        self._thread = self._thread or ThreadPoolExecutor(1, "keeping")
        self._running_save = self._thread.submit(keeper.save_step, after, typed)

    def wait_for_message(self) -> str | None:
        """Wait for the running save. Returns what the keeper says of it; None where no save is running."""
        begun, self._running_save = self._running_save, None
        return begun.result() if begun is not None else None

    def close(self) -> None:
        """Wait for the running save, and end the thread."""
        if self._thread is not None:
            self._thread.shutdown()
