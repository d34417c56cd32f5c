"""CDK: a Python app with one stack of CloudFormation (L1) constructs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Base64Text, JoinedText, JsonText, Node, Parameter, Resource, Stack
from engine.handover.template.document_text import render_json
from engine.handover.template.formats.cloudformation import TemplateBuilder, parameter_type
from engine.handover.template.formats.python_text import INDENT, PythonWriter, quote_python
from engine.handover.template.name_casing import to_camel_case, to_snake_case

_BODY: Final = INDENT * 2
_VALUES: Final = {"text": "value_as_string", "document": "value_as_string", "list": "value_as_list", "number": "value_as_number"}


def render_app(stack: Stack) -> str:
    """The app below its opening comment."""
    return "\n".join(_AppWriter(stack).write_lines()) + "\n"


class _AppWriter:
    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._builder = TemplateBuilder(stack)
        self._python = PythonWriter(self._render_leaf, to_camel_case)

    def write_lines(self) -> Iterator[str]:
        """The app line by line: imports, the stack with its parameters, constructs and outputs, and the call that synthesises it.

        Raises TypeError for a leaf of a property tree that the CDK has no expression for.
        """
        resources = self._builder.list_resources()
        modules = sorted({self._name_construct(resource)[0] for resource in resources})
        yield from ("import aws_cdk as cdk", f"from aws_cdk import {', '.join(modules)}", "", "", "class Workload(cdk.Stack):")
        yield f"{INDENT}def __init__(self, scope, construct_id, **kwargs):"
        yield f"{_BODY}super().__init__(scope, construct_id, **kwargs)"
        for parameter in self._stack.blueprint.list_parameters():
            yield from self._write_parameter(parameter)
        for resource in resources:
            yield from self._write_resource(resource)
        yield ""
        yield from self._write_outputs()
        environment = f"env=cdk.Environment(region={quote_python(self._stack.region)})"
        yield from ("", "", "app = cdk.App()", f"Workload(app, {quote_python(self._stack.name)}, {environment})", "app.synth()")

    def _write_parameter(self, parameter: Parameter) -> Iterator[str]:
        kind = parameter_type(parameter)
        min_length = ", min_length=1" if kind == "String" else ""
        min_length += f", default={quote_python(parameter.default)}" if parameter.default else ""
        yield from ("", f"{_BODY}{to_snake_case(parameter.id)} = cdk.CfnParameter(")
        yield f"{_BODY}{INDENT}self, {quote_python(parameter.id)}, type={quote_python(kind)}{min_length},"
        yield f"{_BODY}{INDENT}description={quote_python(self._stack.describe_parameter(parameter))},"
        yield f"{_BODY})"

    def _name_construct(self, resource: Resource) -> tuple[str, str]:
        """Module and class: AWS::SageMaker::Model is aws_sagemaker.CfnModel."""
        _, service, kind = self._builder.resource_type(resource).split("::")
        return f"aws_{service.lower()}", f"Cfn{kind}"

    def _write_resource(self, resource: Resource) -> Iterator[str]:
        variable = to_snake_case(resource.id)
        yield from (
            "",
            f"{_BODY}{variable} = {'.'.join(self._name_construct(resource))}(",
            f"{_BODY}{INDENT}self, {quote_python(resource.id)},",
        )
        for key, value in self._builder.merge_parts(resource).items():
            yield from self._python.write_lines(f"{_BODY}{INDENT}{to_snake_case(key)}=", value, 3)
        yield f"{_BODY})"
        for other in self._builder.list_dependencies(resource):
            yield f"{_BODY}{variable}.node.add_dependency({to_snake_case(other)})"

    def _write_outputs(self) -> Iterator[str]:
        texts: dict[str, Node] = {output.id: output.text for output in self._stack.blueprint.outputs}
        for name, node in (texts | self._builder.list_exports()).items():
            yield f"{_BODY}cdk.CfnOutput(self, {quote_python(name)}, value={self._render_leaf(node)})"

    def _render_leaf(self, node: Node) -> str:
        if isinstance(node, Parameter):
            return f"{to_snake_case(node.id)}.{_VALUES[node.type]}"
        if isinstance(node, AttributeRef):
            name = self._builder.name_attribute(node)
            return f"{to_snake_case(node.resource)}.{f'attr_{to_snake_case(name)}' if name else 'ref'}"
        if isinstance(node, JsonText):
            return self._render_leaf(render_json(node.value))
        if isinstance(node, Base64Text):
            return f"cdk.Fn.base64({self._render_leaf(node.text)})"
        if isinstance(node, JoinedText):
            return f"cdk.Fn.sub({quote_python(self._builder.substitute(node))})"
        raise TypeError(f"{type(node).__name__} is no leaf of a property tree.")
