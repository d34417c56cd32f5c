"""A grid of characters to draw on."""

from __future__ import annotations

from typing import Final

_PLAIN: Final = {"●○◎": "*o8", "─│┌┐└┘┤┬┴┼·": "-|++++++++.", "█▓▒░▚═": "#%+:&=", "▏▎▍▌▋▊▉": "...####", "✓✗×–…": "vxx-~"}
_ASCII: Final = str.maketrans({glyph: plain for glyphs, plains in _PLAIN.items() for glyph, plain in zip(glyphs, plains, strict=True)})


def as_ascii(line: str) -> str:
    """The same line, of the same length, for a terminal that shows ASCII alone."""
    return line.translate(_ASCII).encode("ascii", "replace").decode()


def cut(text: str, width: int) -> str:
    """At most `width` characters, with an ellipsis where something is lost."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"[:width]


class Canvas:
    """Rows from the top, columns from the left; what lies outside is not drawn."""

    def __init__(self, width: int, height: int) -> None:
        """All blank."""
        self.width, self.height = max(width, 0), max(height, 0)
        self._cells = [[" "] * self.width for _ in range(self.height)]

    def put(self, column: int, row: int, glyph: str) -> None:
        """Draw one character over whatever is there."""
        if 0 <= column < self.width and 0 <= row < self.height:
            self._cells[row][column] = glyph

    def at(self, column: int, row: int) -> str:
        """The character at a place of the grid."""
        return self._cells[row][column]

    def write(self, column: int, row: int, text: str) -> None:
        """Draw a text over whatever is there."""
        for offset, glyph in enumerate(text):
            self.put(column + offset, row, glyph)

    def is_free(self, column: int, row: int, length: int) -> bool:
        """Whether a text of that length fits there and covers nothing, nor touches another one."""
        if column < 0 or column + length > self.width or not 0 <= row < self.height:
            return False
        return all(cell == " " for cell in self._cells[row][max(column - 1, 0) : column + length + 1])

    def place(self, text: str, spots: list[tuple[int, int]]) -> bool:
        """Write the text at the first of the spots (column, row) that is free; False where none is."""
        for column, row in spots:
            if self.is_free(column, row, len(text)):
                self.write(column, row, text)
                return True
        return False

    def lines(self) -> list[str]:
        """The rows as text, without blanks at their ends."""
        return ["".join(row).rstrip() for row in self._cells]
