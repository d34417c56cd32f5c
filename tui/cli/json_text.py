"""JSON as commands print it: safe to show in a terminal."""

from __future__ import annotations

import msgspec

from knowledge.steering import escaped


def json_text(document: object) -> str:
    """One JSON document, indented; dates as ISO 8601."""
    return escaped(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def json_line(document: object) -> bytes:
    """JSON on one line, UTF-8."""
    return escaped(msgspec.json.encode(document).decode()).encode()
