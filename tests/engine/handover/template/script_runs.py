"""What a template's text really does when it runs: the calls of a boto3 script, and those of a shell script."""

from __future__ import annotations

import base64
import json
import re
import subprocess
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from unittest import mock

import boto3
from botocore import xform_name

from engine.handover.template import Template
from tests.engine.handover.template.botocore_models import operation, session
from tests.engine.handover.template.conftest import parameter_value

_RUN: Final = re.compile(r"-[0-9]{8}-[0-9]{6}$")
_STUB: Final = """
record() { printf '%s\\0' "$@" >&3; printf '\\1' >&3; }
aws() {
  record aws "$@"
  case " $* " in
    *" --query LaunchTemplate.LaunchTemplateId "*) echo lt-0123456789abcdef0;;
    *" --query Version "*) echo 1;;
    *" --query "*) echo ARN;;
  esac
}
kubectl() { record kubectl "$@" "$(cat)"; }
"""
"""Stands in for the two programs: each call and its words, and something for an answer."""


class Call(NamedTuple):
    """One request, or one wait."""

    service: str
    name: str
    parameters: dict[str, Any]


class ScriptRun(NamedTuple):
    """What a script did."""

    calls: list[Call]
    printed: str
    """What a script prints, or the manifest that a shell hands on."""


def environment(template: Template) -> dict[str, str]:
    """What is filled in, as variables."""
    return {fill_in.name: parameter_value(to_pascal_case(fill_in.name)) for fill_in in template.fill_in}


def to_pascal_case(name: str) -> str:
    """Give the name of what is filled in, from the variable that holds it."""
    return "".join(word.capitalize() for word in name.split("_"))


def run_sdk_script(template: Template) -> ScriptRun:
    """Run a boto3 script against clients that only take notes."""
    calls: list[Call] = []
    return ScriptRun(
        calls, execute_script(template, SimpleNamespace(client=lambda service: _Client(service, calls)), environment(template))
    )


def execute_script(template: Template, made: object, filled: Mapping[str, str]) -> str:
    """Run a boto3 script with `made` for its session; gives what it prints."""
    printed: list[str] = []
    code = compile(template.text, template.file, "exec")
    with mock.patch.object(boto3, "Session", return_value=made), mock.patch.dict("os.environ", filled):
        exec(code, {"__name__": "__main__", "print": lambda *words: printed.append(" ".join(words))})  # noqa: S102  # our own text is what is tested
    return "\n".join(printed)


class _Client:
    """Takes notes, and answers as the model of the operation says."""

    def __init__(self, service: str, calls: list[Call]) -> None:
        self._service, self._calls = service, calls
        self._names = {xform_name(name): name for name in session().get_service_model(service).operation_names}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # any operation
        called = self._names[name]

        def call(**parameters: Any) -> Any:  # noqa: ANN401  # any request
            self._calls.append(Call(self._service, called, _mask_run_time(parameters)))
            return make_answer(operation(self._service, called).output_shape, "")

        return call

    def get_waiter(self, name: str) -> Any:  # noqa: ANN401  # a waiter
        assert name in {xform_name(one) for one in session().get_waiter_model(self._service).waiter_names}
        return SimpleNamespace(wait=lambda **parameters: self._calls.append(Call(self._service, f"wait {name}", parameters)))


def make_answer(shape: Any, name: str, depth: int = 3) -> Any:  # noqa: ANN401  # of any shape
    """Make up an answer of that shape."""
    if shape is None:
        return {}
    if shape.type_name == "structure":
        return {key: make_answer(member, key, depth - 1) for key, member in shape.members.items()} if depth else {}
    return {"LaunchTemplateId": "lt-0123456789abcdef0", "Version": "1"}.get(name, "ARN")


def run_cli_script(template: Template) -> ScriptRun:
    """Run a shell script with stand-ins for `aws` and `kubectl`."""
    head, _, body = template.text.partition("\n")
    script = f"{head}\n{_STUB}\n{body}"
    with subprocess.Popen(
        ["bash", "-c", f"exec 3>&1 1>/dev/null; {script}"],  # noqa: S607  # the shell that the text names
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin", **environment(template)},
    ) as process:
        out, told = process.communicate()
    assert (process.returncode, told) == (0, b"")
    calls, manifest = [], ""
    for line in out.decode().split("\1")[:-1]:
        program, *words = line.split("\0")[:-1]
        if program == "kubectl":
            assert words[:3] == ["apply", "-f", "-"]
            manifest = words[3]
        elif words[:2] != ["eks", "update-kubeconfig"]:  # a command of the tool alone, which calls no operation by that name
            calls.append(_parse_call(words))
    return ScriptRun(calls, manifest)


def _parse_call(words: list[str]) -> Call:
    service, name, *options = words
    if name == "wait":
        waiter, *options = options
        assert waiter in {xform_name(one, "-") for one in session().get_waiter_model(service).waiter_names}
        named = {option.removeprefix("--"): value for option, value in zip(options[::2], options[1::2], strict=True)}
        return Call(service, f"wait {waiter.replace('-', '_')}", named)
    given = dict(zip(options[::2], options[1::2], strict=True))
    assert set(given) <= {"--cli-input-json", "--query", "--output"}
    names = {xform_name(one, "-"): one for one in session().get_service_model(service).operation_names}
    return Call(service, names[name], _mask_run_time(json.loads(given["--cli-input-json"])))


def _mask_run_time(node: Any) -> Any:  # noqa: ANN401  # JSON is of any shape
    """A request without what differs from run to run and from shell to shell: the time in a name, the end of a script."""
    if isinstance(node, Mapping):
        return {key: _decode_user_data(value) if key == "UserData" else _mask_run_time(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_mask_run_time(value) for value in node]
    return _RUN.sub("-RUN", node) if isinstance(node, str) else node


def _decode_user_data(text: str) -> str:
    return base64.b64decode(text, validate=True).decode().rstrip("\n")
