"""A table whose cells wrap, for any width: what does not fit beside the first column goes into a second table below."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

_GAP: Final = 2
_ROOM: Final = 24
"""No column asks for more characters than this while others want room."""
_FIRST: Final = 26


def render_grid(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Lines of a table; the first column names the rows and stands in every part."""
    least = [_longest_word(column) for column in _transpose(heads, rows)]
    shown = [0]
    for index in range(1, len(heads)):
        if len(shown) > 1 and sum(least[one] + _GAP for one in (*shown, index)) - _GAP > width:
            yield from (*_render_part(heads, rows, shown, width), "")
            shown = [0]
        shown.append(index)
    yield from _render_part(heads, rows, shown, width)


def _render_part(heads: Sequence[str], rows: Sequence[Sequence[str]], shown: Sequence[int], width: int) -> Iterator[str]:
    kept = [[heads[index] for index in shown], *([row[index] for index in shown] for row in rows)]
    widths = _share_widths(_transpose(kept[0], kept[1:]), width)
    tall = any(len(cell) > room for row in kept[1:] for cell, room in zip(row, widths, strict=True))
    for number, row in enumerate(kept):
        yield from _render_row(row, widths)
        if number == 0:
            yield (" " * _GAP).join("─" * room for room in widths)
        elif tall and number < len(kept) - 1:
            yield ""


def _render_row(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    wrapped = [textwrap.wrap(cell, room) or [""] for cell, room in zip(row, widths, strict=True)]
    for parts in zip_longest(*wrapped, fillvalue=""):
        yield (" " * _GAP).join(f"{part:<{room}}" for part, room in zip(parts, widths, strict=True)).rstrip()


def _transpose(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[head, *(row[index] for row in rows)] for index, head in enumerate(heads)]


def _longest_word(column: Sequence[str]) -> int:
    """The longest word."""
    return min(max((len(word) for cell in column for word in cell.split()), default=0) or 1, _FIRST)


def _share_widths(columns: Sequence[Sequence[str]], width: int) -> list[int]:
    """Each column as wide as its longest word, then the room that is left, a character at a time, to those that lack most."""
    wanted = [max(1, *map(len, column)) for column in columns]
    given = [min(_longest_word(column), want) for column, want in zip(columns, wanted, strict=True)]
    room = width - sum(given) - _GAP * (len(columns) - 1)
    while room > 0 and any(want > have for want, have in zip(wanted, given, strict=True)):
        needy = max(range(len(columns)), key=lambda index: min(wanted[index] / given[index], _ROOM) if wanted[index] > given[index] else 0)
        given[needy] += 1
        room -= 1
    return given
