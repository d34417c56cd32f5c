"""Terraform: one HCL file for the aws provider, laid out as `terraform fmt` does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

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
    rename_fields,
)
from engine.handover.template.name_casing import lower_first, to_kebab_case, to_snake_case
from knowledge.schema.resource import ResourceDeclaration
from knowledge.sentences import fill_sentence

_VARIABLE_TYPES: Final = {"text": "string", "document": "string", "list": "list(string)", "number": "number"}
_NAME: Final = Parameter("Name")
"""Names of resources begin with it."""
_INDENT: Final = "  "
_IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_MAX_WIDTH: Final = 100


def render_configuration(stack: Stack) -> str:
    """The file below its opening comment."""
    blueprint = stack.blueprint
    writer = _ConfigurationWriter(stack)
    bodies = [writer.render_resource(resource) for resource in blueprint.resources if writer.declared[resource.id].type]
    bodies += [writer.render_output(output.id, output.text) for output in blueprint.outputs]
    bodies += [writer.render_output(reference.export_name, reference) for reference in blueprint.exports]
    head = [_render_provider(fill_sentence(stack.knowledge, "template", "terraform_provider"), stack.region)]
    if any("var.name" in body for body in bodies):
        head.append(_render_variable("name", fill_sentence(stack.knowledge, "template", "names"), "string", stack.name))
    for parameter in blueprint.list_parameters():
        description = stack.describe_parameter(parameter)
        head.append(_render_variable(to_snake_case(parameter.id), description, _VARIABLE_TYPES[parameter.type], parameter.default))
    return "\n\n".join((*head, *bodies)) + "\n"


def _render_provider(version: str, region: str) -> str:
    return f"""terraform {{
  required_providers {{
    aws = {{
      source  = "hashicorp/aws"
      version = {quote_hcl(version)}
    }}
  }}
}}

