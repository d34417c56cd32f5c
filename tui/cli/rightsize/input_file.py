"""Input files as streams of bytes, told apart by their first bytes."""

from __future__ import annotations

import codecs
import errno
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self, cast

import msgspec

from engine.handover.rightsize.fleet_table import find_column
from knowledge.errors import InputError, quote_value
from knowledge.plain_text import refuse_utf_16

_MAX_DOCUMENT_BYTES: Final = 200_000_000
"""Of a document that is read as a whole: JSON, which takes five to six times as much memory. Rows are streamed, however many there are."""
_LONG_DOCUMENT_BYTES: Final = 4_000_000
"""Up to here a list is read at once, and its file closed, since many may be given."""
_HEAD_BYTES: Final = 65_536
_PIECE_BYTES: Final = 1_000_000
_MAX_LINE_BYTES: Final = 4_000_000
"""Bytes of a line of text that are read at once."""
_PARQUET_MAGIC: Final = b"PAR1"


class InputFile:
    """One file or standard input: its name, its bytes, and a look at the first of them."""

    def __init__(self, name: str) -> None:
        """Raises InputError where it cannot be read."""
        self.name = "standard input" if name == "-" else name
        self.path = None if name == "-" else Path(name)
        self.bytes = _open_buffered(name)
        self.head = self.bytes.peek(_HEAD_BYTES)[:_HEAD_BYTES]
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
        """True for a Parquet file, by its first four bytes."""
        return self.head.startswith(_PARQUET_MAGIC)

    @property
    def starts_json(self) -> bool:
        """True if it begins as a JSON document or a line of JSON does."""
        return self.head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")

    @property
    def starts_json_list(self) -> bool:
        """True if it begins as a JSON list does."""
        return self.head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["

    @property
    def is_long(self) -> bool:
        """True where its rows are better read one after the other than at once; a file of any shape may be too large to be read at all."""
        size = self.path.stat().st_size if self.path is not None else _MAX_DOCUMENT_BYTES
        return _LONG_DOCUMENT_BYTES < size <= _MAX_DOCUMENT_BYTES

    @property
    def is_json_lines(self) -> bool:
        """True if its first line is a row of its own, and neither the beginning of a document nor the whole of one."""
        first, _, rest = self.head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
        try:
            row = msgspec.json.decode(first)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        return isinstance(row, dict) and (bool(rest.strip()) or any(find_column(name) for name in row))

    def read_json(self) -> Any:  # noqa: ANN401  # JSON of any shape
        """The whole file as JSON; closes it, since many may be given. Raises InputError with the place of the mistake."""
        is_too_large = self.path is not None and self.path.stat().st_size > _MAX_DOCUMENT_BYTES  # refused before it is read
        data = b"" if is_too_large else self.bytes.read(_MAX_DOCUMENT_BYTES + 1)
        self._close()
        if is_too_large or len(data) > _MAX_DOCUMENT_BYTES:
            raise InputError(f"{self.name}: the document is larger than {_MAX_DOCUMENT_BYTES:,} bytes. Give JSON Lines, CSV or Parquet.")
        try:
            return msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"{self.name}: this JSON cannot be read ({error}).") from None

    def read_text(self) -> Iterator[str]:
        """Its text in pieces; bytes that are no UTF-8 become replacement characters."""
        decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        while data := self.bytes.read(_PIECE_BYTES):
            if text := decoder.decode(data):  # none while a character is not complete
                yield text
        if rest := decoder.decode(b"", final=True):
            yield rest

    def read_lines(self) -> Iterator[str]:
        """Its lines with their ends; bytes that are no UTF-8 become replacement characters, and a line too long is cut."""
        while line := self.bytes.readline(_MAX_LINE_BYTES):
            yield line.decode("utf-8", "replace").removeprefix("\ufeff")
            while len(line) == _MAX_LINE_BYTES and not line.endswith(b"\n"):
                line = self.bytes.readline(_MAX_LINE_BYTES)


def _open_buffered(name: str) -> io.BufferedReader:
    if name == "-":
        return cast("io.BufferedReader", sys.stdin.buffer)
    path = Path(name)
    try:
        if path.is_dir():
            raise InputError(f"file: {quote_value(name)} is a folder. Give a file.")
        return io.BufferedReader(path.open("rb", buffering=0), _HEAD_BYTES)
    except OSError as error:
        many = " Give fewer files at once, or raise the limit: see ulimit -n." if error.errno == errno.EMFILE else ""
        raise InputError(f"file: {quote_value(name)} cannot be read ({error.strerror}).{many}") from None
