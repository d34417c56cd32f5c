"""What was typed in a session: as a transcript, for arrow-up, and run again with today's knowledge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from engine.dialogue import Conversation
from engine.workload import Value
from knowledge.errors import InputError
from tui.sessions.changes import conversations
from tui.sessions.line import Step

Run = Callable[[Conversation | None, str], Conversation | None]
"""One typed line: the conversation before it (None before the first), and after."""


class Different(msgspec.Struct, frozen=True):
    """Where a line leads elsewhere than it did."""

    line: int
    """Of the transcript, from 1."""
    typed: str
    fact: str = ""
    then: Value | None = None
    """What was taken; None where the fact was not known."""
    today: Value | None = None
    problem: str = ""
    """Instead of a fact: why the line is refused today."""


def transcript(steps: Iterable[Step]) -> Iterator[str]:
    """What was typed, line by line, in order."""
    return (step.typed for step in steps if step.typed)


def history(lines: Iterable[str]) -> Iterator[str]:
    """Lines for arrow-up: without blank ones, and none twice in a row."""
    before = ""
    for line in lines:
        if line.strip() and line != before:
            yield line
            before = line


def replay(steps: Sequence[Step], run: Run) -> Iterator[Different]:
    """Each line run again, and the facts that it leaves with another value than then; a difference is told where it begins."""
    conversation: Conversation | None = None
    known: dict[str, tuple[Value | None, Value | None]] = {}
    line = 0
    for step, then in zip(steps, conversations(steps), strict=False):
        if not step.typed:
            continue
        line += 1
        try:
            conversation = run(conversation, step.typed)
        except InputError as error:
            yield Different(line, step.typed, problem=" ".join(str(error).split()))
        found = _differing(then, conversation)
        for fact, values in found.items():
            if known.get(fact) != values:
                yield Different(line, step.typed, fact, *values)
        known = found


def _differing(then: Conversation, today: Conversation | None) -> dict[str, tuple[Value | None, Value | None]]:
    """Fact -> its value then and today, where they differ."""
    one, other = _values(then), _values(today)
    return {fact: (one.get(fact), other.get(fact)) for fact in {**one, **other} if one.get(fact) != other.get(fact)}


def _values(conversation: Conversation | None) -> dict[str, Value | None]:
    return {fact: one.value for fact, one in conversation.now.answers.items()} if conversation is not None else {}
