"""The lines of a session's file: a head, then one for each step. JSON, UTF-8, one line each."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final, Literal

import msgspec

from engine.dialogue import Answer, Conversation, Sandbox, State
from engine.intake.values import check_name
from engine.workload import Origin, Value, Workload
from knowledge.schema.record import Record
from tui.cli.json_text import json_line

VERSION: Final = 1
"""Of the lines' shape. A change that this version cannot read makes it 2."""


class Head(Record, omit_defaults=True):
    """The first line."""

    sizewise: Literal["session"] = msgspec.field(default_factory=lambda: "session")  # a factory's value is always written
    v: int
    created: dt.datetime
    copy_of: str = ""
    """The session whose history this one began with."""


class Told(Record):
    """One fact of a workload that waits. Kept with its own type: a `Workload` read back would make 8.0 of 8."""

    value: Value
    origin: Origin | None


class StoredState(Record, omit_defaults=True):
    """A `State` as it is written: the same fields, the workloads as maps of facts."""

    answers: dict[str, Answer] = msgspec.field(default_factory=dict)
    asked: tuple[str, ...] = ()
    waiting: tuple[dict[str, Told], ...] = ()
    is_chosen: bool = False
    settled: tuple[str, ...] = ()
    editing: str = ""
    lines: tuple[str, ...] = ()


class Beside(Record, omit_defaults=True):
    """What a conversation holds beside its states."""

    sandbox: Sandbox | None = None
    notice: tuple[str, ...] = ()


class Same(Beside, tag="same"):
    """The states stay: a word about the step, a what-if begun or discarded, a command that only shows something."""


class Forward(Beside, tag="forward"):
    """One state further; what had been taken back is gone."""

    now: StoredState


class Back(Beside, tag="back"):
    """One state back."""


class Redo(Beside, tag="redo"):
    """The state that was taken back."""


class Whole(Beside, tag="whole"):
    """A conversation that follows from no other."""

    now: StoredState
    past: tuple[StoredState, ...] = ()
    future: tuple[StoredState, ...] = ()


Change = Same | Forward | Back | Redo | Whole


class Step(Record, omit_defaults=True):
    """One step: what was typed, and how it changed the conversation."""

    v: int
    time: dt.datetime
    typed: str = ""
    name: str = ""
    """Of the session, after this step."""
    is_named: bool = False
    """Whether a person gave the name."""
    answers: int = 0
    """Facts dealt with after this step."""
    change: Change


class _Version(msgspec.Struct):
    v: int


def encoded(line: Head | Step) -> bytes:
    """The line with its end. Halves of a character pair, which UTF-8 cannot hold, become question marks."""
    try:
        return json_line(line) + b"\n"
    except UnicodeEncodeError:
        return json_line(_whole_characters(msgspec.to_builtins(line))) + b"\n"


def _whole_characters(value: Any) -> Any:  # noqa: ANN401  # whatever JSON holds
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_whole_characters(key): _whole_characters(one) for key, one in value.items()}
    return [_whole_characters(one) for one in value] if isinstance(value, (list, tuple)) else value


def version_in(line: bytes) -> int | None:
    """The version that a line names; None where it names none."""
    try:
        return msgspec.json.decode(line, type=_Version).v
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def stored(state: State) -> StoredState:
    """A state as it is written."""
    fields: dict[str, Any] = {name: getattr(state, name) for name in State.__struct_fields__}
    return StoredState(**{**fields, "waiting": tuple(map(_facts_of, state.waiting))})


def state_of(kept: StoredState) -> State:
    """The state that was written. Raises InputError for a fact that does not exist."""
    fields: dict[str, Any] = {name: getattr(kept, name) for name in State.__struct_fields__}
    return State(**{**fields, "waiting": tuple(map(_workload_of, kept.waiting))})


def _facts_of(workload: Workload) -> dict[str, Told]:
    """In the order in which they were told."""
    known = workload.known()
    order = dict.fromkeys((*workload.origins, *known))
    return {name: Told(value=known[name], origin=workload.origins.get(name)) for name in order if name in known}


def _workload_of(facts: dict[str, Told]) -> Workload:
    for name in facts:
        check_name(name)
    known: dict[str, Any] = {name: one.value for name, one in facts.items()}
    return Workload(**known, origins={name: one.origin for name, one in facts.items() if one.origin is not None})


def whole(conversation: Conversation) -> Whole:
    """All of a conversation."""
    return Whole(
        now=stored(conversation.now),
        past=tuple(map(stored, conversation.past)),
        future=tuple(map(stored, conversation.future)),
        sandbox=conversation.sandbox,
        notice=conversation.notice,
    )
