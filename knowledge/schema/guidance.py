"""What the engine reads beside facts: defaults, questions, limits, efficiencies, weights and wording."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from annotated_types import Ge, Le, MinLen

from knowledge.schema.accelerator import Precision
from knowledge.schema.record import Entry, Fact, Ref, SourceIds, Text, record

FactValue = bool | float | str | tuple[str, ...]
Share = Annotated[float, Ge(0), Le(1)]


@record
class Assumption:
    """What is taken for a fact that nobody stated."""

    value: FactValue
    why: Text


@record
class Defaults:
    """Assumptions for one task. `id` is the task, or `any` for all of them."""

    id: str
    assume: dict[str, Assumption]
    """Fact -> what to take."""


@record
class Choice:
    """One answer to a question."""

    label: Text
    value: FactValue
    prior: Share
    """How likely this answer is before anything is known of the workload."""
    effect: str = ""
    """What it tends to lead to, in a few words."""


@record
class Question:
    """A question of the interview. `id` is the fact it asks for."""

    id: str
    prompt: Text
    principle: Text
    """One sentence on why the answer matters."""
    choices: Annotated[tuple[Choice, ...], MinLen(2)]
    examples: tuple[Text, ...]
    """Answers as people type them."""
    ease: Annotated[int, Ge(1), Le(5)]
    """5 is known by heart, 1 has to be measured first."""
    situations: tuple[Literal["online", "queued", "batch", "training", "processing", "notebook"], ...] = ()
    """The kinds of run for which it is asked; empty for all."""
    kinds: tuple[Literal["network", "language-model", "classic"], ...] = ()
    """The kinds of model for which it is asked; empty for all."""
    subject: bool = False
    """True where another answer makes it another workload, so that no choice is compared across its answers."""


@record
class Limit:
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
    sources: tuple[Annotated[str, Ref("sources")], ...] = ()


@record
class Efficiency(Entry):
    """Shares of the peak that real software reaches, per device kind and regime. `id` is the device kind."""

    compute: dict[Precision, Fact[Share]]
    """At the batch that fills the device."""
    compute_batch_1: Fact[Share]
    """Factor on `compute` for one item at a time."""
    bandwidth: Fact[Share]
    training: Fact[Share]
    """Model FLOPs utilisation in training."""
    overhead_ms: Fact[float]
    """Per request: launch, transfer, serialisation, the server around the model."""
    range_factor: Fact[float]
    """The estimate divided and multiplied by this is the range."""


@record
class Weights:
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


@record
class Lexicon:
    """How people say the values of one fact. `id` is the fact."""

    id: str
    terms: dict[str, tuple[Text, ...]]
    """Value -> words and phrases in lower case; `a & b` means that both stand in the message."""


@record
class Wording:
    """Sentences of one subject, with $placeholders."""

    id: str
    texts: dict[str, Text]
