"""Rows of CSV, JSON Lines, JSON and Parquet files, numbered as their file counts them. One row at a time is held."""

from __future__ import annotations

import atexit
import csv
import gc
import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

import msgspec

from engine.handover.rightsize.rows import Row
from knowledge.errors import InputError
from tui.cli.rightsize.opened import Opened

Numbered = Iterator[tuple[int, Row | InputError]]
LONGEST: Final = 1_000_000
"""Characters of a row."""
_BATCH: Final = 2_000
_DUCKDB: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "threads": 1,
}
"""No extension comes from a network."""
_ALONE: Final = (
    "SET enable_progress_bar = false",  # it would be written among the results
    "SET allowed_paths = ['$path']",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
"""It reads the one file and nothing else, though it takes a name for a pattern or an address."""
_DELIMITERS: Final = (",", ";", "\t")


class Table(NamedTuple):
    """A head, and the rows below it; of JSON the head is that of its first row."""

    head: tuple[str, ...]
    rows: Numbered


class Cells(NamedTuple):
    """The rows of a CSV file as they are: number and cells."""

    first: tuple[str, ...]
    rest: Iterator[tuple[int, Sequence[str] | InputError]]


def cells_of(opened: Opened) -> Cells:
    """The cells of a CSV file. Raises InputError where it is empty."""
    csv.field_size_limit(LONGEST)
    reader = csv.reader(opened.text(), delimiter=_delimiter(opened.head))
    rows = _cells(reader)
    for _, row in rows:
        if isinstance(row, InputError):
            raise InputError(f"{opened.name}: {row}")
        return Cells(tuple(row), rows)
    raise InputError(f"{opened.name}: there is nothing in it.")


def _cells(reader: Any) -> Iterator[tuple[int, Sequence[str] | InputError]]:  # noqa: ANN401  # the type of a reader has no public name
    """Rows that hold something; one that cannot be read is told in its place."""
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield reader.line_num, InputError(f"row: it cannot be read ({error}).")
            continue
        if any(cell.strip() for cell in row):
            yield reader.line_num, row


def csv_table(cells: Cells) -> Table:
    """The rows of a CSV file by the names of its head."""
    return Table(cells.first, ((number, _named(cells.first, row)) for number, row in cells.rest))


def _named(head: Sequence[str], row: Sequence[str] | InputError) -> Row | InputError:
    if isinstance(row, InputError):
        return row
    if len(row) > len(head):
        return InputError(f"row: it has {len(row)} cells, and the head {len(head)}. Is a comma inside a cell that has no quotes?")
    return dict(zip(head, row, strict=False))


def lines_table(opened: Opened) -> Table:
    """The rows of a JSON Lines file."""
    rows = _lines(opened)
    first = next(rows, None)
    if first is None:
        raise InputError(f"{opened.name}: there is nothing in it.")
    head = tuple(first[1]) if not isinstance(first[1], InputError) else ()
    return Table(head, _again(first, rows))


def _lines(opened: Opened) -> Numbered:
    number = 0
    while line := opened.bytes.readline(LONGEST + 1):
        number += 1
        long = len(line) > LONGEST
        while long and not line.endswith(b"\n") and line:
            line = opened.bytes.readline(LONGEST + 1)
        if long:
            yield number, InputError(f"line: it is longer than the {LONGEST:,} bytes a row may have.")
        elif line.strip():
            yield number, _object(line)


def _object(line: bytes) -> Row | InputError:
    try:
        row = msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return InputError(f"line: this JSON cannot be read ({error}).")
    return row if isinstance(row, dict) else InputError('line: a row is an object such as {"resource": "…", "instance_type": "…"}.')


def listed_table(document: list[Any], name: str) -> Table:
    """The rows of a JSON list."""
    if not document:
        raise InputError(f"{name}: there is nothing in it.")
    wrong = InputError('row: a row is an object such as {"resource": "…", "instance_type": "…"}.')
    head = tuple(document[0]) if isinstance(document[0], dict) else ()
    return Table(head, ((number, row if isinstance(row, dict) else wrong) for number, row in enumerate(document, 1)))


def parquet_table(opened: Opened) -> Table:
    """The rows of a Parquet file, in batches. Raises InputError where DuckDB is not installed or cannot read it."""
    try:
        import duckdb  # noqa: PLC0415  # an extra that only these files need
    except ImportError:
        raise InputError(f"{opened.name}: reading Parquet takes DuckDB. Install sizewise[fleet], or give CSV or JSON Lines.") from None
    if opened.path is None:
        raise InputError("standard input: Parquet is read from a file, not from a stream. Give its name.")
    atexit.register(gc.unfreeze)  # what is frozen at the end counts as lost to DuckDB, which writes so to standard error
    try:
        path = str(opened.path.absolute())
        database = duckdb.connect(config=_DUCKDB)
        for statement in _ALONE:
            database.execute(statement.replace("$path", path.replace("'", "''")))
        found = database.execute("SELECT * FROM read_parquet(?)", [path])
        head = tuple(column[0] for column in found.description or ())
    except duckdb.Error as error:
        raise InputError(f"{opened.name}: this Parquet file cannot be read ({str(error).splitlines()[0]}).") from None
    return Table(head, _batches(found, head))


def _batches(found: Any, head: tuple[str, ...]) -> Numbered:  # noqa: ANN401  # DuckDB loads only where it is used
    number = 0
    while batch := found.fetchmany(_BATCH):
        for row in batch:
            number += 1
            yield number, dict(zip(head, map(_plain, row), strict=True))


def _plain(cell: object) -> object:
    """A cell as other files have it: a decimal number is a number, and one that is none is nothing."""
    if isinstance(cell, Decimal):
        return float(cell)
    return None if isinstance(cell, float) and math.isnan(cell) else cell


def _again(first: tuple[int, Row | InputError], rest: Numbered) -> Numbered:
    yield first
    yield from rest


def _delimiter(head: bytes) -> str:
    """The one that stands most often in the first line."""
    line = head.partition(b"\n")[0].decode("utf-8", "replace")
    return max(_DELIMITERS, key=line.count)
