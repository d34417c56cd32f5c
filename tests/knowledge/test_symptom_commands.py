"""Every command that a check or a remedy tells people to run: the tool is one that exists, and so are its operation and its options."""

from __future__ import annotations

import ast
import functools
import itertools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import botocore.session
from botocore import xform_name

from knowledge import Knowledge
from tests.case_tables import read_table

TOOLS: Final[dict[str, list[str]]] = read_table(Path(__file__).with_name("command_tools.yaml"))
"""Tool -> the options of it that checks use, as its documentation has them."""
GLOBAL: Final = frozenset({"--region", "--query", "--output", "--profile", "--no-cli-pager", "--filters", "--max-items"})
HIGH_LEVEL: Final = {("s3", "ls"), ("s3", "cp"), ("s3", "sync"), ("logs", "tail"), ("configure", "list")}
"""Commands of the aws tool that are no operation of a service."""
SERVICES: Final = {"deploy": "codedeploy", "s3api": "s3"}
PREFIX: Final = re.compile(r"[A-Z_][A-Z0-9_]*=.*|sudo")
"""What may stand before a command."""
SEPARATORS: Final = frozenset({"|", "||", "&&", ";", ">", "<"})


@functools.cache
def _model(service: str) -> Any:  # noqa: ANN401  # botocore has no types
    return botocore.session.get_session().get_service_model(SERVICES.get(service, service))


def _commands(text: str) -> Iterator[list[str]]:
    """Each command of a line, as words."""
    words = shlex.split(re.sub(r"(?<=\w);(?=\s)", " ;", text))
    command: list[str] = []
    for word in words:
        if word in SEPARATORS:
            yield command
            command = []
        else:
            command.append(word)
    yield command


def _probes(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    for symptom in knowledge.symptoms.values():
        for cause in symptom.causes:
            if cause.check.kind == "command":
                yield symptom.id, cause.check.probe
        for remedy in symptom.remedies:
            if remedy.change.setting.startswith("aws "):
                yield symptom.id, remedy.change.setting


def _aws_faults(words: list[str]) -> Iterator[str]:
    """What is wrong with a call of the aws tool, by botocore's own models."""
    service, operation, rest = words[1], words[2], words[3:]
    if (service, operation) in HIGH_LEVEL:
        return
    names = {xform_name(name, "-"): name for name in _model(service).operation_names}
    if operation not in names:
        yield f"no operation {service} {operation}"
        return
    shape = _model(service).operation_model(names[operation]).input_shape
    options = {f"--{xform_name(member, '-')}" for member in (shape.members if shape else {})}
    switches = options | {option.replace("--", "--no-", 1) for option in options}
    yield from (f"no option {word}" for word in rest if word.startswith("--") and word.split("=")[0] not in switches | GLOBAL)


def _faults(text: str) -> Iterator[str]:
    if text.startswith("print("):
        ast.parse(text)  # a line for the script itself
        return
    for whole in _commands(text):
        words = list(itertools.dropwhile(PREFIX.fullmatch, whole))
        if not words:
            continue
        tool = words[0].split("/")[-1]
        if tool == "python" and words[1:2] == ["-c"]:
            ast.parse(words[2])
        elif tool == "aws":
            yield from _aws_faults(words)
        elif tool not in TOOLS:
            yield f"unknown tool {tool}"
        else:
            options = [word.split("=")[0] for word in words[1:] if re.fullmatch(r"--?[A-Za-z][\w.-]*(?:=.*)?", word)]
            yield from (f"{tool} has no {option} in the table" for option in options if option not in TOOLS[tool])


def test_every_command_of_a_symptom_exists_with_its_options(knowledge: Knowledge) -> None:
    """Calls of AWS by botocore's models, other tools by the table of what their documentation has."""
    wrong = [(symptom, fault, text) for symptom, text in _probes(knowledge) for fault in _faults(text)]
    assert wrong == []
