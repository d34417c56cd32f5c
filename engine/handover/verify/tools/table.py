"""A CSV file as rows of cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from knowledge.errors import InputError

_MOST_ROWS: Final = 100_000
_LINE_END: Final = re.compile("\r\n?|\n")
"""What ends a line of a file; Python knows further characters, which may stand in a cell."""


class Table(NamedTuple):
    """The head and the rows below it, each with its line."""

    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    def mappings(self, where: str) -> list[tuple[int, dict[str, str]]]:
        """Line, and column -> cell. Raises InputError for a row of more or fewer cells, whose columns nobody knows."""
        return [(line, under(self.head, cells, f"{where}, line {line}")) for line, cells in self.rows]


def under(head: Sequence[str], cells: Sequence[str], where: str) -> dict[str, str]:
    """The cells of a row by column. Raises InputError where there are more or fewer of them."""
    if len(cells) != len(head):
        raise InputError(f"{where}: it has {len(cells)} cells, and its head has {len(head)}.")
    return dict(zip(head, cells, strict=True))


def table(text: str, where: str) -> Table:
    """The rows of a file; empty lines are left out. Raises InputError for what is no CSV."""
    reader = csv.reader(_LINE_END.split(text), strict=True)
    try:
        rows = [(reader.line_num, tuple(cell.strip() for cell in cells)) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise InputError(f"{where}, line {reader.line_num}: this is no CSV ({error}).") from None
    if not rows or len(rows) > _MOST_ROWS:
        raise InputError(f"{where}: {'it has no rows' if not rows else f'it has more than {_MOST_ROWS:,} rows'}.")
    return Table(rows[0][1], tuple(rows[1:]))
