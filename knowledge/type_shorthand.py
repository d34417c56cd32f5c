"""Instance types as people shorten them, "ml.g5.2xl", "g5 2xl", "p5.48", "m5 large", written out: "g5.2xlarge"."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import partial
from typing import Final

_FAMILY: Final = r"(?<![\w.-])(?:ml\.)?(?P<family>[a-z]{1,3}\d{1,2}[a-z]{0,4}(?:[- ][a-z]{1,4}\d{2,3}|-(?!metal)[a-z0-9]{2,8})?)"
_SHORT: Final = re.compile(_FAMILY + r"[ ._-](?P<count>\d{0,3})[ -]?x(?:l|large|lrage|larg)?(?![\w.])", re.IGNORECASE)
"""A size with an x in it: "2xl", "24x", "xl", "4 xlarge"."""
_BARE: Final = re.compile(_FAMILY + r"\.(?P<count>\d{1,3})(?![\w.])", re.IGNORECASE)
"""A size of which only the number is left, after a dot: "p5.48"."""
_WORD: Final = re.compile(
    _FAMILY + r"[ _-](?P<size>nano|micro|small|medium|large)(?=\s*(?:$|[?!,;]|vs\b|or\b|and\b|price\b|cost\b|specs?\b))", re.IGNORECASE
)
"""A size in a word, where a blank stands for the dot, and nothing follows that it could belong to: "m5 large", not "m5 large model"."""


def spell_out_types(text: str, types: Container[str]) -> str:
    """The text with each shortened instance type that exists in full; others stay as they are."""
    for pattern in (_SHORT, _BARE):
        text = pattern.sub(partial(_spell_out, types=types), text)
    return _WORD.sub(partial(_spell_out, types=types), text)


def _spell_out(match: re.Match[str], types: Container[str]) -> str:
    """The type a shorthand stands for; the shorthand itself where there is no such type."""
    parts = match.groupdict()
    count = parts.get("count") or ""
    size = (parts.get("size") or f"{'' if count == '1' else count}xlarge").lower()
    name = f"{parts['family'].lower().replace(' ', '-')}.{size}"
    return name if name in types else match[0]
