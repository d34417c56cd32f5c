"""A session's file, read whole: its steps, and where reading had to stop."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.dialogue import Conversation
from engine.intake.values import check_name, value_of
from engine.workload import Value
from knowledge import Knowledge
from knowledge.errors import InputError, shown
from tui.sessions.changes import changed, conversations
from tui.sessions.line import VERSION, Head, Step, version_in

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading JSON that is not ours may raise."""
_BEGINS: Final = b'{"sizewise":"session"'


class Found(msgspec.Struct, frozen=True):
    """What a file holds."""

    head: Head
    steps: tuple[Step, ...]
    conversation: Conversation | None
    end: int
    """Bytes of whole lines."""
    damaged: int = 0
    """The number of the first line that cannot be read, from 1; 0 where all can. Half a line at the end is no damage."""
    lacks_newline: bool = False
    """Whether the last line is whole but for its end."""


def read(data: bytes, identity: str) -> Found | None:
    """The head and the steps; None where not even the head was written whole.

    Raises InputError, naming `identity`, for a file that is no session or one of a newer Sizewise.
    """
    head = head_of(data, identity)
    if head is None:
        return None
    steps: list[Step] = []
    conversation: Conversation | None = None
    end = data.index(b"\n") + 1
    *whole, cut = data[end:].split(b"\n")
    for number, line in enumerate(whole, 2):
        step = step_of(line, identity)
        after = _after(conversation, step, identity)
        if step is None or after is None:
            return Found(head, tuple(steps), conversation, end, number)
        steps.append(step)
        conversation, end = after, end + len(line) + 1
    last = step_of(cut, identity)
    after = _after(conversation, last, identity)
    if last is None or after is None:
        return Found(head, tuple(steps), conversation, end)
    return Found(head, (*steps, last), after, end + len(cut), lacks_newline=True)


def _after(before: Conversation | None, step: Step | None, identity: str) -> Conversation | None:
    """The conversation after a step; None where it is none, or does not fit."""
    try:
        return changed(before, step.change) if step is not None else None
    except InputError as error:
        raise _not_today(identity, error) from None


def head_of(data: bytes, identity: str) -> Head | None:
    """The first line of a file's beginning; None where it was cut short. Raises InputError where it is not ours."""
    line, newline, _ = data.partition(b"\n")
    if not newline and (_BEGINS.startswith(line) or line.startswith(_BEGINS)):
        return None
    try:
        head = msgspec.json.decode(line, type=Head)
    except UNREADABLE:
        _refuse_newer(line if line.startswith(_BEGINS) else b"", identity)
        raise InputError(f"session: {identity} was not written by Sizewise, and is left as it is.") from None
    if head.v > VERSION:
        _refuse_newer(line, identity)
    return head


def step_of(line: bytes, identity: str) -> Step | None:
    """A line as a step; None where it cannot be read. Raises InputError where a newer Sizewise wrote it."""
    try:
        step = msgspec.json.decode(line, type=Step)
    except UNREADABLE:
        _refuse_newer(line, identity)
        return None
    if step.v > VERSION:
        _refuse_newer(line, identity)
    return step


def _refuse_newer(line: bytes, identity: str) -> None:
    version = version_in(line)
    if version is not None and version > VERSION:
        raise InputError(
            f"session: {identity} was written by a newer Sizewise (version {version}; this one reads {VERSION}), and is left as it is."
        )


def refuse_unknown_facts(found: Found, knowledge: Knowledge, identity: str) -> None:
    """Raise InputError where an answer is none that today's base has: the engine would stumble over it later."""
    seen: set[tuple[str, Value | None]] = set()
    for conversation in conversations(found.steps):
        for name, value in _facts(conversation, seen):
            try:
                check_name(name)
                _refuse_other_value(name, value, knowledge)
            except InputError as error:
                raise _not_today(identity, error) from None


def _not_today(identity: str, error: InputError) -> InputError:
    """The error for a session that rests on something which today's base has not."""
    return InputError(f"session: {identity} cannot be gone on with: {' '.join(str(error).split())}")


def _refuse_other_value(name: str, value: Value | None, knowledge: Knowledge) -> None:
    if value is not None and (kept := value_of(name, value, knowledge)) != value:
        raise InputError(f"{name}: {shown(value)} would have to be {shown(kept)}.")


def _facts(conversation: Conversation, seen: set[tuple[str, Value | None]]) -> list[tuple[str, Value | None]]:
    """The facts of a conversation, tried and waiting ones too, that were not seen before."""
    now = conversation.now
    facts: list[tuple[str, Value | None]] = [(now.editing, None)] if now.editing else []
    for answers in (now.answers, conversation.sandbox.answers if conversation.sandbox is not None else {}):
        facts += [(name, one.value) for name, one in answers.items()]
    for workload in now.waiting:
        facts += workload.known().items()
    fresh = [fact for fact in dict.fromkeys(facts) if fact not in seen]
    seen.update(fresh)
    return fresh
