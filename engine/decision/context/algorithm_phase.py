"""The documented advice of an algorithm for training or inference: processors, instance categories, and why."""

from __future__ import annotations

import msgspec

from engine.decision.context.conditions import is_condition_met
from engine.decision.context.processor_names import processors_of_names
from engine.decision.context.situation import Situation
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.algorithm import PhaseAdvice
from knowledge.schema.processor import Fit, ProcessorId
from knowledge.schema.record import Fact, Lens

_ORDER: tuple[Fit, ...] = ("first", "good", "possible")
"""Fits that are acceptable, best first."""


def phase_advice_for(workload: Workload, situation: Situation, knowledge: Knowledge) -> tuple[PhaseAdvice | None, int]:
    """The algorithm's advice for this kind of run, None without one, and the number of the case that applies, from 1; 0 for none."""
    algorithm = knowledge.algorithms.get(workload.algorithm or "")
    if algorithm is None:
        return None, 0
    phase = algorithm.training if situation == "training" else algorithm.inference
    if phase is None:
        return None, 0
    number = next((at for at, case in enumerate(phase.cases, 1) if is_condition_met(case.when, lambda fact: getattr(workload, fact))), 0)
    if not number:
        return phase, 0
    case = phase.cases[number - 1]
    told = Fact(value=case.why, as_of=phase.advice.as_of, sources=phase.advice.sources)
    return msgspec.structs.replace(phase, fits=case.fits, categories=case.categories or phase.categories, advice=told), number


def find_favoured_processors(
    workload: Workload, phase: PhaseAdvice | None, knowledge: Knowledge, lens: Lens, approved: tuple[str, ...] = ()
) -> tuple[ProcessorId, ...]:
    """The processors that the documentation ranks first among those that person and policy allow; empty without documented advice.

    It decides where no rate is known for the other processors: a built-in algorithm that its guide trains on a GPU.
    """
    if phase is None:
        return ()
    excluded, wanted, welcome, runs_cuda = (
        workload.exclude or (),
        processors_of_names(workload.require or (), knowledge),
        processors_of_names(approved, knowledge),
        ("gpu",) if workload.custom_cuda_kernels else (),
    )
    left = {
        processor: fact.value_for(lens)
        for processor, fact in phase.fits.items()
        if fact.value_for(lens) in _ORDER
        and processor not in excluded
        and all(not kinds or processor in kinds for kinds in (wanted, welcome, runs_cuda))
    }
    best = min((_ORDER.index(fit) for fit in left.values()), default=None)
    return tuple(processor for processor, fit in left.items() if _ORDER.index(fit) == best)
