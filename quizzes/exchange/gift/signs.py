"""The signs of GIFT inside texts: a backslash before each on the way out, the sign itself on the way in."""

from __future__ import annotations

import re
from typing import Final

_SIGNS: Final = "\\~=#{}:"
_ESCAPED: Final = re.compile(r"\\([\\~=#{}:n])")
_STANDS_FOR: Final = re.compile("[\udc00-\udcff]")
_BASE: Final = 0xDC00
"""Halves of characters, which no text that was read as UTF-8 holds, so that they can stand for escaped signs."""
_FORMAT: Final = re.compile(r"\[(html|moodle|plain|markdown)\]", re.IGNORECASE)
_WEIGHT: Final = re.compile(r"%-?\d{1,3}(\.\d*)?%")
_OUT: Final = str.maketrans({**{sign: f"\\{sign}" for sign in _SIGNS}, "\n": "\\n"})


def escaped(text: str) -> str:
    """`text` on one line, its signs escaped."""
    return text.translate(_OUT)


def escaped_first(text: str) -> str:
    """The same where Moodle looks for the name of a format at the start: one that belongs to the text is kept from it."""
    return f"[plain]{escaped(text)}" if _FORMAT.match(text) else escaped(text)


def masked(text: str) -> str:
    """`text` with each escaped sign as one character that is no sign."""
    return _ESCAPED.sub(lambda match: chr(_BASE + ord(match[1])), text)


def unmasked(text: str) -> str:
    """`text` with the signs that `masked` hid, without the space around it."""
    return _STANDS_FOR.sub(lambda match: "\n" if match[0] == chr(_BASE + ord("n")) else chr(ord(match[0]) - _BASE), text.strip())


def format_of(text: str, otherwise: str) -> tuple[str, str]:
    """The format that a masked text names at its start, else `otherwise`; and the rest."""
    found = _FORMAT.match(text.lstrip())
    return (found[1].lower(), text.lstrip()[found.end() :]) if found else (otherwise, text)


def weight_of(text: str) -> tuple[float | None, str]:
    """The share of the marks, in percent, that a masked option begins with, None for none; and the rest."""
    found = _WEIGHT.match(text)
    return (float(found[0].strip("%")), text[found.end() :]) if found else (None, text)
