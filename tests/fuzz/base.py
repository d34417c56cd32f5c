"""What targets share: the base, and what is asked of every refusal."""

from __future__ import annotations

import functools
import re
import tempfile
from pathlib import Path
from typing import Final

from engine.dialogue import Desk
from knowledge import Knowledge, load
from knowledge.errors import InputError

_FIELD: Final = re.compile(r"[\w\"'-]")
_LONGEST: Final = 1_000
_STEERING: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@functools.cache
def base() -> Knowledge:
    """The base, once for a process."""
    return load()


@functools.cache
def desk() -> Desk:
    """What conversations are held over."""
    return Desk(base())


def scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that goes again, in memory where there is one: a search writes thousands."""
    memory = Path("/dev/shm")  # noqa: S108  # a folder of its own is made in it
    return tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)


def check_refusal(error: InputError, begins: str = "") -> None:
    """A refusal is a line for each mistake: it says where or what, is short, and nothing in it steers a terminal."""
    lines = str(error).split("\n")
    assert lines
    for line in lines:
        assert line.startswith(begins), (line, begins)
        named, colon, told = line.removeprefix(begins).partition(": ")
        assert (colon and _FIELD.match(named)) or begins, line
        assert told or named.strip(), line
        assert len(line) < _LONGEST, line
        assert not _STEERING.search(line), ascii(line)
