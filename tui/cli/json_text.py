"""JSON as commands print it: safe to show in a terminal."""

from __future__ import annotations

import re
from typing import Final

import msgspec

_STEERING: Final = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters beyond ASCII, and marks of writing direction."""


def json_text(document: object) -> str:
    """One JSON document, indented; dates as ISO 8601."""
    return _escaped(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def json_line(document: object) -> bytes:
    """JSON on one line, UTF-8."""
    return _escaped(msgspec.json.encode(document).decode()).encode()


def _escaped(text: str) -> str:
    """JSON leaves some characters that steer a terminal as they are; they can only stand in strings, where an escape means the same."""
    if text.isprintable():
        return text  # told several times sooner than by the pattern, and nothing that steers is printable
    return _STEERING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
