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

from tests.tables import table
from tui.cli.main import main
from tui.cli.parser import build_parser

CASES: Final[list[dict[str, Any]]] = table(Path(__file__).with_name("commands.yaml"))
APART: Final = frozenset({"catalog refresh", "serve", "mcp"})
"""Commands that talk to somebody by their nature; each has tests of its own."""
_NAME: Final = str.maketrans({"/": "_", "\0": "_"})


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


def leaves(parser: argparse.ArgumentParser | None = None, path: str = "") -> Iterator[str]:
    """Every command that the parser knows and that runs, by its words."""
    parser = parser or build_parser()
    below = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]  # no public way in
    if parser.get_default("run") is not None:
        yield path
    for choices in below:
        for name, one in choices.items():
            yield from leaves(one, f"{path} {name}".strip())


@cache
def known() -> frozenset[str]:
    """All of them."""
    return frozenset(leaves())


def command_of(case: Mapping[str, Any]) -> str:
    """The command of a case by its words; empty for the app."""
    first, second = (*(word for word in case["run"] if not word.startswith("-")), "", "")[:2]
    return next((words for words in (f"{first} {second}", first) if words in known()), "")


def words_of(case: Mapping[str, Any], text: str) -> list[str]:
    """The words of a command line with `text` put in."""
    return [_filled(word, text) for word in case["run"]]


def given_of(case: Mapping[str, Any], text: str) -> bytes:
    """What stands on standard input."""
    return "".join(f"{_filled(line, text)}\n" for line in case.get("given", ())).encode()


def name_of(text: str) -> str:
    """`text` as far as it can be the name of a file."""
    return text.translate(_NAME)[:60]


def _filled(word: str, text: str) -> str:
    return word.replace("$text", text).replace("$name", name_of(text)).replace("$json", json.dumps(text)[1:-1])


def ran(*words: str, given: bytes = b"") -> Ended:
    """Run a command inside this process, with streams such as a program gets where no terminal is."""
    out, err = _stream(), _stream()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8", errors="replace")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = _status(list(words))
    finally:
        sys.stdin = before
    return Ended(status, _written(out), _written(err))


def _status(words: list[str]) -> int:
    try:
        return main(words)
    except SystemExit as left:  # how argparse leaves after --help
        return int(left.code or 0)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@contextlib.contextmanager
def alone(folder: Path, **more: str) -> Iterator[None]:
    """In that folder, with nothing kept from before, the cache of whoever calls, and `more` in the environment."""
    kept = dict(os.environ)
    os.environ.update(SIZEWISE_DATA=str(folder / "data"), LC_ALL="C.UTF-8", TERM="dumb", **more)
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        os.environ.clear()
        os.environ.update(kept)
