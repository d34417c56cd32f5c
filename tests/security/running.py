"""Every command with its input, inside this process: `commands.yaml`, and the files that it names."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.case_tables import read_table
from tui.cli.command_line import build_parser
from tui.cli.main import main

CASES: Final[list[dict[str, Any]]] = read_table(Path(__file__).with_name("commands.yaml"))
APART: Final = frozenset({"catalog refresh", "serve", "mcp", "reader test"})
"""Commands that talk to somebody by their nature; each has tests of its own."""
_NAME: Final = str.maketrans({"/": "_", "\0": "_"})


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


def walk_commands(parser: argparse.ArgumentParser | None = None, path: str = "") -> Iterator[str]:
    """Every command that the parser knows and that runs, by its words."""
    parser = parser or build_parser()
    below = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]  # no public way in
    if parser.get_default("run") is not None:
        yield path
    for choices in below:
        for name, one in choices.items():
            yield from walk_commands(one, f"{path} {name}".strip())


@cache
def all_commands() -> frozenset[str]:
    """All of them."""
    return frozenset(walk_commands())


def case_command(case: Mapping[str, Any]) -> str:
    """The command of a case by its words; empty for the app."""
    first, second = (*(word for word in case["run"] if not word.startswith("-")), "", "")[:2]
    return next((words for words in (f"{first} {second}", first) if words in all_commands()), "")


def case_words(case: Mapping[str, Any], text: str) -> list[str]:
    """The words of a command line with `text` put in."""
    return [_fill_in(word, text) for word in case["run"]]


def case_input(case: Mapping[str, Any], text: str) -> bytes:
    """What stands on standard input."""
    return "".join(f"{_fill_in(line, text)}\n" for line in case.get("given", ())).encode()


def file_name(text: str) -> str:
    """`text` as far as it can be the name of a file."""
    return text.translate(_NAME)[:60]


def _fill_in(word: str, text: str) -> str:
    return word.replace("$text", text).replace("$name", file_name(text)).replace("$json", json.dumps(text)[1:-1])


def run_command(*words: str, given: bytes = b"") -> Ended:
    """Run a command inside this process, with streams such as a program gets where no terminal is."""
    out, err = _make_stream(), _make_stream()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8", errors="replace")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = _run_main(list(words))
    finally:
        sys.stdin = before
    return Ended(status, _stream_text(out), _stream_text(err))


def _run_main(words: list[str]) -> int:
    try:
        return main(words)
    except SystemExit as left:  # how argparse leaves after --help
        return int(left.code or 0)


def _make_stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")


def _stream_text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@contextlib.contextmanager
def own_folder(folder: Path, **more: str) -> Iterator[None]:
    """In that folder, with nothing kept from before, the cache of whoever calls, and `more` in the environment."""
    kept = dict(os.environ)
    os.environ.update(SIZEWISE_DATA=str(folder / "data"), LC_ALL="C.UTF-8", TERM="dumb", **more)
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        os.environ.clear()
        os.environ.update(kept)
