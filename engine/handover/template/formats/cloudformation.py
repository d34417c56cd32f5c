"""CloudFormation: one YAML template, and the same as plain data for what is built upon it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.handover.template.formats.documents import json_of
from engine.handover.template.formats.lacking import refuse_what_lacks
from engine.handover.template.formats.yaml_text import Tagged, yaml_of
from engine.handover.template.nodes import Blueprint, Encoded, Given, Joined, Json, Keyed, Node, Of, Resource, named_in
from knowledge import Knowledge

_TYPES: Final = {"list": "CommaDelimitedList", "number": "Number", "text": "String", "document": "String"}
"""What a parameter holds -> its type."""
_OWN_TYPES: Final = {
    "MachineImageId": "AWS::EC2::Image::Id",
    "SubnetId": "AWS::EC2::Subnet::Id",
    "SubnetIds": "List<AWS::EC2::Subnet::Id>",
    "SecurityGroupIds": "List<AWS::EC2::SecurityGroup::Id>",
}
"""Parameters whose type CloudFormation checks in the account."""


def written(blueprint: Blueprint, knowledge: Knowledge, describe: Callable[[Given], str]) -> str:
    """The template below its opening comment. Raises InputError where CloudFormation has no word for a resource."""
    refuse_what_lacks(blueprint, knowledge, "cloudformation")
    document: dict[str, object] = {"AWSTemplateFormatVersion": "2010-09-09", "Parameters": parameters(blueprint, describe)}
    writer = Writer(knowledge, blueprint.resources)
    document["Resources"] = writer.resources()
    document["Outputs"] = writer.outputs(blueprint)
    return yaml_of({name: value for name, value in document.items() if value})


def parameters(blueprint: Blueprint, describe: Callable[[Given], str]) -> dict[str, dict[str, object]]:
    """What is to be filled in, as parameters without a default."""
    found: dict[str, dict[str, object]] = {}
    for given in blueprint.givens():
        found[given.id] = {"Type": type_of(given), "Description": describe(given)}
        if type_of(given) == "String":
            found[given.id]["MinLength"] = 1
    return found


def type_of(given: Given) -> str:
    """The type of a parameter."""
    return _OWN_TYPES.get(given.name, _TYPES[given.holds])


class Writer:
    """Turns resources into what stands below `Resources`."""

    def __init__(self, knowledge: Knowledge, resources: Sequence[Resource]) -> None:
        """Of these resources, which may name each other."""
        self._declared = {resource.id: knowledge.resources[resource.kind].cloudformation for resource in resources}
        self._resources = resources

    def resources(self) -> dict[str, dict[str, Any]]:
        """Every resource that has a type, parts within."""
        found: dict[str, dict[str, Any]] = {}
        for resource in self._resources:
            declared = self._declared[resource.id]
            if declared.part is None:
                found[resource.id] = {"Type": declared.type}
                waits = self.waits_for(resource)
                if waits:
                    found[resource.id]["DependsOn"] = waits
                properties = self.with_parts(resource)
                if properties:
                    found[resource.id]["Properties"] = self.value(properties)
        return found

    def with_parts(self, resource: Resource) -> dict[str, Node]:
        """The properties of a resource, and within them what is no resource of its own here."""
        texts = self._declared[resource.id].texts
        whole = {name: str(value) if name in texts else value for name, value in resource.properties.items()}
        for other in self._resources:
            part = self._declared[other.id].part
            if part is not None and other.after[0] == resource.id:
                own = {name: value for name, value in other.properties.items() if name in part.keeps}
                kept = whole.get(part.property, [])
                whole[part.property] = [*kept, own] if part.many and isinstance(kept, list) else own
        return whole

    def waits_for(self, resource: Resource) -> list[str]:
        """What comes before a resource that it does not name."""
        named = named_in(self.with_parts(resource))
        return [other for other in resource.after if other not in named]

    def attribute(self, of: Of) -> str:
        """What CloudFormation calls an attribute; empty for the bare reference."""
        return self._declared[of.resource].attributes[of.attribute]

    def outputs(self, blueprint: Blueprint) -> dict[str, dict[str, object]]:
        """What the stack tells: the texts of the template, and the resources that answer."""
        found: dict[str, dict[str, object]] = {output.id: {"Value": self.value(output.text)} for output in blueprint.outputs}
        for of in blueprint.told:
            found[f"{of.resource}{of.attribute.capitalize()}"] = {"Value": self.value(of)}
        return found

    def value(self, node: Node) -> object:
        """A node as YAML has it."""
        if isinstance(node, Keyed):
            return self.value(node.values)
        if isinstance(node, Mapping):
            return {name: self.value(value) for name, value in node.items()}
        if isinstance(node, Sequence) and not isinstance(node, str):
            return [self.value(value) for value in node]
        return self._leaf(node) if isinstance(node, Given | Of | Joined | Json | Encoded) else node

    def _leaf(self, node: Given | Of | Joined | Json | Encoded) -> object:
        if isinstance(node, Given):
            return Tagged("!Ref", node.id)
        if isinstance(node, Of):
            name = self.attribute(node)
            return Tagged("!GetAtt", f"{node.resource}.{name}") if name else Tagged("!Ref", node.resource)
        if isinstance(node, Encoded):
            return {"Fn::Base64": self.value(node.text)}
        return Tagged("!Sub", self.substituted(node if isinstance(node, Joined) else json_of(node.value)))

    def substituted(self, text: Joined) -> str:
        """The text of a !Sub."""
        return "".join(part.replace("${", "${!") if isinstance(part, str) else f"${{{self._named(part)}}}" for part in text.parts)

    def _named(self, part: Given | Of) -> str:
        if isinstance(part, Given):
            return part.id
        name = self.attribute(part)
        return f"{part.resource}.{name}" if name else part.resource
