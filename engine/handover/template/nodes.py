"""What a template is made of before it has a language: resources, what they hold, what is left for the person to fill in."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from knowledge.schema.resource import Attribute


@dataclasses.dataclass(frozen=True, slots=True)
class Given:
    """Something that only the person knows. It is asked for, never invented."""

    name: str
    """Also the key of its description in the wording."""
    holds: Literal["text", "list", "number", "document"] = "text"
    """A document is text that may hold quotes."""
    number: int = 0
    """Of several of one kind, counted from 1; 0 where there is only one."""

    @property
    def id(self) -> str:
        """Its name in a template."""
        return f"{self.name}{self.number or ''}"


@dataclasses.dataclass(frozen=True, slots=True)
class Of:
    """An attribute of another resource."""

    resource: str
    attribute: Attribute


@dataclasses.dataclass(frozen=True, slots=True)
class Joined:
    """Text in which something of the person or of another resource stands."""

    parts: tuple[str | Given | Of, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Keyed:
    """A map whose keys are data, such as labels, and not fields of the API."""

    values: Mapping[str, Node]


@dataclasses.dataclass(frozen=True, slots=True)
class Json:
    """A document that is handed over as text."""

    value: Node


@dataclasses.dataclass(frozen=True, slots=True)
class Encoded:
    """Text that is handed over in base 64."""

    text: Joined


Node = str | int | float | bool | Given | Of | Joined | Keyed | Json | Encoded | Mapping[str, "Node"] | Sequence["Node"]
"""What a property may be."""


class Resource(NamedTuple):
    """One resource, its properties in the words of CloudFormation."""

    kind: str
    """Which record of `resources/` tells how languages write it."""
    id: str
    properties: Mapping[str, Node]
    after: tuple[str, ...] = ()
    """Resources that have to exist before it, besides those that it names; the first has it as a part where a language knows only that."""


class Output(NamedTuple):
    """A text that the template hands out: a manifest for another tool."""

    id: str
    text: Joined


class Blueprint(NamedTuple):
    """All that is to be made, in an order in which it can be made."""

    resources: tuple[Resource, ...]
    outputs: tuple[Output, ...] = ()
    told: tuple[Of, ...] = ()
    """What the person will want to know of what was made."""
    remarks: tuple[str, ...] = ()
    """Lines that the person reads first."""
    finding: tuple[str, ...] = ()
    """Commands that find what is to be filled in."""
    following: tuple[str, ...] = ()
    """Commands for when it stands."""

    def givens(self) -> tuple[Given, ...]:
        """What is to be filled in, in the order in which it is met."""
        nodes: list[Node] = [resource.properties for resource in self.resources]
        nodes += [output.text for output in self.outputs]
        return tuple(dict.fromkeys(leaf for node in nodes for leaf in leaves(node) if isinstance(leaf, Given)))


def leaves(node: Node) -> Iterator[Node]:
    """Every end of a tree of nodes, in its order."""
    if isinstance(node, Keyed):
        yield from leaves(node.values)
    elif isinstance(node, Json):
        yield from leaves(node.value)
    elif isinstance(node, Encoded):
        yield from leaves(node.text)
    elif isinstance(node, Joined):
        yield from node.parts
    elif isinstance(node, Mapping):
        yield from _all(node.values())
    elif isinstance(node, Sequence) and not isinstance(node, str):
        yield from _all(node)
    else:
        yield node


def _all(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        yield from leaves(node)


def named_in(node: Node) -> frozenset[str]:
    """The resources that a tree names, so that a language sees by itself that they come first."""
    return frozenset(leaf.resource for leaf in leaves(node) if isinstance(leaf, Of))


def text(*parts: str | Given | Of) -> Joined:
    """Parts as one text."""
    return Joined(parts)


def without_none(properties: Mapping[str, Node | None]) -> dict[str, Node]:
    """The properties that are set."""
    return {name: value for name, value in properties.items() if value is not None}
