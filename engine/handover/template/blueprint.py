"""What is deployed, before it is written in a format: resources, their property trees, and parameters that the person fills in."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from knowledge import Knowledge
from knowledge.schema.resource import Attribute
from knowledge.sentences import fill_sentence


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """A value that only the person knows. It is asked for, never invented."""

    name: str
    """Also the key of its description in `wording/template.yaml`."""
    type: Literal["text", "list", "number", "document"] = "text"
    """A document is text that may contain quotes."""
    number: int = 0
    """Counted from 1 where there are several of one kind; else 0."""
    default: str = ""
    """The value that holds where the person gives none; empty where only the person can know it."""

    @property
    def id(self) -> str:
        """Its name in a template, in PascalCase."""
        return f"{self.name}{self.number or ''}"


@dataclasses.dataclass(frozen=True, slots=True)
class AttributeRef:
    """An attribute of another resource."""

    resource: str
    attribute: Attribute

    @property
    def export_name(self) -> str:
        """Its name among the outputs of a template."""
        return f"{self.resource}{self.attribute.capitalize()}"


@dataclasses.dataclass(frozen=True, slots=True)
class JoinedText:
    """Text that contains parameters or attributes."""

    parts: tuple[str | Parameter | AttributeRef, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class DataMap:
    """A map whose keys are data, such as labels, and not field names of the API: they are never renamed."""

    values: Mapping[str, Node]


@dataclasses.dataclass(frozen=True, slots=True)
class JsonText:
    """A JSON document passed as text."""

    value: Node


@dataclasses.dataclass(frozen=True, slots=True)
class Base64Text:
    """Text passed in base 64."""

    text: JoinedText


Node = (
    str
    | int
    | float
    | bool
    | Parameter
    | AttributeRef
    | JoinedText
    | DataMap
    | JsonText
    | Base64Text
    | Mapping[str, "Node"]
    | Sequence["Node"]
)
"""The value of a property."""


class Resource(NamedTuple):
    """One resource; its properties are named as in CloudFormation."""

    kind: str
    """Id of the record in `resources/` that says how each format writes it."""
    id: str
    properties: Mapping[str, Node]
    after: tuple[str, ...] = ()
    """Resources that must exist before it, besides those it refers to. The first contains it in formats that know it only as a part."""
    scaled: tuple[str, ...] = ()
    """Dotted paths of properties that scaling changes later; a format that compares states must leave them alone."""


class Output(NamedTuple):
    """A text that the template produces: a manifest for another tool."""

    id: str
    text: JoinedText
    preparation: JoinedText
    """The command that lets the other tool reach where it applies the text."""


class Blueprint(NamedTuple):
    """Everything that is deployed, in an order in which it can be created."""

    resources: tuple[Resource, ...]
    outputs: tuple[Output, ...] = ()
    exports: tuple[AttributeRef, ...] = ()
    """Attributes of created resources that are shown to the person."""
    remarks: tuple[str, ...] = ()
    """Lines of the opening comment."""

    def list_parameters(self) -> tuple[Parameter, ...]:
        """All parameters, in order of first use."""
        trees: list[Node] = [resource.properties for resource in self.resources]
        for output in self.outputs:
            trees += (output.text, output.preparation)
        found: dict[str, Parameter] = {}
        for leaf in iterate_leaves(trees):
            if isinstance(leaf, Parameter) and (leaf.id not in found or found[leaf.id].type == "text"):
                found[leaf.id] = leaf  # within a text every parameter is text, whatever it is elsewhere
        return tuple(found.values())


class Stack(NamedTuple):
    """A blueprint with everything else that a format needs to write it."""

    blueprint: Blueprint
    knowledge: Knowledge
    name: str
    """Names of resources begin with it."""
    region: str

    def describe_parameter(self, parameter: Parameter) -> str:
        """What the person has to fill in, in words."""
        return fill_sentence(self.knowledge, "template", parameter.name)


def iterate_leaves(node: Node) -> Iterator[Node]:
    """Every leaf of a property tree, in order."""
    if isinstance(node, DataMap):
        yield from iterate_leaves(node.values)
    elif isinstance(node, JsonText):
        yield from iterate_leaves(node.value)
    elif isinstance(node, Base64Text):
        yield from iterate_leaves(node.text)
    elif isinstance(node, JoinedText):
        yield from node.parts
    elif isinstance(node, Mapping | Sequence) and not isinstance(node, str):
        for child in node.values() if isinstance(node, Mapping) else node:
            yield from iterate_leaves(child)
    else:
        yield node


def rename_fields(
    properties: Mapping[str, Node], rename: Callable[[str, str], str], replace: Callable[[str, Node], Node] = lambda _, node: node
) -> dict[str, Node]:
    """A property tree with other field names, and some of its nodes replaced.

    `rename` takes the dotted path of a field and its name; where it returns "", the field's own fields move up. `replace` takes the path
    of the field that contains a node, and the node; it returns another one, which stays as it is, or the same.
    """

    def convert(node: Node, path: str) -> Node:
        """The node for the value of the field at `path`: what `replace` makes of it, else the same with its own fields renamed."""
        replaced = replace(path, node)
        if replaced is not node:
            return replaced
        if isinstance(node, Mapping):
            return convert_fields(node, f"{path}.")
        return [convert(item, path) for item in node] if isinstance(node, Sequence) and not isinstance(node, str) else node

    def convert_fields(fields: Mapping[str, Node], prefix: str) -> dict[str, Node]:
        """A mapping under its new names, in order; `prefix` is the path of the field that holds it with a dot, "" for the whole tree."""
        renamed: dict[str, Node] = {}
        for name, node in fields.items():
            path = f"{prefix}{name}"
            field, value = rename(path, name), convert(node, path)
            renamed |= {field: value} if field or not isinstance(value, Mapping) else value
        return renamed

    return convert_fields(properties, "")


def list_references(node: Node) -> frozenset[str]:
    """Ids of the resources that a tree refers to; every declarative format creates those first by itself."""
    return frozenset(leaf.resource for leaf in iterate_leaves(node) if isinstance(leaf, AttributeRef))


def join_text(*parts: str | Parameter | AttributeRef) -> JoinedText:
    """Parts as one text."""
    return JoinedText(parts)


def drop_unset(properties: Mapping[str, Node | None]) -> dict[str, Node]:
    """The properties that are not None."""
    return {name: value for name, value in properties.items() if value is not None}
