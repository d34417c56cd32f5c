"""A compiled cache of the base, so that nobody waits for YAML.

A file is a seal of fixed length, a head and plain JSON sections. The seal says how many bytes follow and their checksum;
the head says from what content they were made. Reading a file can build records and nothing else. One that was cut short
is made again; one whose bytes are not those that were written is refused and moved aside.

The checksum is a CRC-32: it finds damage as well as a longer hash would, and every start waits for it. Neither would stop
somebody who may write the file, and so could write its checksum; that nobody else may is looked at before it is read.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from knowledge.errors import InputError, KnowledgeError

MAGIC: Final = b"sizewise-knowledge-3\n"
"""Names the format. It also is part of the file's name, so that versions of Sizewise do not refuse each other's files."""
LARGEST: Final = 64_000_000
"""Bytes of a file that is read at all; the base has a tenth of them."""
SEAL_LENGTH: Final = len(MAGIC) + 16 + 1 + 8 + 1 + 8 + 1
_SEAL: Final = re.compile(re.escape(MAGIC) + rb"([0-9a-f]{16}) ([0-9a-f]{8}) ([0-9a-f]{8})\n")


_CAREFULLY: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A link is not followed, a pipe not waited for, a line end not translated."""
_UNREADABLE: Final = (msgspec.MsgspecError, KeyError, UnicodeDecodeError, RecursionError)
"""What reading JSON that is not ours may raise."""


Payload = bytes | memoryview
State = Literal["fresh", "touched", "stale", "missing", "unusable"]
"""Made from these very files; from the same content under other times; from other content; not there; no whole private file of ours."""


class PoisonedCacheError(InputError):
    """The cache file holds something Sizewise did not write."""


class Head(msgspec.Struct, frozen=True):
    """What the line after the seal says."""

    signature: str
    """Checksum of names, sizes and times of the inputs: the quick check."""
    content: str
    """Hash over the inputs' names and bytes: the check that counts."""
    sections: dict[str, tuple[int, int]]
    """Section -> start and end among the bytes that follow."""


class Sections:
    """The decoded-on-demand sections of a verified cache."""

    def __init__(self, head: Head, payload: Payload, path: Path | None = None) -> None:
        """`path` is the file they came from; None where they never were on disk."""
        self._head, self._payload, self._path = head, payload, path

    def decode(self, name: str, cls: type[Any]) -> Any:  # noqa: ANN401  # the caller names the type
        """Section `name` as `cls`. Raises PoisonedCacheError where it is missing or its content has another shape."""
        try:
            start, end = self._head.sections[name]
            return msgspec.json.decode(self._payload[start:end], type=cls)
        except _UNREADABLE as error:
            if self._path is None:
                raise
            raise refuse(self._path, f"{name}: {error}") from None


def current(path: Path, roots: Sequence[Path], make: Callable[[], Mapping[str, Any]]) -> Sections:
    """The sections of the cache at `path`, made anew where the files below `roots` are not those it was made from.

    Raises PoisonedCacheError where the cache was changed, KnowledgeError where an input cannot be read, and what `make` raises.
    """
    try:
        return _current(path, roots, make)
    except OSError as error:
        raise KnowledgeError(f"{error.filename}: cannot be read ({error.strerror}).") from None


def file_name(kind: str, data: Path) -> str:
    """The name of the compiled file for the sources of that kind in the folder `data`: one per folder and format."""
    return f"{kind}-{checksum(MAGIC + os.fsencode(data)).decode()}.cache"


def checksum(data: Payload) -> bytes:
    """The CRC-32 of some bytes, as eight hexadecimal digits."""
    return b"%08x" % zlib.crc32(data)


def _current(path: Path, roots: Sequence[Path], make: Callable[[], Mapping[str, Any]]) -> Sections:
    files = inputs(roots)
    signed = signature(files)
    found = read(path)
    if found is not None and found[0].signature == signed:
        return Sections(*found, path)
    content = content_key(files)
    if found is not None and found[0].content == content:
        head = Head(signed, content, found[0].sections)  # new times only: a checkout, a copy, a reinstallation
        write(path, head, found[1])
        return Sections(head, found[1], path)
    head, payload = pack(make(), signed, content)
    write(path, head, payload)
    return Sections(head, payload)


def state(path: Path, roots: Sequence[Path]) -> State:
    """How the cache at `path` stands to the files below `roots`, before `current` is asked for it.

    Raises PoisonedCacheError where it was changed, OSError where an input cannot be read.
    """
    files = inputs(roots)
    found = read(path)
    if found is None:
        return "unusable" if path.exists() else "missing"
    if found[0].signature == signature(files):
        return "fresh"
    return "touched" if found[0].content == content_key(files) else "stale"


