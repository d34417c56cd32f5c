"""Errors that were written for the command line, in the words of an assistant's tools: no options, no commands of a shell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_OPTION: Final = re.compile(r"--([a-z][a-z-]*[a-z]|[a-z])")
_COMPARED: Final = re.compile(r"sizewise compare (\S+) (\S+?)(?=[.\s]|$)")
_COMMAND: Final = re.compile(r"sizewise ([a-z]+(?:[ -][a-z]+)?)")
_ALONE: Final = re.compile(r"\bsizewise ")


def reword_for_tools(message: str, tools: Iterable[str], *, machines: str = "instance") -> str:
    """The message with arguments for options and tools for commands; `machines` is the argument that names instance types."""
    known = set(tools)

    def name_tool(found: re.Match[str]) -> str:
        name = found[1].replace(" ", "_").replace("-", "_")
        return name if name in known else found[1]

    message = _COMPARED.sub(r'["\1", "\2"]', message)
    message = _ALONE.sub("", _COMMAND.sub(name_tool, message))
    return _OPTION.sub(lambda found: machines if found[1] == "instance" else found[1].replace("-", "_"), message)
