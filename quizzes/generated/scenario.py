"""Scenarios: a workload in words and as facts, and what is asked about it. The engine gives the answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, Text

Aspect = Literal["place", "processor", "family", "purchase"]
Facts = dict[str, Any]
"""Fact of a workload -> value, as in a workload file."""


class Circumstance(Record):
    """A circumstance that several scenarios share: a clause and the facts it states."""

    text: Text
    facts: Facts


class Scenario(Record):
    """A workload from which items are generated."""

    id: str
    text: Text
    """The workload in a sentence or two."""
    facts: Facts
    """What the text states."""
    given: tuple[str, ...] = ()
    """Circumstances added to the stem, so that no open question changes the answer."""
    ask: dict[Aspect, Text]
    """Aspect asked -> the principle that its answer teaches, in a sentence that holds beyond this case."""
    task: str = "3.1"
    """Task statement; questions on purchases use PURCHASE_TASK."""
    difficulty: Annotated[int, Bound(ge=1, le=5)]
    cues: tuple[Text, ...] = ()
    """Deciding words of the text."""


PURCHASE_TASK = "4.2"
"""Task statement about purchase options."""
