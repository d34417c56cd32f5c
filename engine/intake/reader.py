"""The port through which a message is read: what goes to a reader, and what it proposes. It decides nothing; the resolver does.

The rules that come with Sizewise are one reader, a language model is another. Whoever calls a model passes its proposals in, so that
nothing here waits for anybody.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from engine.intake.candidate import Certainty
from engine.intake.clauses import ActKind, Role
from engine.workload import Value


class Act(msgspec.Struct, frozen=True):
    """What a person does with one clause."""

    act: ActKind
    quote: str


class ReadingTask(msgspec.Struct, frozen=True):
    """What a reader is given: the words, and what was asked before them."""

    text: str
    asked: str = ""
    """The fact that the last question asks for; "" where none was asked."""
    question: str = ""
    """The last question, as the person saw it."""


class Proposal(msgspec.Struct, frozen=True):
    """One fact that a reader takes some words to state."""

    fact: str
    value: Value
    quote: str
    """The words, letter by letter as they stand in the text."""
    role: Role = "wanted"
    """What they are said of."""
    certainty: Certainty = Certainty.WORDED


class Proposals(msgspec.Struct, frozen=True):
    """Everything that a reader found in one text."""

    facts: tuple[Proposal, ...] = ()
    acts: tuple[Act, ...] = ()
    asked: str = ""
    """The fact that the text was an answer to; "" for none."""
    faults: int = 0
    """Proposals that were left out already, since nothing of the text bears them out."""


NO_PROPOSALS = Proposals()


class Reader(Protocol):
    """Anything that reads."""

    def read(self, task: ReadingTask) -> Proposals:
        """What it finds in the text of a task."""
