"""Terraform: one HCL file for the aws provider, laid out as `terraform fmt` would."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.handover.template.formats.casing import camel, kebab, snake
from engine.handover.template.formats.hcl import STEP, Hcl, quoted, string_of
from engine.handover.template.formats.lacking import refuse_what_lacks
from engine.handover.template.nodes import Blueprint, Encoded, Given, Joined, Json, Keyed, Node, Of, Resource, named_in
from knowledge import Knowledge
from knowledge.schema.resource import Declared
from knowledge.sentences import sentence

_TYPES = {"text": "string", "document": "string", "list": "list(string)", "number": "number"}
NAME = Given("Name")
"""Names begin with it."""


def written(blueprint: Blueprint, knowledge: Knowledge, describe: Callable[[Given], str], *, name: str, region: str) -> str:
    """The file below its opening comment. Raises InputError where the provider has no word for a resource or a property."""
    refuse_what_lacks(blueprint, knowledge, "terraform")
    writer = _Writer(knowledge, blueprint.resources)
    pieces = [_providers(sentence(knowledge, "template", "terraform_provider"), region)]
    bodies = ["\n".join(writer.block(resource)) for resource in blueprint.resources if writer.declared(resource.id).type]
    outputs = ["\n".join(writer.output(output.id, output.text)) for output in blueprint.outputs]
    outputs += ["\n".join(writer.output(of.resource + of.attribute.capitalize(), of)) for of in blueprint.told]
    named = any("var.name" in body for body in bodies)
    pieces += ["\n".join(_variable("name", sentence(knowledge, "template", "names"), "string", name))] if named else []
    pieces += ["\n".join(_variable(snake(g.id), describe(g), _TYPES[g.holds])) for g in blueprint.givens()]
    return "\n\n".join((*pieces, *bodies, *outputs)) + "\n"


def _providers(version: str, region: str) -> str:
    return f"""terraform {{
  required_providers {{
    aws = {{
      source  = "hashicorp/aws"
      version = {quoted(version)}
    }}
  }}
}}

provider "aws" {{
  region = {quoted(region)}
}}"""


def _variable(name: str, description: str, kind: str, usual: str = "") -> Iterator[str]:
    yield f'variable "{name}" {{'
    arguments = [("description", quoted(description)), ("type", kind), *([("default", quoted(usual))] if usual else [])]
    yield from Hcl.aligned(arguments, 1)
    yield "}"


class _Writer:
    """Writes resources as blocks."""

    def __init__(self, knowledge: Knowledge, resources: Sequence[Resource]) -> None:
        self._kinds = {resource.id: knowledge.resources[resource.kind] for resource in resources}
        self._resources = resources
        self._hcl = Hcl(self._expression)

    def declared(self, resource: str) -> Declared:
        """How the provider has it."""
        return self._kinds[resource].terraform

    def block(self, resource: Resource) -> Iterator[str]:
        """One resource."""
        declared = self.declared(resource.id)
        yield f'resource "{declared.type}" "{snake(resource.id)}" {{'
        properties = dict(resource.properties)
        named: dict[str, Node] = {declared.named: Joined((NAME, f"-{kebab(resource.id)}"))} if declared.named else {}
        body = {**named, **self._body(properties, declared, ""), **self._switches(resource)}
        yield from self._hcl.body(body, 1)
        others = [other for other in resource.after if self.declared(other).type and other not in named_in(resource.properties)]
        if others:
            places = ", ".join(f"{self.declared(other).type}.{snake(other)}" for other in others)
            yield from ("", f"{STEP}depends_on = [{places}]")
        yield "}"

    def output(self, name: str, node: Node) -> Iterator[str]:
        """Something that the person will want to know."""
        yield f'output "{snake(name)}" {{'
        yield from self._hcl.body({"value": node}, 1)
        yield "}"

    def _switches(self, resource: Resource) -> dict[str, Node]:
        """Arguments that stand for what is a resource of its own elsewhere."""
        parts = [(other, self.declared(other.id).part) for other in self._resources if other.after[:1] == (resource.id,)]
        return {part.property: True for _, part in parts if part is not None}

    def _body(self, properties: Mapping[str, Node], declared: Declared, path: str) -> dict[str, Node]:
        """Properties under the provider's names."""
        found: dict[str, Node] = {}
        for name, value in properties.items():
            inner = f"{path}.{name}" if path else name
            called = declared.fields.get(inner, snake(name))
            if not called and isinstance(value, Mapping):  # its own properties move up
                found |= self._body(value, declared, inner)
            else:
                found[called] = self._value(value, declared, inner)
        return found

    def _value(self, node: Node, declared: Declared, path: str) -> Node:
        if path in declared.documents:
            return Json(_lowered(node))
        if path in declared.maps and isinstance(node, Sequence):
            pairs = (item for item in node if isinstance(item, Mapping))
            return Keyed({str(item["Name"]): item["Value"] for item in pairs})
        if isinstance(node, Mapping):
            return self._body(node, declared, path)
        if isinstance(node, Sequence) and not isinstance(node, str):
            return [self._value(value, declared, path) for value in node]
        return node

    def _expression(self, node: Node) -> str:
        if isinstance(node, Given):
            return f"var.{snake(node.id)}"
        if isinstance(node, Of):
            return self._address(node)
        if isinstance(node, Joined):
            return string_of(node.parts, self._expression)
        if isinstance(node, Encoded):
            text = self._expression(node.text)
            return f"base64encode({text}{STEP if text.endswith(chr(10)) else ''})"
        raise TypeError(f"{type(node).__name__} is no end of a tree.")

    def _address(self, of: Of) -> str:
        declared = self.declared(of.resource)
        home = of.resource
        if declared.part is not None:  # what it is a part of tells its attributes
            home = next(resource.after[0] for resource in self._resources if resource.id == of.resource)
        return f"{self.declared(home).type}.{snake(home)}.{declared.attributes[of.attribute]}"


def _lowered(node: Node) -> Node:
    """A tree in the words of an API whose fields begin with a small letter."""
    if isinstance(node, Keyed):
        return node
    if isinstance(node, Mapping):
        return {camel(name): _lowered(value) for name, value in node.items()}
    if isinstance(node, Sequence) and not isinstance(node, str):
        return [_lowered(value) for value in node]
    return node
