"""Command line: a shell script of AWS CLI calls, each with its request as a JSON document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Base64Text, JoinedText, JsonText, Node, Parameter, Stack, rename_fields
from engine.handover.template.document_text import render_json
from engine.handover.template.formats.api_requests import Request, RequestPlan
from engine.handover.template.name_casing import to_constant_case, to_kebab_case

_SPECIAL_CHARACTERS: Final = ("\\", "$", "`")
"""What a shell interprets in a here-document; the backslash has to be escaped first."""


def render_script(stack: Stack) -> str:
    """The script below its opening comment."""
    return "\n".join(_ScriptWriter(stack).write_lines()) + "\n"


class _ScriptWriter:
    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._plan = RequestPlan(stack)

    def write_lines(self) -> Iterator[str]:
        """The script in pieces of one or more lines: variables, one call a resource in the order of creation, manifests, what was made."""
        yield from ("set -euo pipefail", "", *self._write_variables())
        for request in self._plan.requests:
            yield from ("", *self._write_request(request))
        for output in self._stack.blueprint.outputs:
            yield from ("", self._interpolate(output.preparation), f"kubectl apply -f - <<YAML\n{self._interpolate(output.text)}\nYAML")
        for reference in self._stack.blueprint.exports:
            yield from ("", f'echo "{reference.export_name}: {self._interpolate(JoinedText((reference,)))}"')

    def _write_variables(self) -> Iterator[str]:
        """The parameters; the shell exits with the description of the first that is missing."""
        yield f'export AWS_DEFAULT_REGION="${{AWS_REGION:-{self._stack.region}}}"'
        yield f'NAME="${{NAME:-{self._stack.name}}}" # names of what is made begin with it'
        if self._plan.has_runs:
            yield 'RUN="${NAME}-$(date -u +%Y%m%d-%H%M%S)"'
        for parameter in self._stack.blueprint.list_parameters():
            name = to_constant_case(parameter.id)
            description = self._stack.describe_parameter(parameter)
            if parameter.default:
                yield f': "${{{name}:={_escape_default(parameter.default)}}}" # {description}'
            else:
                yield f': "${{{name}:?{_escape_default(description)}}}"'
            if parameter.type == "document":
                yield f'{name}_TEXT="${{{name}//\\"/\\\\\\"}}"'
            if parameter.type == "list":
                yield f'{name}_LIST="\\"${{{name}//,/\\",\\"}}\\""'

    def _write_request(self, request: Request) -> Iterator[str]:
        """One call, and the wait until its resource is ready."""
        assignments: list[str] = []

        def embed_text(_: str, node: Node) -> Node:
            """JSON documents become text; base 64 text is read from a variable that is assigned before the request."""
            if isinstance(node, JsonText):
                return render_json(node.value, indent=None)
            if isinstance(node, Base64Text):
                variable = Parameter(f"{request.resource}Data")
                text = self._interpolate(node.text)
                assignments.append(f"{to_constant_case(variable.id)}=\"$(base64 <<TEXT | tr -d '\\n'\n{text}\nTEXT\n)\"")
                return variable
            return node

        document = rename_fields(request.arguments, lambda _, name: name, embed_text)
        yield from assignments
        yield f"request=$(cat <<JSON\n{self._interpolate(render_json(document))}\nJSON\n)"
        command, options = f"aws {request.call.service} {to_kebab_case(request.call.operation)}", '--cli-input-json "$request"'
        if request.used_attributes:
            reference = AttributeRef(request.resource, request.used_attributes[0])
            query = f"--query {self._plan.response_path(reference)} --output text"
            yield f'{_name_variable(reference)}="$({command} {query} {options})"'
        else:
            yield f"{command} {options}"
        if request.call.waits:
            arguments = request.waiter_arguments().items()
            words = " ".join(f'--{to_kebab_case(name)} "{self._interpolate(_as_joined_text(value))}"' for name, value in arguments)
            yield f"aws {request.call.service} wait {request.call.waits.replace('_', '-')} {words}"

    def _interpolate(self, text: JoinedText) -> str:
        """A text inside a here-document."""
        parts = self._plan.resolve_known(text)
        return "".join(_escape_shell(part) if isinstance(part, str) else _expand_variable(part) for part in parts)


def _as_joined_text(node: Node) -> JoinedText:
    return node if isinstance(node, JoinedText) else JoinedText((node,) if isinstance(node, str | Parameter | AttributeRef) else ())


def _escape_shell(text: str) -> str:
    for character in _SPECIAL_CHARACTERS:
        text = text.replace(character, f"\\{character}")
    return text


def _escape_default(text: str) -> str:
    """A text within `${NAME:?...}` in double quotes, where an apostrophe would open quotes of its own."""
    return _escape_shell(text.replace("'", "’")).replace('"', '\\"').replace("}", "\\}")


def _expand_variable(part: Parameter | AttributeRef) -> str:
    if isinstance(part, AttributeRef):
        return f"${{{_name_variable(part)}}}"
    name = to_constant_case(part.id)
    return {"list": f"[${{{name}_LIST}}]", "document": f"${{{name}_TEXT}}"}.get(part.type, f"${{{name}}}")


def _name_variable(reference: AttributeRef) -> str:
    return f"{to_constant_case(reference.resource)}_{reference.attribute.upper()}"
