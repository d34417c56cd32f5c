"""Text from anywhere as text and nothing else: no control characters, no marks of direction, one line."""

from __future__ import annotations


def to_plain_line(text: str) -> str:
    """`text` on one line; what cannot be seen, or would steer what shows it, is a space."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())
