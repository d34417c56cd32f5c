"""From two conversations to the change between them, and from changes back to conversations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dialogue import Conversation, State
from tui.sessions.records import Back, Change, Forward, Redo, Same, Step, Whole, restore_state, store_state, whole_change

_States = tuple[tuple[State, ...], State, tuple[State, ...]]


def find_change(before: Conversation | None, after: Conversation) -> Change:
    """The change from `before` (None before the first step) to `after`; the whole conversation where no single step leads there."""
    if before is None:
        return whole_change(after)
    found = _states_of(after)
    if found == _states_of(before):
        return Same(sandbox=after.sandbox, notice=after.notice)
    if found == _after_back(before):
        return Back(sandbox=after.sandbox, notice=after.notice)
    if found == _after_redo(before):
        return Redo(sandbox=after.sandbox, notice=after.notice)
    if found == _after_forward(before, after.now):
        return Forward(now=store_state(after.now), sandbox=after.sandbox, notice=after.notice)
    return whole_change(after)


def apply_change(before: Conversation | None, change: Change) -> Conversation | None:
    """The conversation after a change; None where the change does not apply. Raises InputError for an unknown fact."""
    states = _restore_states(change) if isinstance(change, Whole) else _after_step(before, change) if before is not None else None
    if states is None:
        return None
    past, now, future = states
    return Conversation(now=now, past=past, future=future, sandbox=change.sandbox, notice=change.notice)


def conversations_after(steps: Iterable[Step]) -> Iterator[Conversation]:
    """The conversation after each step; ends before a step that does not apply."""
    conversation: Conversation | None = None
    for step in steps:
        conversation = apply_change(conversation, step.change)
        if conversation is None:
            return
        yield conversation


def rebuild_conversation(steps: Iterable[Step]) -> Conversation | None:
    """The conversation after all steps, with its undo and redo states; None without steps."""
    conversation = None
    for conversation in conversations_after(steps):  # noqa: B007  # the last one is wanted
        pass
    return conversation


def _states_of(conversation: Conversation) -> _States:
    return conversation.past, conversation.now, conversation.future


def _after_forward(before: Conversation, now: State) -> _States:
    return (*before.past, before.now), now, ()


def _after_back(before: Conversation) -> _States | None:
    return (before.past[:-1], before.past[-1], (before.now, *before.future)) if before.past else None


def _after_redo(before: Conversation) -> _States | None:
    return ((*before.past, before.now), before.future[0], before.future[1:]) if before.future else None


def _after_step(before: Conversation, change: Same | Forward | Back | Redo) -> _States | None:
    if isinstance(change, Same):
        return _states_of(before)
    if isinstance(change, Forward):
        return _after_forward(before, restore_state(change.now))
    return _after_back(before) if isinstance(change, Back) else _after_redo(before)


def _restore_states(change: Whole) -> _States:
    return tuple(map(restore_state, change.past)), restore_state(change.now), tuple(map(restore_state, change.future))
