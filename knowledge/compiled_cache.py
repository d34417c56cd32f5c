"""A compiled cache of the base: reading it takes 20 ms, reading the YAML two seconds.

A file is a seal of fixed length, a head and JSON sections. The seal holds the number of bytes that follow and their checksum;
the head identifies the content they were compiled from. Reading a file can only build records, never run code. A truncated file
is compiled again; a file whose bytes were changed is refused and moved aside.

The checksum is a CRC-32: it finds damage as well as a longer hash, and every start waits for it. No checksum would stop
somebody who may write the file, so before reading it is checked that only this user may.
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

from knowledge.atomic_files import remove_leftovers, replace_file
from knowledge.errors import InputError, KnowledgeError

MAGIC: Final = b"sizewise-knowledge-3\n"
"""Identifies the format. Part of the file's name too, so that versions of Sizewise do not refuse each other's files."""
MAX_CACHE_BYTES: Final = 64_000_000
"""Larger files are not read; the base has a tenth of this."""
SEAL_LENGTH: Final = len(MAGIC) + 16 + 1 + 8 + 1 + 8 + 1
_SEAL: Final = re.compile(re.escape(MAGIC) + rb"([0-9a-f]{16}) ([0-9a-f]{8}) ([0-9a-f]{8})\n")


_OPEN_FLAGS: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Follow no link, wait for no pipe, translate no line end."""
_DECODE_ERRORS: Final = (msgspec.MsgspecError, KeyError, UnicodeDecodeError, RecursionError)
"""Errors that decoding untrusted JSON may raise."""


Payload = bytes | memoryview
CacheState = Literal["fresh", "touched", "stale", "missing", "unusable"]
"""Compiled from these files; from the same content with other file times; from other content; no file; not a whole private file."""


class PoisonedCacheError(InputError):
    """The cache file holds bytes that Sizewise did not write."""


class Head(msgspec.Struct, frozen=True):
    """The line after the seal."""

    signature: str
    """Checksum over names, sizes and times of the input files: a quick check."""
    content: str
    """Hash over names and bytes of the input files: the check that decides."""
    sections: dict[str, tuple[int, int]]
    """Section -> start and end among the bytes that follow."""


class Sections:
    """The sections of a verified cache, decoded when asked for."""

    def __init__(self, head: Head, payload: Payload, path: Path | None = None) -> None:
        """`path` is the file they came from; None if they were compiled just now."""
        self._head, self._payload, self._path = head, payload, path

    def decode(self, name: str, cls: type[Any]) -> Any:  # noqa: ANN401  # the caller names the type
        """Decode section `name` as `cls`. Raises PoisonedCacheError if it is missing or has another shape."""
        try:
            start, end = self._head.sections[name]
            return msgspec.json.decode(self._payload[start:end], type=cls)
        except _DECODE_ERRORS as error:
            if self._path is None:
                raise
            raise refuse_cache(self._path, f"{name}: {error}") from None


def load_sections(path: Path, roots: Sequence[Path], make: Callable[[], Mapping[str, Any]]) -> Sections:
    """The sections of the cache at `path`, compiled by `make` if the files below `roots` have changed.

    Raises PoisonedCacheError if somebody else changed the cache, KnowledgeError if an input cannot be read, and whatever `make` raises.
    """
    try:
        return _find_sections(path, roots) or _compile(path, roots, make)
    except OSError as error:
        raise _unreadable_input(error) from None


def _unreadable_input(error: OSError) -> KnowledgeError:
    return KnowledgeError(f"{error.filename}: cannot be read ({error.strerror}).")


def cache_file_name(kind: str, data: Path) -> str:
    """Name of the compiled file of that kind for the folder `data`: one per folder and format."""
    return f"{kind}-{checksum(MAGIC + os.fsencode(data)).decode()}.cache"


def checksum(data: Payload) -> bytes:
    """CRC-32 as eight hexadecimal digits."""
    return b"%08x" % zlib.crc32(data)


def find_sections(path: Path, roots: Sequence[Path]) -> Sections | None:
    """The sections of the cache at `path`; None where they would have to be compiled.

    Raises PoisonedCacheError if somebody else changed the cache, KnowledgeError if an input cannot be read.
    """
    try:
        return _find_sections(path, roots)
    except OSError as error:
        raise _unreadable_input(error) from None


def _find_sections(path: Path, roots: Sequence[Path]) -> Sections | None:
    remove_leftovers(path)
    files = list_inputs(roots)
    signed = input_signature(files)
    found = read_cache(path)
    if found is None:
        return None
    if found[0].signature == signed:
        return Sections(*found, path)
    if found[0].content != content_key(files):
        return None
    head = Head(signed, found[0].content, found[0].sections)  # new times only: a checkout, a copy, a reinstallation
    write_cache(path, head, found[1])
    return Sections(head, found[1], path)


def _compile(path: Path, roots: Sequence[Path], make: Callable[[], Mapping[str, Any]]) -> Sections:
    files = list_inputs(roots)
    signed, content = input_signature(files), content_key(files)  # before they are read: what changes meanwhile is compiled the next time
    head, payload = pack_sections(make(), signed, content)
    write_cache(path, head, payload)
    return Sections(head, payload)


