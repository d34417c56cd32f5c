"""A conversation as a value: what was answered, what came before, what is only tried. Nothing in it is computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.workload import Origin, Value, Workload
from knowledge.schema.record import Record

AnswerKind = Literal["said", "answered", "derived", "not sure", "as assumed"]
"""Said unasked, answered to a question, followed from what was said; nobody knows; the assumption was looked at and let stand."""
AskKind = Literal["fact", "check", "which", "dispute", "confirm"]


class Answer(Record):
    """What is known of one fact, and how."""

    kind: AnswerKind
    value: Value | None = None
    """None where nobody knows it, or the assumption stands."""
    quote: str = ""
    because: str = ""
    about: bool = False
    measured_at: Mapping[str, Value] = msgspec.field(default_factory=dict)


class Offer(Record):
    """One answer to pick."""

    label: str
    value: Value | None = None
    fact: str = ""
    """In a check, the fact of the line; in a dispute, the one that gives way."""
    effect: str = ""


class Ask(Record):
    """A question as it is put."""

    kind: AskKind
    fact: str = ""
    prompt: str
    principle: str
    offers: tuple[Offer, ...] = ()
    examples: tuple[str, ...] = ()
    effect: float = 0.0
    asked: int = 0
    """Questions dealt with so far."""
    most: int = 0
    """Questions that may still come at most, this one included; 0 for one that does not count: a confirmation, a fact asked again."""


class State(Record):
    """Where a conversation stands. `back` and `redo` go from one state to another."""

    answers: dict[str, Answer] = msgspec.field(default_factory=dict)
    """Fact -> its answer; any of them can be changed without losing another."""
    asked: tuple[str, ...] = ()
    """What was asked and has been dealt with, in order: facts, `check`, `which`, `dispute`, `confirm`."""
    waiting: tuple[Workload, ...] = ()
    """Other workloads of the same message."""
    is_chosen: bool = False
    """Whether it is settled which of them comes first."""
    settled: tuple[str, ...] = ()
    """Contradictions that the person let stand."""
    editing: str = ""
    """The fact that is asked again."""
    to_confirm: dict[str, Answer] = msgspec.field(default_factory=dict)
    """Fact -> what it would become, where that changes so much that it is asked about first."""
    lines: tuple[str, ...] = ()
    """What was understood on the way here."""


class Sandbox(Record):
    """A what-if: other answers that are only tried."""

    answers: dict[str, Answer]
    lines: tuple[str, ...]


class Conversation(Record):
    """The whole of it. Every step returns another one."""

    now: State = msgspec.field(default_factory=State)
    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()
    """What was taken back, the nearest first."""
    sandbox: Sandbox | None = None
    notice: tuple[str, ...] = ()
    """What to say of a step that led nowhere: words that were not understood, nothing left to take back."""

    def at(self, state: State) -> Conversation:
        """One step further; what was taken back before is gone. A step to where it stands already is none, for `back` to take back."""
        if state == self.now:
            return msgspec.structs.replace(self, sandbox=None, notice=())
        return Conversation(now=state, past=(*self.past, self.now))

    def with_notice(self, *lines: str) -> Conversation:
        """The same with a word about the last step."""
        return msgspec.structs.replace(self, notice=lines)


def workload_of(answers: dict[str, Answer]) -> Workload:
    """The facts that are known, with their origins."""
    known: dict[str, Any] = {name: one.value for name, one in answers.items() if one.value is not None}
    origins = {name: _origin(answers[name]) for name in known}
    return Workload(**known, origins=origins)


def _origin(answer: Answer) -> Origin:
    kind: Any = answer.kind
    return Origin(kind=kind, quote=answer.quote, because=answer.because, about=answer.about, measured_at=answer.measured_at)


def answers_of(workload: Workload) -> dict[str, Answer]:
    """A workload as a map of answers."""
    return {name: answer_of(workload, name) for name in workload.known_facts()}


def answer_of(workload: Workload, fact: str) -> Answer:
    """One known fact of a workload as an answer."""
    origin = workload.origins[fact]
    kind: Any = origin.kind if origin.kind != "assumed" else "said"
    value = getattr(workload, fact)
    return Answer(kind=kind, value=value, quote=origin.quote, because=origin.because, about=origin.about, measured_at=origin.measured_at)
