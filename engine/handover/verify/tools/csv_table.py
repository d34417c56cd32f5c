"""A CSV file as rows of cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from knowledge.errors import InputError

_MAX_ROWS: Final = 100_000
_LINE_END: Final = re.compile("\r\n?|\n")
"""Ends of lines; Python splits at further characters, which may stand in a cell."""


class CsvTable(NamedTuple):
    """The head and the rows below it, each with its line."""

    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    def named_rows(self, where: str) -> list[tuple[int, dict[str, str]]]:
        """Each row as its line and a mapping of column to cell. Raises InputError for a row of more or fewer cells."""
        return [(line, name_cells(self.head, cells, f"{where}, line {line}")) for line, cells in self.rows]


def name_cells(head: Sequence[str], cells: Sequence[str], where: str) -> dict[str, str]:
    """The cells of a row by column. Raises InputError where there are more or fewer of them."""
    if len(cells) != len(head):
        raise InputError(f"{where}: it has {len(cells)} cells, and its head has {len(head)}.")
    return dict(zip(head, cells, strict=True))


def parse_csv(text: str, where: str) -> CsvTable:
    """The rows of a file; empty lines are left out. Raises InputError for what is no CSV."""
    reader = csv.reader(_LINE_END.split(text), strict=True)
    try:
        rows = [(reader.line_num, tuple(cell.strip() for cell in cells)) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise InputError(f"{where}, line {reader.line_num}: this is no CSV ({error}).") from None
    if not rows or len(rows) > _MAX_ROWS:
        raise InputError(f"{where}: {'it has no rows' if not rows else f'it has more than {_MAX_ROWS:,} rows'}.")
    return CsvTable(rows[0][1], tuple(rows[1:]))
