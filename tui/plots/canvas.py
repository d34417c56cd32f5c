"""A grid of characters to draw on."""

from __future__ import annotations


def shorten_text(text: str, width: int) -> str:
    """At most `width` characters, with an ellipsis where text is cut."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"[:width]


class Canvas:
    """A grid of characters: rows from the top, columns from the left. Nothing is drawn outside."""

    def __init__(self, width: int, height: int) -> None:
        """A blank grid."""
        self.width, self.height = max(width, 0), max(height, 0)
        self._cells = [[" "] * self.width for _ in range(self.height)]

    def draw_glyph(self, column: int, row: int, glyph: str) -> None:
        """Draw one character over what is there."""
        if 0 <= column < self.width and 0 <= row < self.height:
            self._cells[row][column] = glyph

    def glyph_at(self, column: int, row: int) -> str:
        """The character of a cell."""
        return self._cells[row][column]

    def write_text(self, column: int, row: int, text: str) -> None:
        """Draw a text over what is there."""
        for offset, glyph in enumerate(text):
            self.draw_glyph(column + offset, row, glyph)

    def is_free(self, column: int, row: int, length: int) -> bool:
        """True if a text of `length` fits there without covering or touching anything."""
        if column < 0 or column + length > self.width or not 0 <= row < self.height:
            return False
        return all(cell == " " for cell in self._cells[row][max(column - 1, 0) : column + length + 1])

    def place_text(self, text: str, spots: list[tuple[int, int]]) -> bool:
        """Write the text at the first free spot (column, row). Returns False if none is free."""
        for column, row in spots:
            if self.is_free(column, row, len(text)):
                self.write_text(column, row, text)
                return True
        return False

    def text_lines(self) -> list[str]:
        """The rows as text, without trailing blanks."""
        return ["".join(row).rstrip() for row in self._cells]
