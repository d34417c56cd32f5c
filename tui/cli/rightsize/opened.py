"""Files as streams of bytes, and what the first of them say about the rest."""

from __future__ import annotations

import errno
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self, cast

import msgspec

from engine.handover.rightsize.columns import column_named
from knowledge.errors import InputError, shown
from knowledge.plain_text import refuse_utf_16

MOST_BYTES: Final = 200_000_000
"""Of a document that is read as a whole: JSON, which takes five to six times as much memory. Rows are streamed, however many there are."""
_PEEK: Final = 65_536
_LONGEST: Final = 4_000_000
"""Bytes of a line of text that are read at once."""
_PARQUET: Final = b"PAR1"


class Opened:
    """One file: its name, its bytes, and a look at the first of them."""

    def __init__(self, name: str) -> None:
        """Raises InputError where it cannot be read."""
        self.name = "standard input" if name == "-" else name
        self.path = None if name == "-" else Path(name)
        self.bytes = _buffered(name)
        self.head = self.bytes.peek(_PEEK)[:_PEEK]
        try:
            refuse_utf_16(self.head, self.name)
        except InputError:
            self._close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self.path is not None:
            self.bytes.close()

    @property
    def is_parquet(self) -> bool:
        """By its first four bytes."""
        return self.head.startswith(_PARQUET)

    @property
    def starts_json(self) -> bool:
        """Whether it begins as a JSON document or a line of JSON does."""
        return self.head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")

    @property
    def is_lines(self) -> bool:
        """Whether its first line is a row of its own, and not the beginning of a document or the whole of one."""
        first, _, rest = self.head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
        try:
            row = msgspec.json.decode(first)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        return isinstance(row, dict) and (bool(rest.strip()) or any(column_named(name) for name in row))

    def document(self) -> Any:  # noqa: ANN401  # JSON of any shape
        """The whole file as JSON, which is closed then: many may be given. Raises InputError with the place of the mistake."""
        is_larger = self.path is not None and self.path.stat().st_size > MOST_BYTES  # told before it is read
        data = b"" if is_larger else self.bytes.read(MOST_BYTES + 1)
        self._close()
        if is_larger or len(data) > MOST_BYTES:
            raise InputError(f"{self.name}: the document is larger than {MOST_BYTES:,} bytes. Give JSON Lines, CSV or Parquet.")
        try:
            return msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"{self.name}: this JSON cannot be read ({error}).") from None

    def text(self) -> Iterator[str]:
        """Its lines with their ends; bytes that are no UTF-8 become the sign for that; of a line too long comes the beginning."""
        while line := self.bytes.readline(_LONGEST):
            yield line.decode("utf-8", "replace").removeprefix("\ufeff")
            while len(line) == _LONGEST and not line.endswith(b"\n"):
                line = self.bytes.readline(_LONGEST)


def _buffered(name: str) -> io.BufferedReader:
    if name == "-":
        return cast("io.BufferedReader", sys.stdin.buffer)
    path = Path(name)
    try:
        if path.is_dir():
            raise InputError(f"file: {shown(name)} is a folder. Give a file.")
        return io.BufferedReader(path.open("rb", buffering=0), _PEEK)
    except OSError as error:
        many = " Give fewer files at once, or raise the limit: see ulimit -n." if error.errno == errno.EMFILE else ""
        raise InputError(f"file: {shown(name)} cannot be read ({error.strerror}).{many}") from None
