"""The typed lines of a session, and their replay with today's knowledge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from engine.dialogue import Conversation
from engine.workload import Value
from knowledge.errors import InputError
from tui.sessions.changes import conversations_after
from tui.sessions.records import Step

RunLine = Callable[[Conversation | None, str], Conversation | None]
"""The conversation before a line (None before the first), and the line -> the conversation after it."""


class ReplayDifference(msgspec.Struct, frozen=True):
    """A line whose result differs from the saved one."""

    line: int
    """Number among the typed lines, from 1."""
    typed: str
    fact: str = ""
    then: Value | None = None
    """The value then; None if the fact was unknown."""
    today: Value | None = None
    problem: str = ""
    """Why the line is refused today; instead of a fact."""


def typed_lines(steps: Iterable[Step]) -> Iterator[str]:
    """The typed lines, in order."""
    return (step.typed for step in steps if step.typed)


def drop_repeats(lines: Iterable[str]) -> Iterator[str]:
    """The lines without blank ones and immediate repetitions."""
    before = ""
    for line in lines:
        if line.strip() and line != before:
            yield line
            before = line


def replay_steps(steps: Sequence[Step], run: RunLine) -> Iterator[ReplayDifference]:
    """Run each line again. Yields the facts whose values differ from then, at the line where the difference begins."""
    conversation: Conversation | None = None
    known: dict[str, tuple[Value | None, Value | None]] = {}
    line = 0
    for step, then in zip(steps, conversations_after(steps), strict=False):
        if not step.typed:
            continue
        line += 1
        try:
            conversation = run(conversation, step.typed)
        except InputError as error:
            yield ReplayDifference(line, step.typed, problem=" ".join(str(error).split()))
        found = _differing_values(then, conversation)
        for fact, values in found.items():
            if known.get(fact) != values:
                yield ReplayDifference(line, step.typed, fact, *values)
        known = found


def _differing_values(then: Conversation, today: Conversation | None) -> dict[str, tuple[Value | None, Value | None]]:
    """Fact -> value then and today, where they differ."""
    one, other = _fact_values(then), _fact_values(today)
    return {fact: (one.get(fact), other.get(fact)) for fact in {**one, **other} if one.get(fact) != other.get(fact)}


def _fact_values(conversation: Conversation | None) -> dict[str, Value | None]:
    return {fact: one.value for fact, one in conversation.now.answers.items()} if conversation is not None else {}
