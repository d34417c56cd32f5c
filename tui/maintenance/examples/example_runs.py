"""Runs the commands of a page in a folder of its own: `sizewise` inside this process, what it is piped into by the shell."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tui.cli.main import main
from tui.maintenance.examples.page_fences import ConsoleCommand, Fence, find_fences, parse_console

_NAME: Final = "sizewise"
_STATUS: Final = "echo $?"
_FROM: Final = re.compile(r"\s+<\s*(?P<file>\S+)\s*$")
_MESSAGES_INTO: Final = re.compile(r"\s+2>\s*(?P<file>[^\s|]+)")
_INTO: Final = re.compile(r"\s+>\s*(?P<file>[^\s|]+)\s*$")
CONSOLE: Final = "console"


class ExampleRun(NamedTuple):
    """What a page shows of a command, and what the command did."""

    fence: Fence
    shown: ConsoleCommand
    output: str
    """Standard output, then standard error, without empty lines at the ends and spaces at the ends of lines."""


def run_examples(page: str, folder: Path) -> Iterator[ExampleRun]:
    """Every command of the console blocks of a page, in their order, in `folder`, where the files of the page stand too."""
    status = 0
    with contextlib.chdir(folder):
        for fence in find_fences(page):
            if fence.file:
                Path(fence.file).write_text(fence.body, encoding="utf-8")
            for one in parse_console(fence) if fence.language == CONSOLE else ():
                if one.command == _STATUS:
                    output = str(status)
                else:
                    status, output = _run_command(one.command)
                yield ExampleRun(fence, one, "\n".join(line.rstrip() for line in output.strip("\n").splitlines()))


def _run_command(command: str) -> tuple[int, str]:
    """Exit status and output of a command line, which may redirect, or pipe into others."""
    if not command.startswith(f"{_NAME} "):
        return _run_shell(command)
    command, messages = _MESSAGES_INTO.sub("", command), _MESSAGES_INTO.search(command)
    line, given, into, rest = _split_command(command)
    out, err = _new_stream(), _new_stream()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _standard_input(given):
        status = _exit_status(shlex.split(line)[1:])
    text = _read_stream(out)
    if rest:
        text = _pipe_through(text, rest)
    if into:
        Path(into).write_text(text, encoding="utf-8")
        text = ""
    if messages:
        Path(messages["file"]).write_text(_read_stream(err), encoding="utf-8")
        return status, text
    return status, text + _read_stream(err)


def _run_shell(command: str, given: str = "") -> tuple[int, str]:
    """Exit status and output of a line of the documentation that is not ours."""
    done = subprocess.run(command, shell=True, input=given, capture_output=True, text=True, check=False)  # noqa: S602  # a line of our own pages
    return done.returncode, done.stdout + done.stderr


def _pipe_through(text: str, command: str) -> str:
    """Output of other commands that `text` is piped into. Raises ValueError if they fail, as `grep` does if it finds nothing."""
    status, output = _run_shell(command, text)
    if status:
        raise ValueError(f"{command} ended with {status}: {output}")
    return output


def _new_stream() -> io.TextIOWrapper:
    """A stream as a program gets it if its output is not a terminal."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")


def _read_stream(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def _split_command(command: str) -> tuple[str, str, str, str]:
    """The call of `sizewise`, the file it reads, the file written, and the commands it is piped into."""
    line, _, rest = command.replace("\\\n", " ").partition(" | ")
    into = _INTO.search(rest or line)
    line, rest = (line, _INTO.sub("", rest)) if rest else (_INTO.sub("", line), "")
    given = _FROM.search(line)
    return _FROM.sub("", line), given["file"] if given else "", into["file"] if into else "", rest


@contextlib.contextmanager
def _standard_input(file: str) -> Iterator[None]:
    """Standard input from a file, or an empty one."""
    before = sys.stdin
    text = Path(file).read_text(encoding="utf-8") if file else ""
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def _exit_status(words: list[str]) -> int:
    try:
        return main(words)
    except SystemExit as left:  # how argparse leaves after --help
        return int(left.code or 0)


@contextlib.contextmanager
def example_environment(data: Path, more: Mapping[str, str] | None = None) -> Iterator[None]:
    """The environment of the examples: nothing kept from before, no terminal, 80 columns."""
    before = dict(os.environ)
    os.environ.update({"SIZEWISE_DATA": str(data), "COLUMNS": "80", "NO_COLOR": "1", **(more or {})})
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
