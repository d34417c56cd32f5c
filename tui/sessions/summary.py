"""A session in a list. Read from both ends of its file: the head, and the last line, which carries the name and the count."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import Final

import msgspec

from knowledge.errors import InputError
from tui.sessions.files import open_plain, read_at
from tui.sessions.line import VERSION
from tui.sessions.reading import UNREADABLE, head_of, step_of

_HEAD_BYTES: Final = 512
_TAIL_BYTES: Final = 8192


class Summary(msgspec.Struct, frozen=True):
    """One session."""

    id: str
    name: str
    created: dt.datetime
    used: dt.datetime
    """When the last line was written."""
    answers: int
    """Facts dealt with."""
    problem: str = ""
    """One line where it cannot be opened as it is; name, times and answers are then those that can be told."""


class _Last(msgspec.Struct):
    """What a list needs of the last line; the rest is not built."""

    v: int
    time: dt.datetime
    name: str = ""
    answers: int = 0


def summary(path: Path) -> Summary | None:
    """The session of a file; None where it holds no answer yet. A file that cannot be read has its problem told. Raises OSError."""
    try:
        handle = open_plain(path, os.O_RDONLY)
    except InputError as error:
        return _problem(path, str(error))
    try:
        return _summary(handle, path)
    except InputError as error:
        return _problem(path, str(error))
    finally:
        os.close(handle)


def _summary(handle: int, path: Path) -> Summary | None:
    head = head_of(read_at(handle, 0, _HEAD_BYTES), path.stem)
    if head is None:
        return None
    last = _last(handle, os.fstat(handle).st_size, path.stem)
    return Summary(path.stem, last.name, head.created, last.time, last.answers) if last is not None else None


def _last(handle: int, size: int, identity: str) -> _Last | None:
    """The last line that was written whole; None where that is the head. Reads as far back as it has to."""
    length = _TAIL_BYTES
    while True:
        tail = read_at(handle, max(size - length, 0), min(length, size))
        *lines, cut = tail.split(b"\n")
        whole = lines if length >= size else lines[1:]
        if cut and (found := _decoded(cut)) is not None:
            return found
        if whole:
            break
        length *= 2
    if len(whole) == 1 and length >= size:
        return None
    found = _decoded(whole[-1])
    if found is None or found.v > VERSION:
        step_of(whole[-1], identity)  # a newer one says so
        raise InputError(f"session: the last line of {identity} is damaged.")
    return found


def _decoded(line: bytes) -> _Last | None:
    try:
        return msgspec.json.decode(line, type=_Last)
    except UNREADABLE:
        return None


def _problem(path: Path, problem: str) -> Summary:
    """What the name and the time of the file tell. Raises OSError."""
    status = path.lstat()
    used = dt.datetime.fromtimestamp(status.st_mtime, dt.UTC)
    try:
        created = dt.datetime.strptime(path.stem[:15], "%Y%m%d-%H%M%S").replace(tzinfo=dt.UTC)
    except ValueError:
        created = used
    return Summary(path.stem, "", created, used, 0, problem)
