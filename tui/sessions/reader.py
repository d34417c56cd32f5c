"""Reads a session's file: its steps, and where it is damaged."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.dialogue import Conversation
from engine.intake.values import check_name, value_of
from engine.workload import Value
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from tui.sessions.changes import apply_change, conversations_after
from tui.sessions.records import VERSION, Head, Step, read_version

DECODE_ERRORS: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Errors of decoding foreign JSON."""
_HEAD_START: Final = b'{"sizewise":"session"'


class SessionContents(msgspec.Struct, frozen=True):
    """The content of a session's file."""

    head: Head
    steps: tuple[Step, ...]
    conversation: Conversation | None
    end: int
    """Bytes of whole lines."""
    damaged: int = 0
    """Number of the first unreadable line, from 1; 0 without one. Half a line at the end is no damage."""
    lacks_newline: bool = False
    """True if the last line lacks only its newline."""


def read_session(data: bytes, identity: str) -> SessionContents | None:
    """The head and the steps; None where the head is incomplete.

    Raises InputError that names `identity` for a file that is no session or was written by a newer Sizewise.
    """
    head = decode_head(data, identity)
    if head is None:
        return None
    steps: list[Step] = []
    conversation: Conversation | None = None
    end = data.index(b"\n") + 1
    *whole, cut = data[end:].split(b"\n")
    for number, line in enumerate(whole, 2):
        step = decode_step(line, identity)
        after = _conversation_after(conversation, step, identity)
        if step is None or after is None:
            return SessionContents(head, tuple(steps), conversation, end, number)
        steps.append(step)
        conversation, end = after, end + len(line) + 1
    last = decode_step(cut, identity)
    after = _conversation_after(conversation, last, identity)
    if last is None or after is None:
        return SessionContents(head, tuple(steps), conversation, end)
    return SessionContents(head, (*steps, last), after, end + len(cut), lacks_newline=True)


def _conversation_after(before: Conversation | None, step: Step | None, identity: str) -> Conversation | None:
    """The conversation after a step; None for no step, or one that does not apply."""
    try:
        return apply_change(before, step.change) if step is not None else None
    except InputError as error:
        raise _outdated_error(identity, error) from None


def decode_head(data: bytes, identity: str) -> Head | None:
    """The head of a file; None where it was cut short. Raises InputError where Sizewise did not write it."""
    line, newline, _ = data.partition(b"\n")
    if not newline and (_HEAD_START.startswith(line) or line.startswith(_HEAD_START)):
        return None
    try:
        head = msgspec.json.decode(line, type=Head)
    except DECODE_ERRORS:
        _refuse_newer(line if line.startswith(_HEAD_START) else b"", identity)
        raise InputError(f"session: {identity} was not written by Sizewise, and is left as it is.") from None
    if head.v > VERSION:
        _refuse_newer(line, identity)
    return head


def decode_step(line: bytes, identity: str) -> Step | None:
    """A line as a step; None where it is unreadable. Raises InputError where a newer Sizewise wrote it."""
    try:
        step = msgspec.json.decode(line, type=Step)
    except DECODE_ERRORS:
        _refuse_newer(line, identity)
        return None
    if step.v > VERSION:
        _refuse_newer(line, identity)
    return step


def _refuse_newer(line: bytes, identity: str) -> None:
    version = read_version(line)
    if version is not None and version > VERSION:
        raise InputError(
            f"session: {identity} was written by a newer Sizewise (version {version}; this one reads {VERSION}), and is left as it is."
        )


def refuse_unknown_facts(found: SessionContents, knowledge: Knowledge, identity: str) -> None:
    """Raise InputError for an answer that today's base does not know: the engine would fail on it later."""
    seen: set[tuple[str, Value | None]] = set()
    for conversation in conversations_after(found.steps):
        for name, value in _unseen_facts(conversation, seen):
            try:
                check_name(name)
                _refuse_other_value(name, value, knowledge)
            except InputError as error:
                raise _outdated_error(identity, error) from None


def _outdated_error(identity: str, error: InputError) -> InputError:
    """The error for a session with something that today's base lacks."""
    return InputError(f"session: {identity} cannot be gone on with: {' '.join(str(error).split())}")


def _refuse_other_value(name: str, value: Value | None, knowledge: Knowledge) -> None:
    if value is not None and (kept := value_of(name, value, knowledge)) != value:
        raise InputError(f"{name}: {quote_value(value)} would have to be {quote_value(kept)}.")


def _unseen_facts(conversation: Conversation, seen: set[tuple[str, Value | None]]) -> list[tuple[str, Value | None]]:
    """The facts of a conversation, its what-if and its waiting workloads that are not in `seen`; they are added to it."""
    now = conversation.now
    facts: list[tuple[str, Value | None]] = [(now.editing, None)] if now.editing else []
    for answers in (now.answers, conversation.sandbox.answers if conversation.sandbox is not None else {}):
        facts += [(name, one.value) for name, one in answers.items()]
    for workload in now.waiting:
        facts += workload.known_facts().items()
    fresh = [fact for fact in dict.fromkeys(facts) if fact not in seen]
    seen.update(fresh)
    return fresh
