"""Escapes of GIFT: a backslash before each special character."""

from __future__ import annotations

import re
from typing import Final

_SIGNS: Final = "\\~=#{}:"
_ESCAPED: Final = re.compile(r"\\([\\~=#{}:n])")
_STANDS_FOR: Final = re.compile("[\udc00-\udcff]")
_BASE: Final = 0xDC00
"""Start of the surrogates, which no UTF-8 text holds, so that they can stand for escaped characters."""
_FORMAT: Final = re.compile(r"\[(html|moodle|plain|markdown)\]", re.IGNORECASE)
_WEIGHT: Final = re.compile(r"%-?\d{1,3}(\.\d*)?%")
_OUT: Final = str.maketrans({**{sign: f"\\{sign}" for sign in _SIGNS}, "\n": "\\n"})


def escape_gift(text: str) -> str:
    """`text` on one line, special characters escaped."""
    return text.translate(_OUT)


def escape_gift_start(text: str) -> str:
    """The same for a text at whose start Moodle looks for a format name; one that belongs to the text is protected."""
    return f"[plain]{escape_gift(text)}" if _FORMAT.match(text) else escape_gift(text)


def mask_escapes(text: str) -> str:
    """`text` with each escaped character replaced by one that is not special."""
    return _ESCAPED.sub(lambda match: chr(_BASE + ord(match[1])), text)


def unmask_escapes(text: str) -> str:
    """`text` with the characters that `mask_escapes` replaced, stripped."""
    return _STANDS_FOR.sub(lambda match: "\n" if match[0] == chr(_BASE + ord("n")) else chr(ord(match[0]) - _BASE), text.strip())


def split_format(text: str, otherwise: str) -> tuple[str, str]:
    """The format named at the start of a masked text, else `otherwise`; and the rest."""
    found = _FORMAT.match(text.lstrip())
    return (found[1].lower(), text.lstrip()[found.end() :]) if found else (otherwise, text)


def split_weight(text: str) -> tuple[float | None, str]:
    """The percentage at the start of a masked option, None without one; and the rest."""
    found = _WEIGHT.match(text)
    return (float(found[0].strip("%")), text[found.end() :]) if found else (None, text)
