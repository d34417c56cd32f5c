"""The SDK: a Python script that calls the API with boto3, one call after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from engine.handover.template.formats.casing import constant, snake
from engine.handover.template.formats.python_text import STEP, Python, formatted, quoted
from engine.handover.template.formats.requests import Request, answer, awaited, flat, requests
from engine.handover.template.nodes import Blueprint, Encoded, Given, Joined, Json, Node, Of
from knowledge import Knowledge


def written(blueprint: Blueprint, knowledge: Knowledge, describe: Callable[[Given], str], *, name: str, region: str) -> str:
    """The script below its opening comment."""
    calls = requests(blueprint, knowledge)
    writer = _Writer(calls)
    body = [line for call in calls for line in ("", *writer.call(call))]
    for output in blueprint.outputs:
        body += ["", f"print({writer.text(output.text)})"]
    body += [
        line for of in blueprint.told for line in ("", f'print("{of.resource}{of.attribute.capitalize()}:", {writer.text(Joined((of,)))})')
    ]
    head = _constants(blueprint, calls, describe, name=name, region=region)
    clients = (f"{_client(service)} = session.client({quoted(service)})" for service in dict.fromkeys(call.call.service for call in calls))
    return "\n".join((*_imports(body, calls), "", *head, "", "session = boto3.Session(region_name=REGION)", *clients, *body)) + "\n"


def _imports(body: Sequence[str], calls: Sequence[Request]) -> Iterator[str]:
    used = {"base64": "base64.", "json": "json.dumps("}
    yield from (f"import {module}" for module, mark in used.items() if any(mark in line for line in body))
    if _runs(calls):
        yield "import datetime as dt"
    yield from ("import os", "import sys", "", "import boto3")


def _runs(calls: Sequence[Request]) -> bool:
    return any(call.call.each_run for call in calls)


def _constants(
    blueprint: Blueprint, calls: Sequence[Request], describe: Callable[[Given], str], *, name: str, region: str
) -> Iterator[str]:
    """What is filled in, and the end where something is missing."""
    yield f'REGION = os.environ.get("AWS_REGION", {quoted(region)})'
    yield f'NAME = os.environ.get("NAME", {quoted(name)})  # names of what is made begin with it'
    if _runs(calls):
        yield 'RUN = f"{NAME}-{dt.datetime.now(dt.timezone.utc):%Y%m%d-%H%M%S}"'
    names = [constant(given.id) for given in blueprint.givens()]
    for given, called in zip(blueprint.givens(), names, strict=True):
        yield f"# {describe(given)}"
        yield f'{called} = os.environ.get("{called}", "")'
    if names:
        yield f"missing = [name for name in {json.dumps(names)} if not globals()[name]]"
        yield "if missing:"
        yield f"{STEP}sys.exit(f\"Fill in at the head, or set in the environment: {{', '.join(missing)}}\")"


def _client(service: str) -> str:
    return "functions" if service == "lambda" else service.replace("-", "_")


class _Writer:
    """Writes calls and the values in them."""

    def __init__(self, calls: Sequence[Request]) -> None:
        self._calls = {call.resource: call.call for call in calls}
        self._python = Python(self._leaf)

    def call(self, request: Request) -> Iterator[str]:
        """One call, and the wait until it has worked."""
        client = _client(request.call.service)
        kept = f"{snake(request.resource)} = " if request.asked else ""
        yield f"{kept}{client}.{snake(request.call.operation)}("
        for name, value in request.parameters.items():
            yield from self._python.lines(f"{STEP}{name}=", value, 1)
        yield ")"
        if request.call.waits:
            named = ", ".join(f"{name}={self._python.short(value)}" for name, value in awaited(request).items())
            yield f"{client}.get_waiter({quoted(request.call.waits)}).wait({named})"

    def _leaf(self, node: Node) -> str:
        if isinstance(node, Given):
            name = constant(node.id)
            return {"list": f'{name}.split(",")', "number": f"int({name})", "text": name, "document": name}[node.holds]
        if isinstance(node, Json):
            return f"json.dumps({self._python.short(node.value)})"
        if isinstance(node, Encoded):
            return f"base64.b64encode({self.text(node.text)}.encode()).decode()"
        return self.text(node if isinstance(node, Joined) else Joined((node,)))  # type: ignore[arg-type]  # an attribute

    def text(self, text: Joined) -> str:
        """A text as an expression."""
        return formatted(flat(text, self._calls), self._expression)

    def _expression(self, part: Given | Of) -> str:
        if isinstance(part, Given):
            return constant(part.id)
        return snake(part.resource) + "".join(f"[{json.dumps(key)[1:-1]!r}]" for key in answer(part, self._calls).split("."))
