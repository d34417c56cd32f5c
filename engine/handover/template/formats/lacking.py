"""What a language cannot say, told in one line that names the formats that can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from engine.handover.template.nodes import Blueprint, Keyed, Node
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.resource import Declared, Resource
from knowledge.sentences import sentence

Format = Literal["cloudformation", "cdk", "terraform", "sdk", "cli"]
FORMATS: Final[tuple[Format, ...]] = ("cloudformation", "cdk", "terraform", "sdk", "cli")
_DECLARED: Final = {"cloudformation": "cloudformation", "cdk": "cloudformation", "terraform": "terraform"}
"""Format -> the language whose words it has; the others speak the API's, which has all of them."""


def refuse_what_lacks(blueprint: Blueprint, knowledge: Knowledge, wanted: Format) -> None:
    """Raise InputError where `wanted` has no word for a resource or a property of the blueprint."""
    lacking = next(_lacking(blueprint, knowledge, wanted), None)
    if lacking is not None:
        able = [other for other in FORMATS if next(_lacking(blueprint, knowledge, other), None) is None]
        raise InputError(sentence(knowledge, "template", "lacks", format=wanted, what=lacking, able=_either(able)))


def _either(names: Sequence[str]) -> str:
    return " or ".join([part for part in (", ".join(names[:-1]), names[-1]) if part])


def _lacking(blueprint: Blueprint, knowledge: Knowledge, wanted: Format) -> Iterator[str]:
    for resource in blueprint.resources:
        declared = _declared(knowledge.resources[resource.kind], wanted)
        if declared is None:
            continue
        if not declared.can:
            yield knowledge.resources[resource.kind].name
        paths = set(paths_of(resource.properties))
        yield from (path for path in declared.lacks if path in paths)


def _declared(kind: Resource, wanted: Format) -> Declared | None:
    language = _DECLARED.get(wanted)
    if language is None:
        return None
    return kind.terraform if language == "terraform" else kind.cloudformation


def paths_of(node: Node, path: str = "") -> Iterator[str]:
    """The path of every property, without the numbers of list items."""
    if isinstance(node, Keyed):
        return
    if isinstance(node, Mapping):
        for name, value in node.items():
            inner = f"{path}.{name}" if path else name
            yield inner
            yield from paths_of(value, inner)
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for value in node:
            yield from paths_of(value, path)
