"""Rows of CSV, JSON Lines, JSON and Parquet files, numbered as their file counts them. One row at a time is held."""

from __future__ import annotations

import atexit
import csv
import gc
import itertools
import json
import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

import msgspec

from engine.handover.rightsize.fleet_table import NumberedRow, Row
from knowledge.errors import InputError
from tui.cli.rightsize.input_file import InputFile

_MAX_ROW: Final = 1_000_000
"""Characters of a row."""
_BATCH_ROWS: Final = 2_000
_DUCKDB_CONFIG: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "threads": 1,
}
"""No extension comes from a network."""
_DUCKDB_ISOLATION: Final = (
    "SET enable_progress_bar = false",  # it would be written among the results
    "SET allowed_paths = ['$path']",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
"""It reads the one file and nothing else, though it takes a name for a pattern or an address."""
_DELIMITERS: Final = (",", ";", "\t")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_LOOKED_AHEAD: Final = 1_000
"""Rows of a list that are looked at for the names of its columns."""
_BLANK: Final = re.compile(r"[ \t\r\n]*")
_JSON: Final = json.JSONDecoder(parse_constant=_refuse_constant)
_NOT_AN_OBJECT: Final = 'a row is an object such as {"resource": "…", "instance_type": "…"}.'


class Table(NamedTuple):
    """A head, and the rows below it; of JSON the head is that of its first row."""

    head: tuple[str, ...]
    rows: Iterator[NumberedRow]


class CsvRows(NamedTuple):
    """The rows of a CSV file as they are: number and cells."""

    first: tuple[str, ...]
    rest: Iterator[tuple[int, Sequence[str] | InputError]]


def read_csv(file: InputFile) -> CsvRows:
    """The cells of a CSV file. Raises InputError where it is empty."""
    csv.field_size_limit(_MAX_ROW)
    first_line = file.head.partition(b"\n")[0].decode("utf-8", "replace")
    rows = _iterate_csv(csv.reader(file.read_lines(), delimiter=max(_DELIMITERS, key=first_line.count)))
    _, first = next(rows, (0, None))
    if first is None or isinstance(first, InputError):
        raise InputError(f"{file.name}: {first or 'there is nothing in it.'}")
    return CsvRows(tuple(first), rows)


def _iterate_csv(reader: Any) -> Iterator[tuple[int, Sequence[str] | InputError]]:  # noqa: ANN401  # the type of a reader has no public name
    """Rows that are not empty; in place of one that cannot be read, its error."""
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


def build_csv_table(csv_rows: CsvRows) -> Table:
    """The rows of a CSV file by the names of its head."""
    return Table(csv_rows.first, ((number, _name_cells(csv_rows.first, row)) for number, row in csv_rows.rest))


def _name_cells(head: Sequence[str], row: Sequence[str] | InputError) -> Row | InputError:
    if isinstance(row, InputError):
        return row
    if len(row) > len(head):
        return InputError(f"row: it has {len(row)} cells, and the head {len(head)}. Is a comma inside a cell that has no quotes?")
    return dict(zip(head, row, strict=False))


def read_json_lines(file: InputFile) -> Table:
    """The rows of a JSON Lines file. Raises InputError where it is empty."""
    rows = _iterate_json_lines(file)
    first = next(rows, None)
    if first is None:
        raise InputError(f"{file.name}: there is nothing in it.")
    head = tuple(first[1]) if not isinstance(first[1], InputError) else ()
    return Table(head, itertools.chain([first], rows))


def _iterate_json_lines(file: InputFile) -> Iterator[NumberedRow]:
    number = 0
    while line := file.bytes.readline(_MAX_ROW + 1):
        number += 1
        is_too_long = len(line) > _MAX_ROW
        while is_too_long and not line.endswith(b"\n") and line:
            line = file.bytes.readline(_MAX_ROW + 1)
        if is_too_long:
            yield number, InputError(f"line: it is longer than the {_MAX_ROW:,} bytes a row may have.")
        elif line.strip():
            yield number, _parse_line(line)


def _parse_line(line: bytes) -> Row | InputError:
    try:
        row = msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return InputError(f"line: this JSON cannot be read ({error}).")
    return row if isinstance(row, dict) else InputError(f"line: {_NOT_AN_OBJECT}")


def build_json_table(document: list[Any], name: str) -> Table:
    """The rows of a JSON list. Raises InputError where it is empty."""
    if not document:
        raise InputError(f"{name}: there is nothing in it.")
    error = InputError(f"row: {_NOT_AN_OBJECT}")
    head = tuple(document[0]) if isinstance(document[0], dict) else ()
    return Table(head, ((number, row if isinstance(row, dict) else error) for number, row in enumerate(document, 1)))


def read_json_list(file: InputFile) -> Table:
    """The rows of a JSON list, one at a time. Raises InputError where it is empty, broken at once, or its first rows are all empty."""
    rows = _iterate_json_list(file)
    ahead = list(itertools.islice(rows, _LOOKED_AHEAD))
    if not ahead:
        raise InputError(f"{file.name}: there is nothing in it.")
    if isinstance(ahead[0][1], _BrokenListError):
        raise InputError(f"{file.name}: {ahead[0][1]}")
    head = next((tuple(row) for _, row in ahead if isinstance(row, dict) and row), None)
    if head is None and all(isinstance(row, dict) for _, row in ahead):
        raise InputError(f"{file.name}: its rows are empty, {len(ahead):,} of {len(ahead):,} read; {_NOT_AN_OBJECT}")
    return Table(head or (), itertools.chain(ahead, rows))


class _BrokenListError(InputError):
    """A list whose rest cannot be read."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"row: this JSON cannot be read ({reason}).")


def _iterate_json_list(file: InputFile) -> Iterator[NumberedRow]:
    """The elements of a list of any length; what is broken ends it, with an error in place of a row."""
    pieces = file.read_text()
    text, at, number = next(pieces, "").lstrip()[1:], 0, 0
    error = InputError(f"row: {_NOT_AN_OBJECT}")
    while True:
        at = _skip_blanks(text, at)
        if text.startswith("]", at):
            return
        value, end, problem = _decode_element(text, at)
        if problem:  # perhaps only cut off where the piece ends
            piece = next(pieces, "") if len(text) - at <= _MAX_ROW else ""
            if not piece:
                yield number + 1, _BrokenListError(problem)
                return
            text, at = text[at:] + piece, 0
            continue
        number += 1
        yield number, value if isinstance(value, dict) else error
        at = end + (text[end] == ",")


def _decode_element(text: str, at: int) -> tuple[Any, int, str]:
    """The element that begins at a place, where the comma or the bracket behind it stands, and what is wrong with it; "" if nothing is."""
    try:
        value, end = _JSON.raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        return None, at, "the list does not end" if at >= len(text) else getattr(error, "msg", "") or "nested too deeply, or no number"
    end = _skip_blanks(text, end)
    if end == len(text):
        return None, at, "the list does not end"
    return value, end, "" if text[end] in ",]" else "a comma is missing"


def _skip_blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found is not None else at


def read_parquet(file: InputFile) -> Table:
    """The rows of a Parquet file, in batches. Raises InputError where DuckDB is not installed or cannot read it."""
    try:
        import duckdb  # noqa: PLC0415  # an extra that only these files need
    except ImportError:
        raise InputError(f"{file.name}: reading Parquet takes DuckDB. Install sizewise[fleet], or give CSV or JSON Lines.") from None
    if file.path is None:
        raise InputError("standard input: Parquet is read from a file, not from a stream. Give its name.")
    atexit.register(gc.unfreeze)  # what is frozen at the end counts as lost to DuckDB, which writes so to standard error
    try:
        path = str(file.path.absolute())
        database = duckdb.connect(config=_DUCKDB_CONFIG)
        for statement in _DUCKDB_ISOLATION:
            database.execute(statement.replace("$path", path.replace("'", "''")))
        result = database.execute("SELECT * FROM read_parquet(?)", [path])
        head = tuple(column[0] for column in result.description or ())
    except duckdb.Error as error:
        raise InputError(f"{file.name}: this Parquet file cannot be read ({str(error).splitlines()[0]}).") from None
    return Table(head, enumerate(_iterate_parquet(result, head), 1))


def _iterate_parquet(result: Any, head: tuple[str, ...]) -> Iterator[Row]:  # noqa: ANN401  # DuckDB loads only where it is used
    while batch := result.fetchmany(_BATCH_ROWS):
        for row in batch:
            yield dict(zip(head, map(_normalize_cell, row), strict=True))


def _normalize_cell(cell: object) -> object:
    """A cell as other files have it: a decimal becomes a float, and NaN an empty cell."""
    if isinstance(cell, Decimal):
        return float(cell)
    return None if isinstance(cell, float) and math.isnan(cell) else cell
