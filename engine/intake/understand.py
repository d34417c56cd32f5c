"""From a person's words to facts, each with the words it was read from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from engine.intake.clauses import Hearing, join_neighbours
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.quantities.quantity_facts import quantities_in
from engine.intake.reader import NO_PROPOSALS, Act, Proposals
from engine.intake.reading import Reading
from engine.intake.several import parts_of
from engine.intake.tokens import MOST_CHARACTERS
from engine.intake.weighing import Weighing, candidates_of, literal_only, weigh
from engine.workload import SUBJECT_FACTS, Workload
from knowledge import Knowledge

_SHARED: Final = (
    "model", "model_family", "algorithm", "dataset", "task", "data_type", "framework", "parameters_b", "precision", "region", "operations",
    "commitment_years", "environment", "priority", "exclude", "require", "arm_ok", "neuron_compatible", "network_isolation",
)  # fmt: skip
"""Facts that several workloads of one message have in common where only one part states them."""


class Understood(msgspec.Struct, frozen=True):
    """What a message says."""

    workload: Workload
    other_workloads: tuple[Workload, ...]
    contradictions: tuple[str, ...]
    not_understood: tuple[str, ...]
    acts: tuple[Act, ...] = ()
    not_used: tuple[str, ...] = ()
    """Numbers and names of statements that no fact came from, in the words of the message."""
    weighing: Weighing = Weighing()
    """What became of the proposals of a second reader."""


def understand(text: str, knowledge: Knowledge, *, hearing: Hearing = "first", proposals: Proposals = NO_PROPOSALS) -> Understood:
    """The facts that `text` states. Never fails: what cannot be read is listed. `proposals`: what a second reader found in it."""
    lexica = lexica_of(knowledge)
    written = text[:MOST_CHARACTERS]
    whole = Reading(written, knowledge, lexica, hearing=hearing)
    stated = {one.fact for one in whole.stated}
    parts = parts_of(whole.message, whole.stages, stated, lambda part: {one.fact for one in quantities_in(Message(part, lexica))})
    readings = [whole]
    if len(parts) > 1:
        readings = [Reading(written[whole.back(begin) : whole.back(end)], knowledge, lexica, hearing=hearing) for begin, end in parts]
    weighing = weigh(literal_only(proposals, written), whole)
    if weighing.of("taken"):
        readings = [
            Reading(one.written, knowledge, lexica, hearing=hearing, second=tuple(candidates_of(weighing, one))) for one in readings
        ]
    first, *others = readings
    left = (f"the text after {MOST_CHARACTERS:,} characters",) if len(text) > MOST_CHARACTERS else ()
    return Understood(
        _with_shared(first.workload, others),
        tuple(_with_shared(other.workload, [one for one in readings if one is not other]) for other in others),
        tuple(contradiction for reading in readings for contradiction in reading.contradictions),
        (*left, *(first.leftover if not others else ())),
        tuple(acts_of(whole)),
        tuple(dict.fromkeys(one for reading in readings for one in reading.unused)),
        weighing,
    )


def acts_of(reading: Reading) -> Iterator[Act]:
    """What the person does, clause by clause; neighbours of one kind are one act."""
    for kind, start, end in join_neighbours((clause.act, clause) for clause in reading.message.clauses.all):
        yield Act(kind, reading.quote(start, end))


def _with_shared(workload: Workload, others: Sequence[Reading]) -> Workload:
    """The same with what was said in another part and holds for all: the model, the region, who operates it."""
    known = workload
    for other in others:
        for fact in _SHARED:
            value = getattr(other.workload, fact)
            if value is not None and not _is_its_own(fact, known, other.workload) and getattr(workload, fact) is None:
                workload = workload.with_fact(fact, value, other.workload.origins[fact])
    return workload


def _is_its_own(fact: str, workload: Workload, other: Workload) -> bool:
    """Whether what is said of another workload holds for that one alone."""
    if fact in SUBJECT_FACTS and _subject(workload) and _subject(other) and _subject(workload) != _subject(other):
        return True
    if fact == "exclude":
        return bool(workload.interruptible) and other.exclude == ("spot",)  # which is out for a server, not for a job
    if fact in {"algorithm", "task"} and (workload.stage == "preprocessing" or _named(workload)):
        return not _named(other)
    return fact == "precision" and _named(workload) != _named(other)


def _subject(workload: Workload) -> str:
    """What is run, where that is named."""
    return _named(workload) or workload.algorithm or ""


def _named(workload: Workload) -> str:
    """The model or the family of models that is named."""
    return workload.model or workload.model_family or ""
