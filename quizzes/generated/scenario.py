"""Scenarios: a workload in words and as facts, and what is asked of it. Nobody writes their answers; the engine gives them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, Text

Aspect = Literal["place", "processor", "family", "purchase"]
Facts = dict[str, Any]
"""Fact of a workload -> value, as in a workload file."""


class Given(Record):
    """A circumstance that several scenarios share: a clause and the facts that it states."""

    text: Text
    facts: Facts


class Scenario(Record):
    """A workload that items are made from."""

    id: str
    text: Text
    """The workload in a sentence or two."""
    facts: Facts
    """What the text states."""
    given: tuple[str, ...] = ()
    """Circumstances that the stem adds, so that no open question changes the answer."""
    ask: dict[Aspect, Text]
    """What is asked -> the principle that its answer teaches, in a sentence that holds beyond this case."""
    task: str = "3.1"
    """Task statement; questions on purchases go with PURCHASE_TASK."""
    difficulty: Annotated[int, Bound(ge=1, le=5)]
    cues: tuple[Text, ...] = ()
    """Words of the text that decide."""


PURCHASE_TASK = "4.2"
"""Task statement that asks for ways to pay."""
