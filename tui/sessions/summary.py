"""Summaries of sessions for a list, read from the head and the last line of each file."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import Final

import msgspec

from knowledge.errors import InputError
from tui.sessions.reader import DECODE_ERRORS, decode_head, decode_step
from tui.sessions.records import VERSION
from tui.sessions.session_file import open_plain_file, read_at

_HEAD_BYTES: Final = 512
_TAIL_BYTES: Final = 8192


class SessionSummary(msgspec.Struct, frozen=True):
    """One session in a list."""

    id: str
    name: str
    created: dt.datetime
    used: dt.datetime
    """Time of the last line."""
    answers: int
    """Number of answered facts."""
    problem: str = ""
    """Why the session cannot be opened; "" if it can. The other fields are then as far as known."""


class _LastLine(msgspec.Struct):
    """The fields of the last line that a list needs."""

    v: int
    time: dt.datetime
    name: str = ""
    answers: int = 0


def summarize_session(path: Path) -> SessionSummary | None:
    """The summary of a file; None without an answer. An unreadable file gets a `problem`. Raises OSError."""
    try:
        handle = open_plain_file(path, os.O_RDONLY)
    except InputError as error:
        return _problem_summary(path, str(error))
    try:
        return _summarize_handle(handle, path)
    except InputError as error:
        return _problem_summary(path, str(error))
    finally:
        os.close(handle)


def _summarize_handle(handle: int, path: Path) -> SessionSummary | None:
    head = decode_head(read_at(handle, 0, _HEAD_BYTES), path.stem)
    if head is None:
        return None
    last = _read_last_line(handle, os.fstat(handle).st_size, path.stem)
    return SessionSummary(path.stem, last.name, head.created, last.time, last.answers) if last is not None else None


def _read_last_line(handle: int, size: int, identity: str) -> _LastLine | None:
    """The last complete line; None if that is the head. Reads as far back as needed."""
    length = _TAIL_BYTES
    while True:
        tail = read_at(handle, max(size - length, 0), min(length, size))
        *lines, cut = tail.split(b"\n")
        whole = lines if length >= size else lines[1:]
        if cut and (found := _decode_last_line(cut)) is not None:
            return found
        if whole:
            break
        length *= 2
    if len(whole) == 1 and length >= size:
        return None
    found = _decode_last_line(whole[-1])
    if found is None or found.v > VERSION:
        decode_step(whole[-1], identity)  # raises for one of a newer Sizewise
        raise InputError(f"session: the last line of {identity} is damaged.")
    return found


def _decode_last_line(line: bytes) -> _LastLine | None:
    try:
        return msgspec.json.decode(line, type=_LastLine)
    except DECODE_ERRORS:
        return None


def _problem_summary(path: Path, problem: str) -> SessionSummary:
    """A summary from the name and the time of the file. Raises OSError."""
    status = path.lstat()
    used = dt.datetime.fromtimestamp(status.st_mtime, dt.UTC)
    try:
        created = dt.datetime.strptime(path.stem[:15], "%Y%m%d-%H%M%S").replace(tzinfo=dt.UTC)
    except ValueError:
        created = used
    return SessionSummary(path.stem, "", created, used, 0, problem)
