"""The fences of a page, as far as they can be run or are read by what is run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_FENCE: Final = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=ticks)[ \t]*$", re.MULTILINE | re.DOTALL)
_CAPTION: Final = re.compile(r"^:caption: *(?P<name>\S+)\n+", re.MULTILINE)
_PROMPT: Final = "$ "
_GOES_ON: Final = "> "
ANYTHING: Final = "…"
"""A line of shown output that stands for any number of lines."""


class Fence(NamedTuple):
    """A block of a page."""

    language: str
    body: str
    """Without its options."""
    file: str
    """The file that it is the content of; empty for none."""
    line: int
    """Where its body begins, from 1."""


class ConsoleCommand(NamedTuple):
    """A command with what the page says it prints."""

    command: str
    output: str


def find_fences(page: str) -> Iterator[Fence]:
    """The blocks of a page in their order."""
    for found in _FENCE.finditer(page):
        info, body = found["info"].strip(), found["body"]
        file = ""
        if info.startswith("{code-block}"):
            info = info.removeprefix("{code-block}").strip()
            caption = _CAPTION.match(body)
            file = caption["name"] if caption else ""
            body = _CAPTION.sub("", body, count=1)
        yield Fence(info, body, file, page.count("\n", 0, found.start("body")) + 1)


def parse_console(fence: Fence) -> list[ConsoleCommand]:
    """The commands of a console block."""
    commands: list[tuple[list[str], list[str]]] = []
    for line in fence.body.splitlines():
        if line.startswith(_PROMPT):
            commands.append(([line.removeprefix(_PROMPT)], []))
        elif commands and line.startswith(_GOES_ON) and not commands[-1][1]:
            commands[-1][0].append(line.removeprefix(_GOES_ON))
        elif commands:
            commands[-1][1].append(line)
        elif line:
            raise ValueError(f"Line {fence.line}: a console block begins with a command, a line after {_PROMPT!r}.")
    return [ConsoleCommand("\n".join(command), "\n".join(output).strip("\n")) for command, output in commands]


def output_agrees(shown_lines: Sequence[str], lines: Sequence[str]) -> bool:
    """True where the output is what is shown; a line that is only "…" stands for any number of lines."""
    if ANYTHING not in (line.strip() for line in shown_lines):
        return list(shown_lines) == list(lines)
    pattern = "".join("(?:.*\n)*?" if line.strip() == ANYTHING else f"{re.escape(line)}\n" for line in shown_lines)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None
