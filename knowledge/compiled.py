"""A compiled cache of the base, so that nobody waits for YAML.

One file of plain JSON sections under a head that says from what content it was made and what its bytes hash to.
Reading it can build records and nothing else. A file that was cut short is made again; one whose bytes are not
those that were written is refused and moved aside.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from knowledge.errors import InputError

MAGIC: Final = b"sizewise-knowledge-1\n"


class PoisonedCacheError(InputError):
    """The cache file holds something Sizewise did not write."""


class Head(msgspec.Struct, frozen=True):
    """What the first line of a cache file says."""

    signature: str
    """Hash over names, sizes and times of the inputs: the quick check."""
    content: str
    """Hash over the inputs' bytes: the check that counts."""
    length: int
    """Bytes that follow the head."""
    digest: str
    """SHA-256 of those bytes."""
    sections: dict[str, tuple[int, int]]
    """Section -> start and end among those bytes."""


class Sections:
    """The decoded-on-demand sections of a verified cache."""

    def __init__(self, head: Head, payload: bytes, path: Path | None = None) -> None:
        """`path` is the file they came from; None where they never were on disk."""
        self._head, self._payload, self._path = head, payload, path

    def decode(self, name: str, cls: type[Any]) -> Any:  # noqa: ANN401  # the caller names the type
        """Section `name` as `cls`. Raises PoisonedCacheError where its content has another shape."""
        start, end = self._head.sections[name]
        try:
            return msgspec.json.decode(self._payload[start:end], type=cls)
        except msgspec.DecodeError as error:
            if self._path is None:
                raise
            raise refuse(self._path, f"{name}: {error}") from None


def inputs(roots: Sequence[Path]) -> list[Path]:
    """Every file that the base is made of, in a fixed order."""
    return [path for root in roots for path in _files(root)]


def _files(root: Path) -> Iterator[Path]:
    if not root.is_dir():
        return
    with os.scandir(root) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(Path(entry.path))
        elif entry.name.endswith((".yaml", ".csv", ".py")):
            yield Path(entry.path)


def signature(files: Sequence[Path]) -> str:
    """A hash over name, size and time of each file."""
    parts = []
    for path in files:
        status = path.stat()
        parts.append(f"{path}\0{status.st_size}\0{status.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def content_key(files: Sequence[Path]) -> str:
    """A hash over the bytes of each file."""
    whole = hashlib.sha256()
    for path in files:
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def pack(records: Mapping[str, Any], signed: str, content: str) -> tuple[Head, bytes]:
    """Head and payload for sections of records."""
    payload, sections = bytearray(), {}
    for name, value in records.items():
        start = len(payload)
        payload += msgspec.json.encode(value, order="deterministic")
        sections[name] = (start, len(payload))
    return Head(signed, content, len(payload), hashlib.sha256(payload).hexdigest(), sections), bytes(payload)


def read(path: Path) -> tuple[Head, bytes] | None:
    """Head and verified payload; None where there is no usable file.

    Raises PoisonedCacheError where the file is complete but not what was written.
    """
    try:
        with path.open("rb") as file:
            if not _is_ours(os.fstat(file.fileno())):
                return None
            data = file.read()
    except OSError:
        return None
    if MAGIC.startswith(data[: len(MAGIC)]) and len(data) <= len(MAGIC):
        return None  # cut short within the first line
    line, newline, payload = data[len(MAGIC) :].partition(b"\n")
    if not data.startswith(MAGIC):
        raise refuse(path, "it does not begin as a cache does")
    if not newline:
        return None  # cut short within the head
    try:
        head = msgspec.json.decode(line, type=Head)
    except msgspec.DecodeError:
        raise refuse(path, "its head cannot be read") from None
    if len(payload) < head.length:
        return None  # cut short within the sections
    if hashlib.sha256(payload).hexdigest() != head.digest:
        raise refuse(path, "its bytes were changed")
    return head, payload


def write(path: Path, head: Head, payload: bytes) -> None:
    """Put the cache in place in one step; a folder that cannot be written to is no harm."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:  # noqa: PTH123  # created private
            file.write(MAGIC + msgspec.json.encode(head) + b"\n" + payload)
        scratch.replace(path)
    except OSError:
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
    """True for a file of this user that nobody else can write to (on systems that tell)."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
