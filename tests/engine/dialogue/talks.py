"""Conversations of tests, line by line."""

from __future__ import annotations

from engine.dialogue import Conversation, Desk, respond


def talk(desk: Desk, *lines: str) -> Conversation:
    """The conversation after some lines."""
    conversation = None
    for line in lines:
        conversation = respond(conversation, line, desk).conversation
    assert conversation is not None
    return conversation
