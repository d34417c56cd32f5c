"""What a format cannot express, refused in one line that names the formats that can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.handover.template.blueprint import Blueprint, DataMap, Node
from engine.handover.template.formats import FORMATS, Format
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.sentences import fill_sentence


def refuse_unsupported(blueprint: Blueprint, knowledge: Knowledge, wanted: Format) -> None:
    """Raise InputError if the format has no word for a resource or a property of the blueprint."""
    missing = next(_list_unsupported(blueprint, knowledge, wanted), None)
    if missing is not None:
        able = [other for other in FORMATS if next(_list_unsupported(blueprint, knowledge, other), None) is None]
        choices = " or ".join(part for part in (", ".join(able[:-1]), able[-1]) if part)
        raise InputError(fill_sentence(knowledge, "template", "lacks", format=wanted, what=missing, able=choices))


def _list_unsupported(blueprint: Blueprint, knowledge: Knowledge, wanted: Format) -> Iterator[str]:
    language = FORMATS[wanted].declares
    if language is None:
        return
    for resource in blueprint.resources:
        kind = knowledge.resources[resource.kind]
        declared = kind.terraform if language == "terraform" else kind.cloudformation
        if not declared.is_expressible:
            yield kind.name
        paths = set(_list_paths(resource.properties))
        yield from (path for path in declared.lacks if path in paths)


def _list_paths(node: Node, path: str = "") -> Iterator[str]:
    """The dotted path of every property, without list indices."""
    if isinstance(node, DataMap):
        return
    if isinstance(node, Mapping):
        for name, value in node.items():
            inner = f"{path}.{name}" if path else name
            yield inner
            yield from _list_paths(value, inner)
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for value in node:
            yield from _list_paths(value, path)
