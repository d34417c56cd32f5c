"""From two conversations to the change between them, and from changes back to conversations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dialogue import Conversation, State
from tui.sessions.line import Back, Change, Forward, Redo, Same, Step, Whole, state_of, stored, whole

_States = tuple[tuple[State, ...], State, tuple[State, ...]]


def change_of(before: Conversation | None, after: Conversation) -> Change:
    """What leads from `before` to `after`, in few words where one step does; None is no conversation yet."""
    if before is None:
        return whole(after)
    found = _states(after)
    if found == _states(before):
        return Same(sandbox=after.sandbox, notice=after.notice)
    if found == _taken_back(before):
        return Back(sandbox=after.sandbox, notice=after.notice)
    if found == _brought_back(before):
        return Redo(sandbox=after.sandbox, notice=after.notice)
    if found == _further(before, after.now):
        return Forward(now=stored(after.now), sandbox=after.sandbox, notice=after.notice)
    return whole(after)


def changed(before: Conversation | None, change: Change) -> Conversation | None:
    """The conversation after a change; None where the change does not fit. Raises InputError for a fact that does not exist."""
    states = _whole(change) if isinstance(change, Whole) else _led_to(before, change) if before is not None else None
    if states is None:
        return None
    past, now, future = states
    return Conversation(now=now, past=past, future=future, sandbox=change.sandbox, notice=change.notice)


def conversations(steps: Iterable[Step]) -> Iterator[Conversation]:
    """The conversation after each step; ends before a step that does not fit."""
    conversation: Conversation | None = None
    for step in steps:
        conversation = changed(conversation, step.change)
        if conversation is None:
            return
        yield conversation


def rebuilt(steps: Iterable[Step]) -> Conversation | None:
    """The conversation after all steps, with what can be taken back and brought back; None where there are none."""
    conversation = None
    for conversation in conversations(steps):  # noqa: B007  # the last one is wanted
        pass
    return conversation


def _states(conversation: Conversation) -> _States:
    return conversation.past, conversation.now, conversation.future


def _further(before: Conversation, now: State) -> _States:
    return (*before.past, before.now), now, ()


def _taken_back(before: Conversation) -> _States | None:
    return (before.past[:-1], before.past[-1], (before.now, *before.future)) if before.past else None


def _brought_back(before: Conversation) -> _States | None:
    return ((*before.past, before.now), before.future[0], before.future[1:]) if before.future else None


def _led_to(before: Conversation, change: Same | Forward | Back | Redo) -> _States | None:
    if isinstance(change, Same):
        return _states(before)
    if isinstance(change, Forward):
        return _further(before, state_of(change.now))
    return _taken_back(before) if isinstance(change, Back) else _brought_back(before)


def _whole(change: Whole) -> _States:
    return tuple(map(state_of, change.past)), state_of(change.now), tuple(map(state_of, change.future))
