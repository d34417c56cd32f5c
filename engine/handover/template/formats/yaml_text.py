"""YAML as people write it: plain words bare, texts of several lines as blocks, the tags of CloudFormation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

_BARE: Final = re.compile(r"[A-Za-z/$][A-Za-z0-9 _./$*+-]*(?::{1,2}[A-Za-z0-9_./$*+-]+)*")
_MEANS_MORE: Final = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


class Tagged(NamedTuple):
    """A value with a tag, such as !Ref."""

    tag: str
    value: object


def yaml_of(node: Mapping[str, object]) -> str:
    """A mapping as YAML."""
    return "\n".join(_mapping(node, 0)) + "\n"


def _mapping(node: Mapping[str, object], depth: int) -> Iterator[str]:
    for key, value in node.items():
        yield from _entry(f"{'  ' * depth}{_scalar(key)}:", value, depth)


def _entry(head: str, value: object, depth: int) -> Iterator[str]:
    """A key, or the dash of a list, with what stands behind and below it."""
    tag = ""
    if isinstance(value, Tagged):
        tag, value = f" {value.tag}", value.value
    if isinstance(value, Mapping) and value:
        yield head + tag
        yield from _mapping(value, depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str) and value:
        yield head + tag
        yield from _sequence(value, depth + 1)
    elif isinstance(value, str) and "\n" in value and value == value.strip():
        yield f"{head}{tag} |-"
        yield from (f"{'  ' * (depth + 1)}{line}" if line else "" for line in value.split("\n"))
    else:
        yield f"{head}{tag} {_scalar(value)}"


def _sequence(node: Sequence[object], depth: int) -> Iterator[str]:
    margin = "  " * depth
    for item in node:
        if isinstance(item, Mapping) and item:
            first, *rest = _mapping(item, depth + 1)
            yield f"{margin}- {first.lstrip()}"
            yield from rest
        else:
            yield from _entry(f"{margin}-", item, depth)


def _scalar(value: object) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value) and value.lower() not in _MEANS_MORE and value == value.strip():
        return value
    return json.dumps(value, ensure_ascii=False)
