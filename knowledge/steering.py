"""Characters that steer a terminal: which they are, and how a text that holds them is written so that none does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_STEERING: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Control characters but the end of a line, marks of writing direction, halves of a character, and what never is one: what does more to a
terminal than stand in it."""


def steers(text: str) -> bool:
    """Whether a character of `text` steers. The end of a line does not."""
    return _STEERING.search(text) is not None


def visible(line: str) -> str:
    r"""`line` for people: each character that steers as a programmer would type it, as \x1b or \u202e."""
    return _written(line, lambda found: ascii(found[0])[1:-1])


def escaped(document: str) -> str:
    r"""JSON that reads back the same: each character that steers as its escape, \u202e. YAML too, where what steers is in double quotes."""
    return _written(document, lambda found: f"\\u{ord(found[0]):04x}")


def _written(text: str, escape: Callable[[re.Match[str]], str]) -> str:
    # isprintable tells several times sooner than the pattern, and nothing that steers is printable
    return text if text.isprintable() else _STEERING.sub(escape, text)