def inputs(roots: Sequence[Path]) -> list[str]:
    """Every file that the base is made of, in a fixed order; a root is a folder or a file."""
    return [path for root in roots for path in _files(os.fspath(root))]


def _files(root: str) -> Iterator[str]:
    if not os.path.isdir(root):  # noqa: PTH112  # a thousand Path objects would cost more than reading the cache
        if os.path.isfile(root):  # noqa: PTH113  # the same
            yield root
        return
    with os.scandir(root) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry.path)
        elif entry.name.endswith((".yaml", ".csv", ".py")):
            yield entry.path


def signature(files: Sequence[str]) -> str:
    """The checksum of name, size and time of each file."""
    parts = []
    for path in files:
        status = os.stat(path)  # noqa: PTH116  # see _files
        parts.append(f"{path}\0{status.st_size}\0{status.st_mtime_ns}")
    return checksum(os.fsencode("\n".join(parts))).decode()


def content_key(files: Sequence[str]) -> str:
    """A hash over name and bytes of each file; the name counts because it is the id."""
    import hashlib  # noqa: PLC0415  # 3 ms of every start for what is needed after a change

    whole = hashlib.sha256()
    for path in files:
        whole.update(hashlib.sha256(os.fsencode(path)).digest())
        whole.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return whole.hexdigest()


def pack(records: Mapping[str, Any], signed: str, content: str) -> tuple[Head, bytes]:
    """Head and payload for sections of records."""
    payload, sections = bytearray(), {}
    for name, value in records.items():
        start = len(payload)
        payload += msgspec.json.encode(value, order="deterministic")
        sections[name] = (start, len(payload))
    return Head(signed, content, sections), bytes(payload)


def sealed(head: Head, payload: Payload) -> bytes:
    """The bytes of a file."""
    body = msgspec.json.encode(head) + b"\n" + payload
    claim = b"%016x %s" % (len(body), checksum(body))
    return MAGIC + claim + b" " + checksum(claim) + b"\n" + body


def read(path: Path) -> tuple[Head, Payload] | None:
    """Head and verified payload; None where there is no usable file.

    Raises PoisonedCacheError where the file is complete but not what was written.
    """
    data = _bytes_of(path)
    if data is None or MAGIC.startswith(data) or (data.startswith(MAGIC) and len(data) < SEAL_LENGTH):
        return None  # nothing there, or cut short within the seal
    seal = _SEAL.match(data)
    if seal is None or checksum(seal[1] + b" " + seal[2]) != seal[3]:
        raise refuse(path, "it does not begin as a cache does")
    body = memoryview(data)[SEAL_LENGTH:]  # a view: copies of some MB take longer than their checksum
    if len(body) < int(seal[1], 16):
        return None  # cut short after the seal
    if checksum(body) != seal[2]:
        raise refuse(path, "its bytes were changed")
    end = data.find(b"\n", SEAL_LENGTH)
    end = len(data) if end < 0 else end
    try:
        return msgspec.json.decode(data[SEAL_LENGTH:end], type=Head), memoryview(data)[end + 1 :]
    except _UNREADABLE:
        raise refuse(path, "its head cannot be read") from None


def _bytes_of(path: Path) -> bytes | None:
    """What the file holds; None where it is no plain file of ours, or too large. A pipe or a link is not followed."""
    try:
        handle = os.open(path, os.O_RDONLY | _CAREFULLY)
        with open(handle, "rb") as file:  # noqa: PTH123  # the handle was opened with care
            status = os.fstat(handle)
            return file.read() if _is_ours(status) and status.st_size <= LARGEST else None
    except (OSError, ValueError):
        return None


def write(path: Path, head: Head, payload: Payload) -> None:
    """Put the cache in place in one step; a folder that cannot be written to is no harm."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(8).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFULLY, 0o600)
        with open(handle, "wb") as file:  # noqa: PTH123  # created private, and by nobody else
            file.write(sealed(head, payload))
        scratch.replace(path)
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            scratch.unlink(missing_ok=True)


def refuse(path: Path, why: str) -> PoisonedCacheError:
    """Move a changed cache aside, and the error that says so."""
    aside = path.with_name(f"{path.name}.refused")
    try:
        path.replace(aside)
    except OSError:
        return PoisonedCacheError(f"cache: {path} is not what Sizewise wrote ({why}). Delete it and run the command again.")
    return PoisonedCacheError(f"cache: {path} is not what Sizewise wrote ({why}). It now is {aside.name}; run the command again.")


def _is_ours(status: os.stat_result) -> bool:
    """True for a plain file of this user that nobody else can write to (on systems that tell)."""
    if not stat.S_ISREG(status.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
