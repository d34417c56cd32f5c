"""A blueprint as a sequence of API requests, which the SDK and the command line both write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.handover.template.blueprint import AttributeRef, JoinedText, Node, Parameter, Resource, Stack, iterate_leaves, rename_fields
from engine.handover.template.name_casing import lower_first, to_kebab_case
from knowledge.schema.resource import Attribute, Call

NAME: Final = Parameter("Name")
"""Names of resources begin with it."""
RUN: Final = Parameter("Run")
"""The name of a job, new with each run."""
_FIXED_VALUE: Final = "="
"""Before an answer in `resources/` that is the same for every response."""


class Request(NamedTuple):
    """One request."""

    resource: str
    call: Call
    arguments: Mapping[str, Node]
    used_attributes: tuple[Attribute, ...]
    """What later requests need of its response."""

    def waiter_arguments(self) -> dict[str, Node]:
        """The arguments by which the waiter identifies what was created."""
        return {name: self.arguments[name] for name in (*self.call.waits_by, self.call.name)}


class RequestPlan:
    """The requests that create a blueprint, and where their responses have the attributes that others need."""

    def __init__(self, stack: Stack) -> None:
        """The requests are in the order of the blueprint."""
        blueprint = stack.blueprint
        self._calls = {resource.id: stack.knowledge.resources[resource.kind].call for resource in blueprint.resources}
        trees: list[Node] = [resource.properties for resource in blueprint.resources]
        leaves = iterate_leaves([*trees, *(output.text for output in blueprint.outputs), *blueprint.exports])
        used = {leaf for leaf in leaves if isinstance(leaf, AttributeRef) and self.response_path(leaf)}
        self.requests = [
            Request(
                resource.id,
                self._calls[resource.id],
                self._build_arguments(resource),
                tuple(sorted(reference.attribute for reference in used if reference.resource == resource.id)),
            )
            for resource in blueprint.resources
        ]
        self.has_runs = any(call.each_run for call in self._calls.values())
        """True if a request creates something that gets a new name with each run."""

    def response_path(self, reference: AttributeRef) -> str:
        """Where the response has an attribute, as a dotted path; empty where it is known without one."""
        path = self._calls[reference.resource].answers.get(reference.attribute, "")
        return "" if path.startswith(_FIXED_VALUE) else path

    def resolve_known(self, text: JoinedText) -> tuple[str | Parameter | AttributeRef, ...]:
        """The parts of a text, with attributes replaced that are known before any response: given names and fixed values."""
        parts: list[str | Parameter | AttributeRef] = []
        for part in text.parts:
            parts += self._known_parts(part) if isinstance(part, AttributeRef) and not self.response_path(part) else (part,)
        return tuple(parts)

    def _known_parts(self, reference: AttributeRef) -> tuple[str | Parameter | AttributeRef, ...]:
        call = self._calls[reference.resource]
        fixed = call.answers.get(reference.attribute, "")
        return (fixed.removeprefix(_FIXED_VALUE),) if fixed else _name_resource(reference.resource, call).parts

    def _build_arguments(self, resource: Resource) -> dict[str, Node]:
        call = self._calls[resource.id]

        def rename(path: str, name: str) -> str:
            """The name of a field in the request: that of the record of the call, else the property's in the case of the API."""
            return call.fields.get(path) or (lower_first(name) if call.lower else name)

        def join_list(path: str, node: Node) -> Node:
            """A list that a person fills in as one text with commas, where the API takes text."""
            return JoinedText((node,)) if isinstance(node, Parameter) and path in call.joined else node

        has_own_name = call.name and call.name not in resource.properties
        named: dict[str, Node] = {call.name: _name_resource(resource.id, call)} if has_own_name else {}
        return named | rename_fields(resource.properties, rename, join_list)


def _name_resource(resource: str, call: Call) -> JoinedText:
    return JoinedText((RUN,) if call.each_run else (NAME, f"-{to_kebab_case(resource)}"))
