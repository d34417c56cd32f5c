"""Property trees as JSON or YAML text in which parameters and attributes stay separate parts."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.handover.template.blueprint import AttributeRef, Base64Text, DataMap, JoinedText, JsonText, Node, Parameter

_PLACEHOLDER: Final = re.compile('(?:\\\\?")?\ue000([0-9]+)\ue001(?:\\\\?")?')
"""A parameter or attribute, between private characters; numbers and lists also replace the quotes around it."""
_PLAIN_SCALAR: Final = re.compile(r"[A-Za-z/$][A-Za-z0-9 _./$*+-]*(?::{1,2}[A-Za-z0-9_./$*+-]+)*")
_YAML_KEYWORDS: Final = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


class TaggedValue(NamedTuple):
    """A YAML value with a tag, such as !Ref."""

    tag: str
    value: object


def render_json(node: Node, *, indent: int | None = 2) -> JoinedText:
    """A tree as JSON."""
    return render_document(node, lambda plain: json.dumps(plain, indent=indent, ensure_ascii=False))


def render_document(node: Node, render: Callable[[Any], str]) -> JoinedText:
    """A tree as `render` writes it, split where a parameter or an attribute stands."""
    references: list[Parameter | AttributeRef] = []
    text = render(_with_placeholders(node, references))
    parts: list[str | Parameter | AttributeRef] = []
    position = 0
    for match in _PLACEHOLDER.finditer(text):
        reference = references[int(match[1])]
        is_unquoted = isinstance(reference, Parameter) and reference.type in ("number", "list")
        start, end = match.span() if is_unquoted else (match.start(1) - 1, match.end(1) + 1)
        parts += (text[position:start], reference)
        position = end
    parts.append(text[position:])
    return JoinedText(tuple(part for part in parts if part != ""))


def _with_placeholders(node: Node, references: list[Parameter | AttributeRef]) -> object:
    """The tree as plain data. Each parameter or attribute is replaced by a placeholder and appended to `references`."""
    if isinstance(node, Parameter | AttributeRef):
        references.append(node)
        return f"\ue000{len(references) - 1}\ue001"
    if isinstance(node, JoinedText):
        return "".join(part if isinstance(part, str) else str(_with_placeholders(_as_text(part), references)) for part in node.parts)
    if isinstance(node, DataMap):
        return _with_placeholders(node.values, references)
    if isinstance(node, JsonText | Base64Text):
        raise TypeError("A document within a document.")
    if isinstance(node, Mapping):
        return {key: _with_placeholders(value, references) for key, value in node.items()}
    if isinstance(node, Sequence) and not isinstance(node, str):
        return [_with_placeholders(value, references) for value in node]
    return node


def _as_text(part: Parameter | AttributeRef) -> Parameter | AttributeRef:
    return dataclasses.replace(part, type="text") if isinstance(part, Parameter) else part


def render_yaml(node: Mapping[str, object]) -> str:
    """A mapping as YAML: plain words without quotes, text of several lines as a block."""
    return "\n".join(_render_mapping(node, 0)) + "\n"


def _render_mapping(node: Mapping[str, object], depth: int) -> Iterator[str]:
    for key, value in node.items():
        yield from _render_entry(f"{'  ' * depth}{_render_scalar(key)}:", value, depth)


def _render_entry(head: str, value: object, depth: int) -> Iterator[str]:
    """`head` is a key with its colon, or the dash of a list item."""
    if isinstance(value, TaggedValue):
        head, value = f"{head} {value.tag}", value.value
    if isinstance(value, Mapping) and value:
        yield head
        yield from _render_mapping(value, depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str) and value:
        yield head
        yield from _render_sequence(value, depth + 1)
    elif isinstance(value, str) and "\n" in value and value == value.strip():
        yield f"{head} |-"
        yield from (f"{'  ' * (depth + 1)}{line}" if line else "" for line in value.split("\n"))
    else:
        yield f"{head} {_render_scalar(value)}"


def _render_sequence(node: Sequence[object], depth: int) -> Iterator[str]:
    margin = "  " * depth
    for item in node:
        if isinstance(item, Mapping) and item:
            first, *rest = _render_mapping(item, depth + 1)
            yield f"{margin}- {first.lstrip()}"
            yield from rest
        else:
            yield from _render_entry(f"{margin}-", item, depth)


def _render_scalar(value: object) -> str:
    if isinstance(value, str) and _PLAIN_SCALAR.fullmatch(value) and value.lower() not in _YAML_KEYWORDS and value == value.strip():
        return value
    return json.dumps(value, ensure_ascii=False)
