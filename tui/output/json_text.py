"""JSON as commands print it: safe to show in a terminal."""

from __future__ import annotations

import msgspec

from knowledge.control_characters import escape_controls


def render_json(document: object) -> str:
    """One JSON document, indented; dates as ISO 8601."""
    return escape_controls(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def encode_json_line(document: object) -> bytes:
    """JSON on one line, UTF-8."""
    return escape_controls(msgspec.json.encode(document).decode()).encode()
