"""Plain text tables: names to the left, numbers on their decimal points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

WIDTH: Final = 80
"""Characters of a line."""
GAP: Final = "  "


class Column(Struct, frozen=True):
    """A column with its head, a unit below it, and its cells."""

    name: str
    head: str
    unit: str
    cells: Sequence[str]
    numeric: bool

    @property
    def lines(self) -> list[str]:
        """Head, unit and cells, all of one width."""
        cells = align_decimal_points(self.cells) if self.numeric else list(self.cells)
        width = max(map(len, (self.head, self.unit, *cells)))
        return [line.rjust(width) if self.numeric else line.ljust(width) for line in (self.head, self.unit, *cells)]


def align_decimal_points(cells: Sequence[str]) -> list[str]:
    """Numbers padded to the right so that their decimal points meet; words are left alone."""
    behind = max((len(cell.partition(".")[2]) for cell in cells), default=0)
    if not behind:
        return list(cells)
    return [cell + " " * (behind - len(fraction) + (not point)) for cell in cells for _, point, fraction in [cell.partition(".")]]


def render_table(columns: Sequence[Column]) -> list[str]:
    """The lines of a table: heads, units, rows."""
    return [GAP.join(cells).rstrip() for cells in zip(*(column.lines for column in columns), strict=True)]


def fit_columns(columns: Sequence[Column], dispensable: Sequence[str], width: int = WIDTH) -> list[Column]:
    """The columns that fit into `width`; those in `dispensable` go first, in that order, then from the right. The first stays."""
    kept = list(columns)
    order = [*dispensable, *(column.name for column in reversed(columns[1:]))]
    for name in order:
        if sum(len(column.lines[0]) for column in kept) + len(GAP) * (len(kept) - 1) <= width:
            break
        kept = [column for column in kept if column.name != name]
    return kept
