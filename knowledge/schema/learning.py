"""What people learn: terms, ideas, lessons."""

from typing import Annotated, Any, Literal

from msgspec import field

from knowledge.schema.bound import Bound
from knowledge.schema.record import Entry, Fact, Record, Ref, Text

Several = Annotated[tuple[Text, ...], Bound(min_length=1)]


class Term(Entry):
    """A term of the field. `summary` is its definition in one sentence."""

    limits: dict[str, Fact[Any]] = field(default_factory=dict)
    """Figures that belong to the term: "keep_alive_seconds"."""
    parts: dict[str, Text] = field(default_factory=dict)
    """What it is made of or what there is of it, such as the letters of a name -> what each means."""
    example: Text
    confused_with: dict[Annotated[str, Ref("glossary")], Text] = field(default_factory=dict)
    """Term -> how the two differ."""
    subject: Literal["hardware", "places", "purchase", "sizing", "serving", "training", "data", "cost", "operations", "network", "exam"]


class Pair(Record):
    """A definition and an example of it."""

    definition: Text
    example: Text


class Lesson(Entry):
    """One topic, in our own words. `name` is the topic and `summary` the big idea."""

    objectives: Several
    """What the learner can do afterwards, each beginning with a verb."""
    terms: tuple[Annotated[str, Ref("glossary")], ...]
    rules: Several
    """Rules of thumb."""
    pairs: Annotated[tuple[Pair, ...], Bound(min_length=2)]
    worked_example: Text
    """A small case, step by step, with its arithmetic."""
    muddy_points: Several
    """What people get wrong, and how it is."""
    figure: Text
    """One figure drawn as text, at most 78 columns."""
    tables: tuple[Annotated[str, Ref("tables")], ...] = ()
    """Comparison tables that belong to it; they are filled from the facts when shown."""
    see_also: tuple[Annotated[str, Ref("lessons")], ...] = ()
    exam_tasks: tuple[str, ...] = ()
    """Task statements of the exam guide it serves: "3.1", "4.2"."""


class Idea(Entry):
    """An idea that decisions rest on. `summary` says it in one or two sentences."""

    matters_because: Text
    applies_when: Text
    does_not_apply_when: Text
    example: Text
    terms: tuple[Annotated[str, Ref("glossary")], ...] = ()
    reported: tuple[Fact[str], ...] = ()
    """Results that customers or vendors reported: claims, dated and cited."""
