"""Characters that would change a terminal instead of being printed, and two ways to escape them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_CONTROLS: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Control characters except the line feed, marks of writing direction, lone surrogates and noncharacters."""


def has_control_characters(text: str) -> bool:
    """True if `text` holds a control character other than a line feed."""
    return _CONTROLS.search(text) is not None


def show_controls(line: str) -> str:
    r"""`line` with each control character as a Python escape such as \x1b or \u202e, for people to read."""
    return _replace_controls(line, lambda found: ascii(found[0])[1:-1])


def escape_controls(document: str) -> str:
    r"""JSON that reads back the same, with each control character as an escape such as \u202e. Also right for YAML in double quotes."""
    return _replace_controls(document, lambda found: f"\\u{ord(found[0]):04x}")


def _replace_controls(text: str, escape: Callable[[re.Match[str]], str]) -> str:
    # isprintable is several times faster than the pattern, and no control character is printable
    return text if text.isprintable() else _CONTROLS.sub(escape, text)
