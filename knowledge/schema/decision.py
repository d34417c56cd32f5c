"""What the engine decides by, beside facts: assumptions, questions, limits, weights."""

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.bound import Bound, Share
from knowledge.schema.record import Record, Ref, SourceIds, Text

FactValue = bool | int | float | str | tuple[str, ...]
ModelKind = Literal["network", "language-model", "classic"]


class Assumption(Record):
    """What is taken for a fact that nobody stated."""

    value: FactValue
    why: Text


class Defaults(Record):
    """Assumptions for one task or stage, which is the `id`, or for `any`. A stage wins over a task, and a task over `any`.

    Those of `mild` take the place of others where nothing fits.
    """

    id: str
    assume: dict[str, Assumption]
    """Fact -> what to take."""


class Choice(Record):
    """One answer to a question."""

    label: Text
    value: FactValue
    prior: Share
    """How likely this answer is before anything is known of the workload."""
    effect: str = ""
    """What it tends to lead to, in a few words."""
    kinds: tuple[ModelKind, ...] = ()
    """The kinds of model for which it is offered; empty for all."""
    words: tuple[str, ...] = ()
    """Other words that people answer with and mean it."""


class Question(Record):
    """A question of the interview. `id` is the fact it asks for."""

    id: str
    prompt: Text
    principle: Text
    """One sentence on why the answer matters."""
    choices: tuple[Choice, ...] = ()
    """At least two; none where they are `members_of` something."""
    members_of: str = ""
    """The fact without which it is not asked, and whose entry has the choices as its members: they are as likely as each other."""
    examples: tuple[Text, ...]
    """Answers as people type them."""
    ease: Annotated[int, Bound(ge=1, le=5)]
    """5 is known by heart, 1 has to be measured first."""
    situations: tuple[Literal["online", "batch", "training", "processing", "notebook"], ...] = ()
    """The kinds of run for which it is asked; empty for all."""
    kinds: tuple[ModelKind, ...] = ()
    """The kinds of model for which it is asked; empty for all."""
    unless: tuple[str, ...] = ()
    """Facts that leave nothing to ask where one of them is stated."""
    subject: bool = False
    """True where another answer makes it another workload, so that no choice is compared across its answers."""


class Limit(Record):
    """A hard limit: the words around what `engine/decision/limits` computes."""

    id: str
    name: Text
    """As it appears in `rejected[].limit`."""
    text: Text
    """One sentence with $what, $need and $has."""
    relax: str = ""
    """What to give up when this limit stops everything, with $need and $has; empty where it cannot be relaxed."""
    fact: str = ""
    """The fact whose change relaxes it."""
    lower: bool = False
    """True where the fact has to come down, as a payload; false where it may go up, as a budget."""
    sources: tuple[Annotated[str, Ref("sources")], ...] = ()


class Weights(Record):
    """Points and weights of the ranking."""

    id: str
    points: dict[str, int]
    """Complexity points: `neuron`, `several-nodes`, `spot`, `own-container`, …"""
    priority: dict[str, dict[Literal["cost", "speed", "complexity"], Share]]
    """Priority -> weights."""
    thresholds: dict[str, float]
    """Named thresholds: `tight`, `target_utilization`, `idle_gpu`, …"""
    why: dict[str, Text] = field(default_factory=dict)
    """Threshold or point -> reason for its value."""
    sources: SourceIds
