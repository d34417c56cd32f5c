"""What a text does in a terminal: the columns that it takes, the characters that steer."""

from __future__ import annotations

import unicodedata

_KINDS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Controls, halves of a character, ends of lines and paragraphs, in the tables of Unicode."""
_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Those of the direction of writing."""


def columns(line: str) -> int:
    """Columns that a terminal needs for a line."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in line)


def steering(text: str, but: str = "\n\t") -> list[str]:
    """Characters of a text that could steer a terminal or turn the direction of a line; those of `but` may."""
    return [one for one in text if one not in but and (unicodedata.category(one) in _KINDS or one in _MARKS)]


def unprintable(text: str) -> set[str]:
    """Characters of a text that no terminal shows, whether they steer or not; a line may end as on Windows, which CSV asks for."""
    return {one for one in text.replace("\r\n", "\n") if not one.isprintable() and one not in "\n\t"}
