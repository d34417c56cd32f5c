"""The kinds of processor that a workload can run on."""

from typing import Final, Literal

from knowledge.schema.record import Entry, Fact, Text

ProcessorId = Literal["cpu", "gpu", "inferentia", "trainium", "other"]
NEURON: Final[frozenset[ProcessorId]] = frozenset({"inferentia", "trainium"})
"""Kinds of processor for which models are compiled with the Neuron SDK."""
Stage = Literal["preprocessing", "training", "fine-tuning", "inference", "experimentation"]
Fit = Literal["first", "good", "possible", "poor", "no"]
"""How well something serves a purpose, from best to not at all."""


class Processor(Entry):
    """A kind of processor, with what it is for."""

    fits: dict[Stage, Fact[Fit]]
    """How well it suits each stage of the lifecycle."""
    best_for: tuple[Text, ...]
    not_for: tuple[Text, ...]
    cores: Fact[str]
    """What computes in it, and how many, in a few words."""
    flexibility: Fact[str]
    """What it can run, in a few words."""
    programmability: Fact[str]
    """What code it runs, and what porting takes."""
    parallelism: Fact[str]
    confused_with: tuple[Text, ...] = ()
