"""A blueprint as requests of the API, in their order: what the SDK and the command line both write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.handover.template.formats.casing import camel, kebab
from engine.handover.template.nodes import Blueprint, Given, Joined, Keyed, Node, Of, Resource, leaves
from knowledge import Knowledge
from knowledge.schema.resource import Attribute, Call

NAME: Final = Given("Name")
"""Names begin with it."""
RUN: Final = Given("Run")
"""The name of a run, new with each."""
CONSTANT: Final = "="
"""Before an answer that needs no response."""


class Request(NamedTuple):
    """One call."""

    resource: str
    call: Call
    parameters: Mapping[str, Node]
    asked: tuple[Attribute, ...]
    """What later calls need of its response."""


def requests(blueprint: Blueprint, knowledge: Knowledge) -> list[Request]:
    """The calls that make what the blueprint says."""
    calls = {resource.id: knowledge.resources[resource.kind].call for resource in blueprint.resources}
    every = [leaf for resource in blueprint.resources for leaf in leaves(resource.properties)]
    every += [leaf for output in blueprint.outputs for leaf in output.text.parts]
    every += blueprint.told
    asked = {(leaf.resource, leaf.attribute) for leaf in every if isinstance(leaf, Of) and answer(leaf, calls)}
    return [
        Request(
            resource.id,
            calls[resource.id],
            _parameters(resource, calls[resource.id]),
            tuple(sorted(attribute for name, attribute in asked if name == resource.id)),
        )
        for resource in blueprint.resources
    ]


def answer(of: Of, calls: Mapping[str, Call]) -> str:
    """Where a response tells an attribute; empty where no response is needed."""
    found = calls[of.resource].answers.get(of.attribute, "")
    return "" if found.startswith(CONSTANT) else found


def flat(text: Joined, calls: Mapping[str, Call]) -> tuple[str | Given | Of, ...]:
    """The parts of a text, with what no response has to tell put in."""
    parts: list[str | Given | Of] = []
    for part in text.parts:
        parts += known(part, calls).parts if isinstance(part, Of) and not answer(part, calls) else (part,)
    return tuple(parts)


def known(of: Of, calls: Mapping[str, Call]) -> Joined:
    """An attribute that no response has to tell: a name that we give, or what always stands for it."""
    call = calls[of.resource]
    constant = call.answers.get(of.attribute, "")
    return Joined((constant.removeprefix(CONSTANT),)) if constant else name_of(of.resource, call)


def name_of(resource: str, call: Call) -> Joined:
    """The name that a resource gets."""
    return Joined((RUN,)) if call.each_run else Joined((NAME, f"-{kebab(resource)}"))


def _parameters(resource: Resource, call: Call) -> dict[str, Node]:
    fields = {call.name: name_of(resource.id, call)} if call.name and call.name not in resource.properties else {}
    found = _fields(resource.properties, call, "")
    return {**fields, **found}


def _fields(properties: Mapping[str, Node], call: Call, path: str) -> dict[str, Node]:
    """Properties under the names that the API has for them."""
    found: dict[str, Node] = {}
    for name, value in properties.items():
        inner = f"{path}.{name}" if path else name
        called = call.fields.get(inner) or (camel(name) if call.lower else name)
        found[called] = _value(value, call, inner)
    return found


def _value(node: Node, call: Call, path: str) -> Node:
    if isinstance(node, Keyed):
        return node
    if isinstance(node, Mapping):
        return _fields(node, call, path)
    if isinstance(node, Given) and path in call.joined:
        return Joined((node,))
    if isinstance(node, Sequence) and not isinstance(node, str):
        return [_value(value, call, path) for value in node]
    return node


def awaited(request: Request) -> dict[str, Node]:
    """The fields by which a waiter knows what was made."""
    return {name: request.parameters[name] for name in (*request.call.waits_by, request.call.name)}
