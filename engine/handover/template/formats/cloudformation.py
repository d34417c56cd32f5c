"""CloudFormation: one YAML template. The CDK uses the same properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.handover.template.blueprint import (
    AttributeRef,
    Base64Text,
    DataMap,
    JoinedText,
    JsonText,
    Node,
    Parameter,
    Resource,
    Stack,
    list_references,
)
from engine.handover.template.document_text import TaggedValue, render_json, render_yaml

_PARAMETER_TYPES: Final = {"list": "CommaDelimitedList", "number": "Number", "text": "String", "document": "String"}
_CHECKED_PARAMETER_TYPES: Final = {
    "MachineImageId": "AWS::EC2::Image::Id",
    "SubnetId": "AWS::EC2::Subnet::Id",
    "SubnetIds": "List<AWS::EC2::Subnet::Id>",
    "SecurityGroupIds": "List<AWS::EC2::SecurityGroup::Id>",
}
"""Types of parameters whose values CloudFormation checks in the account."""


def render_template(stack: Stack) -> str:
    """The template below its opening comment."""
    builder = TemplateBuilder(stack)
    document: dict[str, object] = {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Parameters": {parameter.id: _build_parameter(parameter, stack) for parameter in stack.blueprint.list_parameters()},
        "Resources": builder.build_resources(),
        "Outputs": builder.build_outputs(),
    }
    return render_yaml({name: value for name, value in document.items() if value})


def _build_parameter(parameter: Parameter, stack: Stack) -> dict[str, object]:
    """A parameter, with a default only where one is known."""
    kind = parameter_type(parameter)
    default = {"Default": parameter.default} if parameter.default else {}
    return {"Type": kind, "Description": stack.describe_parameter(parameter), **default, **({"MinLength": 1} if kind == "String" else {})}


def parameter_type(parameter: Parameter) -> str:
    """CloudFormation's type of a parameter."""
    return _CHECKED_PARAMETER_TYPES.get(parameter.name, _PARAMETER_TYPES[parameter.type])


class TemplateBuilder:
    """Turns a blueprint into the sections of a template."""

    def __init__(self, stack: Stack) -> None:
        """Nothing is built yet."""
        self._blueprint = stack.blueprint
        self._declared = {one.id: stack.knowledge.resources[one.kind].cloudformation for one in stack.blueprint.resources}

    def build_resources(self) -> dict[str, dict[str, Any]]:
        """The `Resources` section."""
        built: dict[str, dict[str, Any]] = {}
        for resource in self.list_resources():
            entry: dict[str, Any] = {"Type": self.resource_type(resource)}
            if waits := self.list_dependencies(resource):
                entry["DependsOn"] = waits
            if properties := self.merge_parts(resource):
                entry["Properties"] = self._build_value(properties)
            built[resource.id] = entry
        return built

    def list_resources(self) -> list[Resource]:
        """The resources that CloudFormation has as resources of their own, and not as parts of others."""
        return [resource for resource in self._blueprint.resources if self._declared[resource.id].part is None]

    def resource_type(self, resource: Resource) -> str:
        """Such as AWS::SageMaker::Model."""
        return self._declared[resource.id].type

    def merge_parts(self, resource: Resource) -> dict[str, Node]:
        """The properties of a resource, including resources that CloudFormation has as parts of it."""
        texts = self._declared[resource.id].texts
        merged = {name: str(value) if name in texts else value for name, value in resource.properties.items()}
        for other in self._blueprint.resources:
            part = self._declared[other.id].part
            if part is not None and other.after[0] == resource.id:
                own = {name: value for name, value in other.properties.items() if name in part.keeps}
                siblings = merged.get(part.property, [])
                merged[part.property] = [*siblings, own] if part.many and isinstance(siblings, list) else own
        return merged

    def list_dependencies(self, resource: Resource) -> list[str]:
        """Resources that must exist first although this one does not refer to them."""
        references = list_references(self.merge_parts(resource))
        return [other for other in resource.after if other not in references]

    def name_attribute(self, reference: AttributeRef) -> str:
        """CloudFormation's name of an attribute; empty where a plain !Ref gives it."""
        return self._declared[reference.resource].attributes[reference.attribute]

    def build_outputs(self) -> dict[str, dict[str, object]]:
        """The `Outputs` section."""
        texts: dict[str, Node] = {output.id: output.text for output in self._blueprint.outputs}
        return {name: {"Value": self._build_value(node)} for name, node in (texts | self.list_exports()).items()}

    def list_exports(self) -> dict[str, AttributeRef]:
        """Output name -> attribute of a created resource."""
        return {reference.export_name: reference for reference in self._blueprint.exports}

    def _build_value(self, node: Node) -> object:
        """A node as YAML data."""
        if isinstance(node, DataMap):
            return self._build_value(node.values)
        if isinstance(node, Mapping):
            return {name: self._build_value(value) for name, value in node.items()}
        if isinstance(node, Sequence) and not isinstance(node, str):
            return [self._build_value(value) for value in node]
        return self._build_leaf(node)

    def _build_leaf(self, node: Node) -> object:
        if isinstance(node, Parameter):
            return TaggedValue("!Ref", node.id)
        if isinstance(node, AttributeRef):
            return TaggedValue("!GetAtt" if self.name_attribute(node) else "!Ref", self._name_reference(node))
        if isinstance(node, Base64Text):
            return {"Fn::Base64": self._build_value(node.text)}
        if isinstance(node, JoinedText | JsonText):
            return TaggedValue("!Sub", self.substitute(node if isinstance(node, JoinedText) else render_json(node.value)))
        return node

    def substitute(self, text: JoinedText) -> str:
        """The text of a !Sub."""
        return "".join(part.replace("${", "${!") if isinstance(part, str) else f"${{{self._name_reference(part)}}}" for part in text.parts)

    def _name_reference(self, part: Parameter | AttributeRef) -> str:
        if isinstance(part, Parameter):
            return part.id
        name = self.name_attribute(part)
        return f"{part.resource}.{name}" if name else part.resource
