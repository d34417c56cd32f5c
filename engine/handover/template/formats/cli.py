"""The command line: a shell script of AWS CLI calls, each with its request as a JSON document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.handover.template.formats.casing import constant, kebab
from engine.handover.template.formats.documents import json_of
from engine.handover.template.formats.requests import Request, answer, awaited, flat, requests
from engine.handover.template.nodes import Blueprint, Encoded, Given, Joined, Json, Keyed, Node, Of
from knowledge import Knowledge

SHEBANG: Final = "#!/usr/bin/env bash"
_SPECIAL: Final = ("\\", "$", "`")
"""What a shell reads in a here-document, the backslash first."""


def written(blueprint: Blueprint, knowledge: Knowledge, describe: Callable[[Given], str], *, name: str, region: str) -> str:
    """The script below its opening comment."""
    calls = requests(blueprint, knowledge)
    writer = _Writer(calls)
    lines = ["set -euo pipefail", "", *_variables(blueprint, calls, describe, name=name, region=region)]
    for call in calls:
        lines += ["", *writer.call(call)]
    for output in blueprint.outputs:
        lines += ["", writer.applied(output.text)]
    for of in blueprint.told:
        lines += ["", writer.told(of)]
    return "\n".join(lines) + "\n"


def _variables(
    blueprint: Blueprint, calls: Sequence[Request], describe: Callable[[Given], str], *, name: str, region: str
) -> Iterator[str]:
    """What is filled in; the shell ends with the description of what is missing."""
    yield f'export AWS_DEFAULT_REGION="${{AWS_REGION:-{region}}}"'
    yield f'NAME="${{NAME:-{name}}}" # names of what is made begin with it'
    if any(call.call.each_run for call in calls):
        yield 'RUN="${NAME}-$(date -u +%Y%m%d-%H%M%S)"'
    for given in blueprint.givens():
        called = constant(given.id)
        yield f': "${{{called}:?{_quoted(describe(given))}}}"'
        if given.holds == "document":
            yield f'{called}_TEXT="${{{called}//\\"/\\\\\\"}}"'
        if given.holds == "list":
            yield f'{called}_LIST="\\"${{{called}//,/\\",\\"}}\\""'


def _quoted(text: str) -> str:
    """Text within double quotes of a shell; an apostrophe would open quotes within the braces of a variable."""
    text = text.replace("'", "’")
    for character in (*_SPECIAL, '"'):
        text = text.replace(character, f"\\{character}")
    return text.replace("}", "\\}")


class _Writer:
    """Writes calls and the documents in them."""

    def __init__(self, calls: Sequence[Request]) -> None:
        self._calls = {call.resource: call.call for call in calls}

    def call(self, request: Request) -> Iterator[str]:
        """One call, and the wait until it has worked."""
        encoded: list[str] = []
        plain = self._plain(request.parameters, request.resource, encoded)
        yield from encoded
        yield f"request=$(cat <<JSON\n{self._here(json_of(plain))}\nJSON\n)"
        command = f"aws {request.call.service} {kebab(request.call.operation)}"
        if request.asked:
            of = Of(request.resource, request.asked[0])
            yield f'{_variable(of)}="$({command} --query {answer(of, self._calls)} --output text --cli-input-json "$request")"'
        else:
            yield f'{command} --cli-input-json "$request"'
        if request.call.waits:
            named = " ".join(f'--{kebab(name)} "{self._here(_joined(value))}"' for name, value in awaited(request).items())
            yield f"aws {request.call.service} wait {request.call.waits.replace('_', '-')} {named}"

    def applied(self, text: Joined) -> str:
        """A manifest, handed to kubectl."""
        return f"kubectl apply -f - <<YAML\n{self._here(text)}\nYAML"

    def told(self, of: Of) -> str:
        """What the person will want to know."""
        return f'echo "{of.resource}{of.attribute.capitalize()}: {self._here(Joined((of,)))}"'

    def _plain(self, node: Node, resource: str, encoded: list[str]) -> Node:
        """The tree with its documents as text; what is encoded comes from a variable that is set before."""
        if isinstance(node, Json):
            return json_of(node.value, indent=None)
        if isinstance(node, Encoded):
            name = Given(f"{resource}Data")
            encoded.append(f"{constant(name.id)}=\"$(base64 <<TEXT | tr -d '\\n'\n{self._here(node.text)}\nTEXT\n)\"")
            return name
        if isinstance(node, Keyed):
            return self._plain(node.values, resource, encoded)
        if isinstance(node, Mapping):
            return {name: self._plain(value, resource, encoded) for name, value in node.items()}
        if isinstance(node, Sequence) and not isinstance(node, str):
            return [self._plain(value, resource, encoded) for value in node]
        return node

    def _here(self, text: Joined) -> str:
        """A text within a here-document."""
        return "".join(_escaped(part) if isinstance(part, str) else _shell(part) for part in flat(text, self._calls))


def _joined(node: Node) -> Joined:
    """A name as text."""
    return node if isinstance(node, Joined) else Joined((node,) if isinstance(node, str | Given | Of) else ())


def _escaped(text: str) -> str:
    for character in _SPECIAL:
        text = text.replace(character, f"\\{character}")
    return text


def _shell(part: Given | Of) -> str:
    if isinstance(part, Of):
        return f"${{{_variable(part)}}}"
    name = constant(part.id)
    return {"list": f"[${{{name}_LIST}}]", "document": f"${{{name}_TEXT}}"}.get(part.holds, f"${{{name}}}")


def _variable(of: Of) -> str:
    return f"{constant(of.resource)}_{of.attribute.upper()}"
