"""Saved conversations: an append-only file each, with a line for every step, from which the conversation is rebuilt exactly."""

from tui.sessions.changes import conversations_after, find_change, rebuild_conversation
from tui.sessions.records import Step
from tui.sessions.replay import ReplayDifference, drop_repeats, replay_steps, typed_lines
from tui.sessions.session import SaveResult, Session
from tui.sessions.store import SessionStore
from tui.sessions.summary import SessionSummary

__all__ = [
    "ReplayDifference",
    "SaveResult",
    "Session",
    "SessionStore",
    "SessionSummary",
    "Step",
    "conversations_after",
    "drop_repeats",
    "find_change",
    "rebuild_conversation",
    "replay_steps",
    "typed_lines",
]
