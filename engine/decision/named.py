"""What a name in `require`, `compare` or `current_instance` stands for."""

from __future__ import annotations

from collections.abc import Iterable

from knowledge import Knowledge
from knowledge.schema.processor import ProcessorId


def processors_named(names: Iterable[str | None], knowledge: Knowledge) -> frozenset[ProcessorId]:
    """The kinds of processor that the names stand for."""
    return frozenset(kind for name in names if name is not None and (kind := processor_named(name, knowledge)) is not None)


def processor_named(name: str, knowledge: Knowledge) -> ProcessorId | None:
    """The kind of processor of a processor's, family's or type's name, or of what replaces a service that ended; None for all else."""
    if name in knowledge.processors:
        return name  # type: ignore[return-value]  # the key of a processor is its id
    if name in knowledge.tools:
        return knowledge.tools[name].replaced_by
    family = knowledge.families.get(name.split(".", maxsplit=1)[0])
    return family.processor if family is not None else None
