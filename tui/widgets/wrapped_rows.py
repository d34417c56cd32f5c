"""Breaks what is typed into rows of a width: which characters stand in which row, and where the cursor is."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size


class Row(NamedTuple):
    """Characters from `start` up to `end` of the text; a line break between two rows belongs to neither."""

    start: int
    end: int


def wrap_rows(text: str, width: int) -> list[Row]:
    """The rows of a text, at least one: broken at line breaks and behind spaces, and within words longer than `width` cells."""
    rows: list[Row] = []
    start = 0
    for line in text.split("\n"):
        rows += _wrap_line(text, Row(start, start + len(line)), max(width, 1))
        start += len(line) + 1
    return rows


def _wrap_line(text: str, line: Row, width: int) -> list[Row]:
    if line.end - line.start <= width and cell_len(text[line.start : line.end]) <= width:
        return [line]
    rows, start, used, after_space = [], line.start, 0, line.start
    for at in range(line.start, line.end):
        size = get_character_cell_size(text[at])
        while used + size > width and at > start and text[at] != " ":  # a space stays behind its word, even where it sticks out
            cut = after_space if after_space > start else at
            rows.append(Row(start, cut))
            start, used = cut, cell_len(text[cut:at])
        used += size
        if text[at] == " ":
            after_space = at + 1
    return [*rows, Row(start, line.end)]


def row_of(rows: list[Row], position: int) -> int:
    """The index of the row in which a cursor at this character stands."""
    return max((at for at, row in enumerate(rows) if row.start <= position), default=0)


def cells_before(text: str, row: Row, position: int) -> int:
    """Cells between the beginning of a row and a character in it."""
    return cell_len(text[row.start : position])


def position_in(text: str, row: Row, cells: int, *, is_last: bool) -> int:
    """The character of a row at so many cells; its end where it is shorter, before its last character where the next row begins at once."""
    used = 0
    for at in range(row.start, row.end):
        used += get_character_cell_size(text[at])
        if used > cells:
            return at
    breaks_behind = is_last or text[row.end : row.end + 1] == "\n"
    return row.end if breaks_behind or row.end == row.start else row.end - 1
