"""The lines of a session's file: a head, then one for each step, as JSON in UTF-8."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final, Literal

import msgspec

from engine.dialogue import Answer, Conversation, Sandbox, State
from engine.intake.values import check_name
from engine.workload import Origin, Value, Workload
from knowledge.schema.record import Record
from tui.output.json_text import encode_json_line

VERSION: Final = 1
"""Version of the format; raised by a change that older versions cannot read."""


class Head(Record, omit_defaults=True):
    """The first line."""

    sizewise: Literal["session"] = msgspec.field(default_factory=lambda: "session")  # a factory's value is always written
    v: int
    created: dt.datetime
    copy_of: str = ""
    """Id of the session that this one was copied from."""


class StoredFact(Record):
    """One fact of a waiting workload. Stored apart, since a decoded `Workload` would turn 8 into 8.0."""

    value: Value
    origin: Origin | None


class StoredState(Record, omit_defaults=True):
    """A `State` as it is stored: the same fields, with workloads as maps of facts."""

    answers: dict[str, Answer] = msgspec.field(default_factory=dict)
    asked: tuple[str, ...] = ()
    waiting: tuple[dict[str, StoredFact], ...] = ()
    is_chosen: bool = False
    settled: tuple[str, ...] = ()
    editing: str = ""
    to_confirm: dict[str, Answer] = msgspec.field(default_factory=dict)
    lines: tuple[str, ...] = ()


class ChangeBase(Record, omit_defaults=True):
    """What a conversation holds besides its states."""

    sandbox: Sandbox | None = None
    notice: tuple[str, ...] = ()


class Same(ChangeBase, tag="same"):
    """No state changes: a notice, a what-if begun or discarded, a command that only shows something."""


class Forward(ChangeBase, tag="forward"):
    """A new state; redo states are dropped."""

    now: StoredState


class Back(ChangeBase, tag="back"):
    """One state back."""


class Redo(ChangeBase, tag="redo"):
    """One state forward again."""


class Whole(ChangeBase, tag="whole"):
    """A whole conversation, independent of the one before."""

    now: StoredState
    past: tuple[StoredState, ...] = ()
    future: tuple[StoredState, ...] = ()


Change = Same | Forward | Back | Redo | Whole


class Step(Record, omit_defaults=True):
    """One step: the typed line, and the change of the conversation."""

    v: int
    time: dt.datetime
    typed: str = ""
    name: str = ""
    """Name of the session after this step."""
    is_named: bool = False
    """True if the user gave the name."""
    answers: int = 0
    """Number of answered facts after this step."""
    change: Change


class _Version(msgspec.Struct):
    v: int


def encode_line(line: Head | Step) -> bytes:
    """The line with its newline. Lone surrogates, which UTF-8 cannot encode, become question marks."""
    try:
        return encode_json_line(line) + b"\n"
    except UnicodeEncodeError:
        return encode_json_line(_replace_surrogates(msgspec.to_builtins(line))) + b"\n"


def _replace_surrogates(value: Any) -> Any:  # noqa: ANN401  # any JSON value
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_replace_surrogates(key): _replace_surrogates(one) for key, one in value.items()}
    return [_replace_surrogates(one) for one in value] if isinstance(value, (list, tuple)) else value


def read_version(line: bytes) -> int | None:
    """The version of a line; None without one."""
    try:
        return msgspec.json.decode(line, type=_Version).v
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def store_state(state: State) -> StoredState:
    """A state as it is stored."""
    fields: dict[str, Any] = {name: getattr(state, name) for name in State.__struct_fields__}
    return StoredState(**{**fields, "waiting": tuple(map(_facts_of, state.waiting))})


def restore_state(stored: StoredState) -> State:
    """The stored state. Raises InputError for an unknown fact."""
    fields: dict[str, Any] = {name: getattr(stored, name) for name in State.__struct_fields__}
    return State(**{**fields, "waiting": tuple(map(_workload_of, stored.waiting))})


def _facts_of(workload: Workload) -> dict[str, StoredFact]:
    """The facts of a workload, in the order of their origins."""
    known = workload.known_facts()
    order = dict.fromkeys((*workload.origins, *known))
    return {name: StoredFact(value=known[name], origin=workload.origins.get(name)) for name in order if name in known}


def _workload_of(facts: dict[str, StoredFact]) -> Workload:
    for name in facts:
        check_name(name)
    known: dict[str, Any] = {name: one.value for name, one in facts.items()}
    return Workload(**known, origins={name: one.origin for name, one in facts.items() if one.origin is not None})


def whole_change(conversation: Conversation) -> Whole:
    """A whole conversation as a change."""
    return Whole(
        now=store_state(conversation.now),
        past=tuple(map(store_state, conversation.past)),
        future=tuple(map(store_state, conversation.future)),
        sandbox=conversation.sandbox,
        notice=conversation.notice,
    )
