"""SDK: a Python script of boto3 calls."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from engine.handover.template.blueprint import AttributeRef, Base64Text, JoinedText, JsonText, Node, Parameter, Stack
from engine.handover.template.formats.api_requests import Request, RequestPlan
from engine.handover.template.formats.python_text import INDENT, PythonWriter, quote_python, render_expression
from engine.handover.template.name_casing import to_constant_case, to_snake_case


def render_script(stack: Stack) -> str:
    """The script below its opening comment."""
    return "\n".join(_ScriptWriter(stack).write_lines()) + "\n"


class _ScriptWriter:
    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._plan = RequestPlan(stack)
        self._python = PythonWriter(self._render_leaf)

    def write_lines(self) -> Iterator[str]:
        """The script line by line: imports, constants that a person fills in, one client a service, one call a resource, what was made."""
        body = list(self._write_body())
        services = dict.fromkeys(request.call.service for request in self._plan.requests)
        yield from self._write_imports(body)
        yield from ("", *self._write_constants(), "", "session = boto3.Session(region_name=REGION)")
        yield from (f"{_name_client(service)} = session.client({quote_python(service)})" for service in services)
        yield from body

    def _write_body(self) -> Iterator[str]:
        for request in self._plan.requests:
            yield from ("", *self._write_request(request))
        for output in self._stack.blueprint.outputs:
            yield from ("", f"print({self._render_text(output.text)})")
        for reference in self._stack.blueprint.exports:
            yield from ("", f'print("{reference.export_name}:", {self._render_text(JoinedText((reference,)))})')

    def _write_imports(self, body: Sequence[str]) -> Iterator[str]:
        used = {"base64": "base64.", "json": "json.dumps("}
        yield from (f"import {module}" for module, mark in used.items() if any(mark in line for line in body))
        if self._plan.has_runs:
            yield "import datetime as dt"
        yield from ("import os", "import sys", "", "import boto3")

    def _write_constants(self) -> Iterator[str]:
        """The parameters, and the exit where one is missing."""
        yield f'REGION = os.environ.get("AWS_REGION", {quote_python(self._stack.region)})'
        yield f'NAME = os.environ.get("NAME", {quote_python(self._stack.name)})  # names of what is made begin with it'
        if self._plan.has_runs:
            yield 'RUN = f"{NAME}-{dt.datetime.now(dt.timezone.utc):%Y%m%d-%H%M%S}"'
        constants = {to_constant_case(parameter.id): parameter for parameter in self._stack.blueprint.list_parameters()}
        for name, parameter in constants.items():
            yield f"# {self._stack.describe_parameter(parameter)}"
            yield f'{name} = os.environ.get("{name}", {quote_python(parameter.default)})'
        if constants:
            yield f"missing = [name for name in {json.dumps([*constants])} if not globals()[name]]"
            yield "if missing:"
            yield f"{INDENT}sys.exit(f\"Fill in at the head, or set in the environment: {{', '.join(missing)}}\")"

    def _write_request(self, request: Request) -> Iterator[str]:
        """One call, and the wait until its resource is ready."""
        client = _name_client(request.call.service)
        assignment = f"{to_snake_case(request.resource)} = " if request.used_attributes else ""
        yield f"{assignment}{client}.{to_snake_case(request.call.operation)}("
        for name, value in request.arguments.items():
            yield from self._python.write_lines(f"{INDENT}{name}=", value, 1)
        yield ")"
        if request.call.waits:
            arguments = ", ".join(f"{name}={self._python.render_line(value)}" for name, value in request.waiter_arguments().items())
            yield f"{client}.get_waiter({quote_python(request.call.waits)}).wait({arguments})"

    def _render_leaf(self, node: Node) -> str:
        if isinstance(node, Parameter):
            name = to_constant_case(node.id)
            return {"list": f'{name}.split(",")', "number": f"int({name})", "text": name, "document": name}[node.type]
        if isinstance(node, JsonText):
            return f"json.dumps({self._python.render_line(node.value)})"
        if isinstance(node, Base64Text):
            return f"base64.b64encode({self._render_text(node.text)}.encode()).decode()"
        return self._render_text(node if isinstance(node, JoinedText) else JoinedText((node,)))  # type: ignore[arg-type]  # an attribute

    def _render_text(self, text: JoinedText) -> str:
        return render_expression(self._plan.resolve_known(text), self._render_reference)

    def _render_reference(self, part: Parameter | AttributeRef) -> str:
        if isinstance(part, Parameter):
            return to_constant_case(part.id)
        keys = self._plan.response_path(part).split(".")
        return to_snake_case(part.resource) + "".join(f"[{json.dumps(key)[1:-1]!r}]" for key in keys)


def _name_client(service: str) -> str:
    return "functions" if service == "lambda" else service.replace("-", "_")
