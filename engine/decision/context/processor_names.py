"""The kind of processor behind a name in `require`, `compare` or `current_instance`."""

from __future__ import annotations

from collections.abc import Iterable

from knowledge import Knowledge
from knowledge.schema.processor import ProcessorId


def processors_of_names(names: Iterable[str | None], knowledge: Knowledge) -> frozenset[ProcessorId]:
    """The kinds of processor of these names."""
    return frozenset(kind for name in names if name is not None and (kind := processor_of_name(name, knowledge)) is not None)


def processor_of_name(name: str, knowledge: Knowledge) -> ProcessorId | None:
    """The kind of processor of a processor, family or instance type, or of what replaces a discontinued service; None for other names."""
    if name in knowledge.processors:
        return name  # type: ignore[return-value]  # the key of a processor is its id
    if name in knowledge.tools:
        return knowledge.tools[name].replaced_by
    family = knowledge.families.get(name.split(".", maxsplit=1)[0])
    return family.processor if family is not None else None
