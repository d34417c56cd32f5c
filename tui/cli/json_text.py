"""JSON as commands print it."""

from __future__ import annotations

import msgspec


def json_text(document: object) -> str:
    """One JSON document, indented; dates as ISO 8601."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()
