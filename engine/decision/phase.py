"""What an algorithm wants in the phase at hand: which processors its documentation names first, which categories, and why."""

from __future__ import annotations

import msgspec

from engine.decision.conditions import holds
from engine.decision.named import processors_named
from engine.decision.situation import Situation
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.algorithm import PhaseAdvice
from knowledge.schema.processor import Fit, ProcessorId
from knowledge.schema.record import Fact, Lens

_ORDER: tuple[Fit, ...] = ("first", "good", "possible")
"""Fits that come into question, best first."""


def phase_of(workload: Workload, situation: Situation, knowledge: Knowledge) -> tuple[PhaseAdvice | None, int]:
    """The algorithm's advice for this situation, None where it has none; and which of its cases applies, counted from 1, else 0."""
    algorithm = knowledge.algorithms.get(workload.algorithm or "")
    if algorithm is None:
        return None, 0
    phase = algorithm.training if situation == "training" else algorithm.inference
    if phase is None:
        return None, 0
    number = next((at for at, case in enumerate(phase.cases, 1) if holds(case.when, lambda fact: getattr(workload, fact))), 0)
    if not number:
        return phase, 0
    case = phase.cases[number - 1]
    told = Fact(value=case.why, as_of=phase.advice.as_of, sources=phase.advice.sources)
    return msgspec.structs.replace(phase, fits=case.fits, categories=case.categories or phase.categories, advice=told), number


def favoured(
    workload: Workload, phase: PhaseAdvice | None, knowledge: Knowledge, lens: Lens, approved: tuple[str, ...] = ()
) -> tuple[ProcessorId, ...]:
    """The processors that the documentation names before the others, among those that the person and the policy leave open; else empty.

    It decides where no rate is known for the other processors: a built-in algorithm that its guide trains on a GPU.
    """
    if phase is None:
        return ()
    excluded, wanted, welcome = (
        workload.exclude or (),
        processors_named(workload.require or (), knowledge),
        processors_named(approved, knowledge),
    )
    left = {
        processor: fact.under(lens)
        for processor, fact in phase.fits.items()
        if fact.under(lens) in _ORDER and processor not in excluded and all(not kinds or processor in kinds for kinds in (wanted, welcome))
    }
    best = min((_ORDER.index(fit) for fit in left.values()), default=None)
    return tuple(processor for processor, fit in left.items() if _ORDER.index(fit) == best)
