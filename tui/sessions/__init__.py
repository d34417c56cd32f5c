"""Saved conversations: one append-only file each, a line for every step, from which exactly the same conversation is built again."""

from tui.sessions.changes import change_of, conversations, rebuilt
from tui.sessions.line import Step
from tui.sessions.session import Saved, Session
from tui.sessions.store import Store
from tui.sessions.summary import Summary
from tui.sessions.views import Different, history, replay, transcript

__all__ = [
    "Different",
    "Saved",
    "Session",
    "Step",
    "Store",
    "Summary",
    "change_of",
    "conversations",
    "history",
    "rebuilt",
    "replay",
    "transcript",
]
