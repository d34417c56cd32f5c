"""Documents inside a template, as text in which what the person or another resource gives still stands apart."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.handover.template.nodes import Encoded, Given, Joined, Json, Keyed, Node, Of

_LEFT_OPEN: Final = re.compile('(?:\\\\?")?\ue000([0-9]+)\ue001(?:\\\\?")?')
"""Private characters mark a place that is left open; numbers and lists go without the quotes around it."""


def json_of(node: Node, *, indent: int | None = 2) -> Joined:
    """A tree as JSON."""
    return opened(node, lambda plain: json.dumps(plain, indent=indent, ensure_ascii=False))


def opened(node: Node, written: Callable[[Any], str]) -> Joined:
    """A tree as `written` puts it, cut where something is left open. A list of which a text is made is cut as text."""
    left: list[Given | Of] = []
    text = written(_plain(node, left))
    parts: list[str | Given | Of] = []
    at = 0
    for found in _LEFT_OPEN.finditer(text):
        part = left[int(found[1])]
        bare = isinstance(part, Given) and part.holds in ("number", "list")
        start, end = found.span() if bare else (found.start(1) - 1, found.end(1) + 1)
        parts += (text[at:start], part)
        at = end
    parts.append(text[at:])
    return Joined(tuple(part for part in parts if part != ""))


def _plain(node: Node, left: list[Given | Of]) -> object:
    """The tree as plain data, each place that is left open as a mark."""
    if isinstance(node, Given | Of):
        left.append(node)
        return f"\ue000{len(left) - 1}\ue001"
    if isinstance(node, Joined):
        return "".join(part if isinstance(part, str) else str(_plain(_as_text(part), left)) for part in node.parts)
    if isinstance(node, Keyed):
        return _plain(node.values, left)
    if isinstance(node, Json | Encoded):
        raise TypeError("A document within a document.")
    if isinstance(node, Mapping):
        return {key: _plain(value, left) for key, value in node.items()}
    if isinstance(node, Sequence) and not isinstance(node, str):
        return [_plain(value, left) for value in node]
    return node


def _as_text(part: Given | Of) -> Given | Of:
    return dataclasses.replace(part, holds="text") if isinstance(part, Given) else part