provider "aws" {{
  region = {quote_hcl(region)}
}}"""


def _render_variable(name: str, description: str, kind: str, default: str = "") -> str:
    value = default if kind == "number" else quote_hcl(default)
    arguments = [("description", quote_hcl(description)), ("type", kind), *([("default", value)] if default else [])]
    return "\n".join((f'variable "{name}" {{', *_align_arguments(arguments, 1), "}"))


class _ConfigurationWriter:
    def __init__(self, stack: Stack) -> None:
        self._resources = stack.blueprint.resources
        self.declared: dict[str, ResourceDeclaration] = {one.id: stack.knowledge.resources[one.kind].terraform for one in self._resources}

    def render_resource(self, resource: Resource) -> str:
        """One `resource` block: its arguments and blocks, what it waits for besides what it refers to, and its lifecycle.

        The provider has a type for it: `declared` tells, and whatever has none is a part of another resource or was refused before.
        """
        declared = self.declared[resource.id]
        named: dict[str, Node] = {declared.named: JoinedText((_NAME, f"-{to_kebab_case(resource.id)}"))} if declared.named else {}
        body = {**named, **_rename_arguments(resource.properties, declared), **self._list_switches(resource)}
        lines = [f'resource "{declared.type}" "{to_snake_case(resource.id)}" {{', *self._write_body(body, 1)]
        references = list_references(resource.properties)
        waits = [other for other in resource.after if self.declared[other].type and other not in references]
        if waits:
            addresses = ", ".join(f"{self.declared[other].type}.{to_snake_case(other)}" for other in waits)
            lines += ["", f"{_INDENT}depends_on = [{addresses}]"]
        rules = list(_align_arguments(_list_lifecycle_rules(resource, declared), 2))
        if rules:
            lines += ["", f"{_INDENT}lifecycle {{", *rules, f"{_INDENT}}}"]
        return "\n".join((*lines, "}"))

    def render_output(self, name: str, node: Node) -> str:
        """One `output` block, its name in snake case."""
        return "\n".join((f'output "{to_snake_case(name)}" {{', *self._write_body({"value": node}, 1), "}"))

    def _list_switches(self, resource: Resource) -> dict[str, Node]:
        """Arguments that stand for what is a resource of its own in other formats."""
        parts = (self.declared[other.id].part for other in self._resources if other.after[:1] == (resource.id,))
        return {part.property: True for part in parts if part is not None}

    def _write_body(self, body: Mapping[str, Node], depth: int) -> Iterator[str]:
        """Arguments, then blocks: a mapping is a block, a list of mappings one block each."""
        arguments = [(name, self._render_value(node, depth)) for name, node in body.items() if not _is_block(node)]
        yield from _align_arguments(arguments, depth)
        is_first = not arguments
        for name, node in body.items():
            if _is_block(node):
                for block in node if isinstance(node, Sequence) else (node,):
                    yield from () if is_first else ("",)
                    yield f"{_INDENT * depth}{name} {{"
                    yield from self._write_body(block, depth + 1)  # type: ignore[arg-type]  # a mapping, as `_is_block` says
                    yield f"{_INDENT * depth}}}"
                    is_first = False

    def _render_value(self, node: Node, depth: int) -> str:
        if isinstance(node, DataMap):
            return self._render_object(node.values, depth)
        if isinstance(node, Mapping):
            return self._render_object(node, depth)
        if isinstance(node, JsonText):
            return f"jsonencode({self._render_value(node.value, depth)})"
        if isinstance(node, str):
            return quote_hcl(node)
        if isinstance(node, Sequence):
            return self._render_list(node, depth)
        return json.dumps(node) if isinstance(node, bool | int | float) else self._render_expression(node)

    def _render_list(self, node: Sequence[Node], depth: int) -> str:
        values = [self._render_value(value, depth + 1) for value in node]
        line = f"[{', '.join(values)}]"
        if "\n" not in line and len(line) < _MAX_WIDTH:
            return line
        inner = "".join(f"{_INDENT * (depth + 1)}{value},\n" for value in values)
        return f"[\n{inner}{_INDENT * depth}]"

    def _render_object(self, node: Mapping[str, Node], depth: int) -> str:
        pairs = [
            (name if _IDENTIFIER.fullmatch(name) else quote_hcl(name), self._render_value(value, depth + 1)) for name, value in node.items()
        ]
        return "{\n" + "\n".join(_align_arguments(pairs, depth + 1)) + f"\n{_INDENT * depth}}}"

    def _render_expression(self, node: Parameter | AttributeRef | JoinedText | Base64Text) -> str:
        if isinstance(node, Parameter):
            return f"var.{to_snake_case(node.id)}"
        if isinstance(node, AttributeRef):
            return self._render_address(node)
        if isinstance(node, JoinedText):
            return self._render_template(node.parts)
        text = self._render_expression(node.text)
        return f"base64encode({text}{_INDENT if text.endswith(chr(10)) else ''})"

    def _render_template(self, parts: Sequence[str | Parameter | AttributeRef]) -> str:
        """Parts as one template string; text of several lines as a here-document."""
        if len(parts) == 1 and not isinstance(parts[0], str):
            return self._render_expression(parts[0])
        is_long = any("\n" in part for part in parts if isinstance(part, str))
        literal = _escape_interpolation if is_long else lambda part: quote_hcl(part)[1:-1]
        text = "".join(literal(part) if isinstance(part, str) else f"${{{self._render_expression(part)}}}" for part in parts)
        return f"<<EOT\n{text}\nEOT\n" if is_long else f'"{text}"'

    def _render_address(self, reference: AttributeRef) -> str:
        declared, owner = self.declared[reference.resource], reference.resource
        if declared.part is not None:  # the resource that it is a part of has its attributes
            owner = next(resource.after[0] for resource in self._resources if resource.id == reference.resource)
        return f"{self.declared[owner].type}.{to_snake_case(owner)}.{declared.attributes[reference.attribute]}"


def _rename_arguments(properties: Mapping[str, Node], declared: ResourceDeclaration) -> dict[str, Node]:
    """Properties under the provider's names; documents in the words of an API whose field names begin with a small letter."""

    def replace(path: str, node: Node) -> Node:
        """JSON for a document, a map for a list of names and values; any other node as it is."""
        items = [item for item in node if isinstance(item, Mapping)] if isinstance(node, Sequence) else []
        if path in declared.documents:
            return JsonText([rename_fields(item, lambda _, name: lower_first(name)) for item in items])
        return DataMap({str(item["Name"]): item["Value"] for item in items}) if path in declared.maps else node

    return rename_fields(properties, lambda path, name: declared.fields.get(path, to_snake_case(name)), replace)


def _list_lifecycle_rules(resource: Resource, declared: ResourceDeclaration) -> Iterator[tuple[str, str]]:
    """What a later apply does with it: what scaling changes stays, and what is in use goes last."""
    if declared.create_before_destroy:
        yield "create_before_destroy", "true"
    if resource.scaled:
        yield "ignore_changes", f"[{', '.join(_state_path(path) for path in resource.scaled)}]"


def _state_path(path: str) -> str:
    """A dotted path of properties as an address within a resource: each block is the first of its list."""
    return "[0].".join(to_snake_case(name) for name in path.split("."))


def _align_arguments(arguments: Iterable[tuple[str, str]], depth: int) -> Iterator[str]:
    """Arguments of one line with aligned equals signs, then those of several lines."""
    every = list(arguments)
    short = [(name, value) for name, value in every if "\n" not in value]
    width = max((len(name) for name, _ in short), default=0)
    yield from (f"{_INDENT * depth}{name.ljust(width)} = {value}" for name, value in short)
    yield from (f"{_INDENT * depth}{name} = {value}".rstrip("\n") for name, value in every if "\n" in value)


def _is_block(node: Node) -> bool:
    if isinstance(node, Sequence) and not isinstance(node, str):
        return bool(node) and all(isinstance(value, Mapping) for value in node)
    return isinstance(node, Mapping)


def quote_hcl(text: str) -> str:
    """A text as a literal without interpolation."""
    return _escape_interpolation(json.dumps(text, ensure_ascii=False))


def _escape_interpolation(text: str) -> str:
    return text.replace("${", "$${").replace("%{", "%%{")