def cache_state(path: Path, roots: Sequence[Path]) -> CacheState:
    """Whether the cache at `path` matches the files below `roots`; compiles nothing.

    Raises PoisonedCacheError if somebody else changed it, OSError if an input cannot be read.
    """
    files = list_inputs(roots)
    found = read_cache(path)
    if found is None:
        return "unusable" if path.exists() else "missing"
    if found[0].signature == input_signature(files):
        return "fresh"
    return "touched" if found[0].content == content_key(files) else "stale"


def list_inputs(roots: Sequence[Path]) -> list[str]:
    """Paths of all input files, in a fixed order; a root is a folder or a file."""
    return [path for root in roots for path in _list_files(os.fspath(root))]


def _list_files(root: str) -> Iterator[str]:
    if not os.path.isdir(root):  # noqa: PTH112  # a thousand Path objects would cost more than reading the cache
        if os.path.isfile(root):  # noqa: PTH113  # the same
            yield root
        return
    with os.scandir(root) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _list_files(entry.path)
        elif entry.name.endswith((".yaml", ".csv", ".py")):
            yield entry.path


def input_signature(files: Sequence[str]) -> str:
    """Checksum over name, size and time of each file."""
    parts = []
    for path in files:
        status = os.stat(path)  # noqa: PTH116  # see _files
        parts.append(f"{path}\0{status.st_size}\0{status.st_mtime_ns}")
    return checksum(os.fsencode("\n".join(parts))).decode()


def content_key(files: Sequence[str]) -> str:
    """Hash over name and bytes of each file; the name counts because it is the id of the record."""
    import hashlib  # noqa: PLC0415  # 3 ms of start-up, needed only after a change

    whole = hashlib.sha256()
    for path in files:
        whole.update(hashlib.sha256(os.fsencode(path)).digest())
        whole.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return whole.hexdigest()


def pack_sections(records: Mapping[str, Any], signed: str, content: str) -> tuple[Head, bytes]:
    """Encode the records of each section: head and payload of a file."""
    payload, sections = bytearray(), {}
    for name, value in records.items():
        start = len(payload)
        payload += msgspec.json.encode(value, order="deterministic")
        sections[name] = (start, len(payload))
    return Head(signed, content, sections), bytes(payload)


def seal_bytes(head: Head, payload: Payload) -> bytes:
    """The whole file: seal, head and payload."""
    body = msgspec.json.encode(head) + b"\n" + payload
    claim = b"%016x %s" % (len(body), checksum(body))
    return MAGIC + claim + b" " + checksum(claim) + b"\n" + body


def read_cache(path: Path) -> tuple[Head, Payload] | None:
    """Head and verified payload; None if there is no usable file.

    Raises PoisonedCacheError if the file is complete but was changed.
    """
    data = _read_private_file(path)
    if data is None or MAGIC.startswith(data) or (data.startswith(MAGIC) and len(data) < SEAL_LENGTH):
        return None  # no file, or truncated within the seal
    seal = _SEAL.match(data)
    if seal is None or checksum(seal[1] + b" " + seal[2]) != seal[3]:
        raise refuse_cache(path, "it does not begin as a cache does")
    body = memoryview(data)[SEAL_LENGTH:]  # a view: copying some MB takes longer than their checksum
    if len(body) < int(seal[1], 16):
        return None  # truncated after the seal
    if checksum(body) != seal[2]:
        raise refuse_cache(path, "its bytes were changed")
    end = data.find(b"\n", SEAL_LENGTH)
    end = len(data) if end < 0 else end
    try:
        return msgspec.json.decode(data[SEAL_LENGTH:end], type=Head), memoryview(data)[end + 1 :]
    except _DECODE_ERRORS:
        raise refuse_cache(path, "its head cannot be read") from None


def _read_private_file(path: Path) -> bytes | None:
    """Bytes of a private regular file of this user; None for anything else, and for a file that is too large."""
    try:
        handle = os.open(path, os.O_RDONLY | _OPEN_FLAGS)
        with open(handle, "rb") as file:  # noqa: PTH123  # the handle was opened with care
            status = os.fstat(handle)
            return file.read() if _is_ours(status) and status.st_size <= MAX_CACHE_BYTES else None
    except (OSError, ValueError):
        return None


def write_cache(path: Path, head: Head, payload: Payload) -> None:
    """Replace the cache file. If the folder cannot be written to, the next start compiles again."""
    with contextlib.suppress(OSError, ValueError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(path, seal_bytes(head, payload))


def refuse_cache(path: Path, why: str) -> PoisonedCacheError:
    """Move a changed cache file aside; returns the error that says so."""
    aside = path.with_name(f"{path.name}.refused")
    try:
        path.replace(aside)
    except OSError:
        return PoisonedCacheError(f"cache: {path} is not what Sizewise wrote ({why}). Delete it and run the command again.")
    return PoisonedCacheError(f"cache: {path} is not what Sizewise wrote ({why}). It now is {aside.name}; run the command again.")


def _is_ours(status: os.stat_result) -> bool:
    """True for a regular file of this user that nobody else can write to (where the system has owners)."""
    if not stat.S_ISREG(status.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
