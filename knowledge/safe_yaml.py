"""Reads one YAML mapping from text that nobody vouches for.

Only plain data gets through: no tags, no anchors or aliases, no duplicate keys, limited depth and size.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import yaml

from knowledge.errors import InputError

try:
    from yaml import CSafeLoader as _Base
except ImportError:  # PyYAML without libyaml: the same, slower
    from yaml import SafeLoader as _Base  # type: ignore[assignment]  # its pure twin

MAX_BYTES = 1_000_000
MAX_DEPTH = 40


class _Loader(_Base):
    """Safe loader that refuses a key given twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002  # PyYAML's signature
        mapping = super().construct_mapping(node, deep)
        if len(mapping) != len(node.value):
            seen: set[object] = set()
            for key, _ in node.value:
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(None, None, f'the key "{key.value}" stands twice', key.start_mark)
                seen.add(key.value)
        return mapping


def decode(data: bytes, name: str) -> str:
    """`data` as text. Raises InputError for what is too large, or is not UTF-8 text."""
    if len(data) > MAX_BYTES:
        raise InputError(f"{name}: {len(data):,} bytes is more than the {MAX_BYTES:,} a file may have.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{name}: this is not UTF-8 text. Give a YAML or JSON file.") from None
    if "\x00" in text:
        raise InputError(f"{name}: this is binary data. Give a YAML or JSON file.")
    return text


def read_mapping(data: bytes, name: str) -> dict[str, Any]:
    """The mapping that `data` holds. Raises InputError naming `name`, the line and the problem."""
    text = decode(data, name)
    try:
        _refuse_more_than_data(text, name)
        value = yaml.load(text, Loader=_Loader)  # noqa: S506  # _Loader is a safe loader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f" line {mark.line + 1}:" if mark else ""
        raise InputError(f"{name}:{line} {error.problem or error.context}.") from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"{name}: this YAML cannot be read: {first}.") from None
    if not isinstance(value, dict):
        found = "nothing" if value is None else type(value).__name__
        raise InputError(f"{name}: expected lines of `name: value`, found {found}.")
    for key in value:
        if not isinstance(key, str):
            raise InputError(f"{name}: the name {key!r} is not text.")
    return value


def line_of(data: bytes, path: tuple[object, ...]) -> int:
    """The line of `path` in a mapping that `read_mapping` accepts; that of the deepest part that exists."""
    node = yaml.compose(data.decode("utf-8-sig"), Loader=_Loader)
    line = 0
    for part in path:
        if isinstance(node, yaml.MappingNode):
            pair = next(((key, value) for key, value in node.value if key.value == str(part)), None)
            if pair is None:
                break
            line, node = pair[0].start_mark.line, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line
        else:
            break
    return int(line) + 1


def _refuse_more_than_data(text: str, name: str) -> None:
    depth = documents = 0
    for event in yaml.parse(text, Loader=_Base):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise InputError(f"{name}: line {line}: anchors and aliases (& and *) are not accepted. Write the value out.")
        if getattr(event, "tag", None):
            raise InputError(f"{name}: line {line}: tags ({event.tag}) are not accepted. Use plain values.")
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise InputError(f"{name}: line {line}: a second document begins here. Give one per file.")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise InputError(f"{name}: line {line}: more than {MAX_DEPTH} levels deep.")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
