"""The CDK: a Python app of one stack, its resources as the constructs that are generated from CloudFormation's own schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.handover.template.formats.casing import humped, snake
from engine.handover.template.formats.cloudformation import Writer, type_of
from engine.handover.template.formats.documents import json_of
from engine.handover.template.formats.lacking import refuse_what_lacks
from engine.handover.template.formats.python_text import STEP, Python, quoted
from engine.handover.template.nodes import Blueprint, Encoded, Given, Joined, Json, Node, Of, Resource
from knowledge import Knowledge
from knowledge.schema.resource import Declared

_IN: Final = STEP * 2
_VALUES: Final = {"text": "value_as_string", "document": "value_as_string", "list": "value_as_list", "number": "value_as_number"}


def written(blueprint: Blueprint, knowledge: Knowledge, describe: Callable[[Given], str], *, name: str, region: str) -> str:
    """The app below its opening comment. Raises InputError where CloudFormation has no word for a resource."""
    refuse_what_lacks(blueprint, knowledge, "cdk")
    writer = _Constructs(knowledge, blueprint.resources)
    made = [resource for resource in blueprint.resources if writer.declared(resource).part is None]
    modules = sorted({writer.construct(resource)[0] for resource in made})
    lines = ["import aws_cdk as cdk", f"from aws_cdk import {', '.join(modules)}", "", "", "class Workload(cdk.Stack):"]
    lines += [f"{STEP}def __init__(self, scope, construct_id, **kwargs):", f"{_IN}super().__init__(scope, construct_id, **kwargs)"]
    for given in blueprint.givens():
        lines += ["", *_parameter(given, describe(given))]
    for resource in made:
        lines += ["", *writer.lines(resource)]
    lines += ["", *writer.told(blueprint), "", "", "app = cdk.App()"]
    lines += [f"Workload(app, {quoted(name)}, env=cdk.Environment(region={quoted(region)}))", "app.synth()"]
    return "\n".join(lines) + "\n"


def _parameter(given: Given, description: str) -> Iterator[str]:
    least = ", min_length=1" if type_of(given) == "String" else ""
    yield f"{_IN}{snake(given.id)} = cdk.CfnParameter("
    yield f"{_IN}{STEP}self, {quoted(given.id)}, type={quoted(type_of(given))}{least},"
    yield f"{_IN}{STEP}description={quoted(description)},"
    yield f"{_IN})"


class _Constructs:
    """Writes resources as constructs."""

    def __init__(self, knowledge: Knowledge, resources: Sequence[Resource]) -> None:
        self._knowledge, self._resources = knowledge, resources
        self._template = Writer(knowledge, resources)
        self._python = Python(self._leaf, humped)

    def declared(self, resource: Resource) -> Declared:
        """How CloudFormation has it."""
        return self._knowledge.resources[resource.kind].cloudformation

    def construct(self, resource: Resource) -> tuple[str, str]:
        """Module and class: AWS::SageMaker::Model is aws_sagemaker.CfnModel."""
        _, service, kind = self.declared(resource).type.split("::")
        return f"aws_{service.lower()}", f"Cfn{kind}"

    def lines(self, resource: Resource) -> Iterator[str]:
        """One resource with the parts that other languages have as resources of their own."""
        module, name = self.construct(resource)
        variable = snake(resource.id)
        yield f"{_IN}{variable} = {module}.{name}("
        yield f"{_IN}{STEP}self, {quoted(resource.id)},"
        for key, value in self._template.with_parts(resource).items():
            yield from self._python.lines(f"{_IN}{STEP}{snake(key)}=", value, 3)
        yield f"{_IN})"
        for other in self._template.waits_for(resource):
            yield f"{_IN}{variable}.node.add_dependency({snake(other)})"

    def told(self, blueprint: Blueprint) -> Iterator[str]:
        """The outputs of the stack."""
        for output in blueprint.outputs:
            yield f"{_IN}cdk.CfnOutput(self, {quoted(output.id)}, value={self._leaf(output.text)})"
        for of in blueprint.told:
            yield f"{_IN}cdk.CfnOutput(self, {quoted(of.resource + of.attribute.capitalize())}, value={self._leaf(of)})"

    def _leaf(self, node: Node) -> str:
        if isinstance(node, Given):
            return f"{snake(node.id)}.{_VALUES[node.holds]}"
        if isinstance(node, Of):
            name = self._template.attribute(node)
            return f"{snake(node.resource)}.{f'attr_{snake(name)}' if name else 'ref'}"
        if isinstance(node, Json):
            return self._leaf(json_of(node.value))
        if isinstance(node, Encoded):
            return f"cdk.Fn.base64({self._leaf(node.text)})"
        if isinstance(node, Joined):
            return f"cdk.Fn.sub({quoted(self._template.substituted(node))})"
        raise TypeError(f"{type(node).__name__} is no end of a tree.")
