"""Reads one YAML mapping from untrusted text, and writes YAML that it reads back.

Only plain data gets through: no tags, no anchors or aliases, no duplicate keys, limited depth and size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable
from typing import Any, Final

import yaml
from yaml.constructor import ConstructorError

from knowledge.errors import InputError, quote_value
from knowledge.plain_text import refuse_utf_16

try:
    from yaml import CSafeLoader as _Base
except ImportError:  # PyYAML without libyaml: the same, slower
    from yaml import SafeLoader as _Base  # type: ignore[assignment]  # its pure twin

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
_MAX_DIGITS: Final = 100
"""Longest number in characters; the time to parse one grows with the square of its length."""
_MAX_INTEGER: Final = 2**63 - 1
"""Largest integer that the compiled cache and JSON can hold."""
_CONTROL: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that YAML forbids."""
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""Result of an escape such as \\ud800 in PyYAML's own parser; libyaml refuses it."""
_SURROGATE_PAIR: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
"""A character beyond 16 bits as two JSON escapes (a surrogate pair), which YAML does not know."""
EXPONENT: Final = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+\Z")
"""A number such as 1e-07 or 1.5e16, as JSON writes it. YAML 1.1 takes it for text, so `PlainDumper` quotes such text."""
NUMERIC: Final = list("-+0123456789")
"""First characters of numbers."""


class _Loader(_Base):
    """Safe loader that refuses duplicate keys and keys that are not text, and tells the line of a value it cannot build."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002  # PyYAML's signature
        """The mapping of a node. Raises ConstructorError for a key that is not text or a duplicate."""
        mapping: dict[Hashable, Any] = {}
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise ConstructorError(None, None, f"the name {quote_value(key)} is not text; put it in quotes", key_node.start_mark)
            if key in mapping:
                raise ConstructorError(None, None, f"the key {quote_value(key)} stands twice", key_node.start_mark)
            mapping[key] = self.construct_object(value_node, deep=deep)
        return mapping

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:  # noqa: ANN401, FBT001, FBT002  # PyYAML's signature
        """The value of a node. Raises ConstructorError, with its line, for values that JSON and the compiled cache cannot hold."""
        number = node.tag in {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"}
        if number and len(node.value) > _MAX_DIGITS:
            raise ConstructorError(None, None, f"the number {quote_value(node.value)} is too long", node.start_mark)
        try:
            value = super().construct_object(node, deep)
        except (ValueError, OverflowError):
            what = "number that can be read" if number else "date that exists"
            raise ConstructorError(None, None, f"{quote_value(node.value)} is not a {what}", node.start_mark) from None
        endless = isinstance(value, float) and math.isinf(value) and node.value[-1].isdigit()
        if endless or (isinstance(value, int) and abs(value) > _MAX_INTEGER):
            raise ConstructorError(None, None, f"the number {quote_value(node.value)} is too large", node.start_mark)
        if isinstance(value, str) and not value.isascii() and _LONE_SURROGATE.search(value):
            raise ConstructorError(None, None, f"{quote_value(value)} holds half a character", node.start_mark)
        return value


_Loader.add_implicit_resolver("tag:yaml.org,2002:float", EXPONENT, NUMERIC)
# YAML 1.1 gives a lone `=` a meaning of its own, for which PyYAML has no value: here it is text.
_Loader.add_constructor("tag:yaml.org,2002:value", lambda _, node: str(node.value))


class PlainDumper(yaml.SafeDumper):
    """Writes values out wherever they stand, without anchors, and quotes text that `read_mapping` would take for a number."""

    def ignore_aliases(self, data: object) -> bool:
        """Never refer back."""
        del data
        return True


PlainDumper.add_implicit_resolver("tag:yaml.org,2002:float", EXPONENT, NUMERIC)


def decode_text(data: bytes, name: str) -> str:
    """Decode `data`. Raises InputError if it is too large or not UTF-8 text."""
    if len(data) > MAX_BYTES:
        raise InputError(f"{name}: larger than the {MAX_BYTES:,} bytes a file may have.")
    refuse_utf_16(data, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{name}: this is not UTF-8 text. Give a YAML or JSON file.") from None
    if "\x00" in text:
        raise InputError(f"{name}: this is binary data. Give a YAML or JSON file.")
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise InputError(f"{name}: line {line}: the character {quote_value(found[0])} is not accepted in YAML.")
    return text


def _join_surrogates(text: str) -> str:
    """JSON `text` with surrogate pairs of escapes replaced by the character; other text unchanged."""
    if not text.lstrip().startswith("{"):
        return text
    return _SURROGATE_PAIR.sub(
        lambda match: match[1] + chr(0x10000 + ((int(match[2], 16) & 0x3FF) << 10) + (int(match[3], 16) & 0x3FF)), text
    )


def read_mapping(data: bytes, name: str) -> dict[str, Any]:
    """Read the mapping in `data`. Raises InputError with `name`, the line and the problem."""
    text = _join_surrogates(decode_text(data, name))
    try:
        _refuse_more_than_data(text, name)
        value = yaml.load(text, Loader=_Loader)  # noqa: S506  # _Loader is a safe loader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f" line {mark.line + 1}:" if mark else ""
        raise InputError(f"{name}:{line} {error.problem or error.context}.") from None
    except yaml.YAMLError as error:
        raise InputError(f"{name}: this YAML cannot be read: {str(error).splitlines()[0]}.") from None
    if not isinstance(value, dict):
        found = "nothing" if value is None else type(value).__name__
        raise InputError(f"{name}: expected lines of `name: value`, found {found}.")
    return value


def find_line(data: bytes, path: tuple[object, ...]) -> int:
    """Line number, from 1, of `path` in a mapping that `read_mapping` accepts; of its deepest existing part."""
    node = yaml.compose(_join_surrogates(data.decode("utf-8-sig")), Loader=_Loader)
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
        problem = _beyond_data(event)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                problem = "a second document begins here. Give one per file."
        elif isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                problem = f"more than {MAX_DEPTH} levels deep."
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if problem:
            line = f" line {event.start_mark.line + 1}:" if event.start_mark else ""
            raise InputError(f"{name}:{line} {problem}")


def _beyond_data(event: yaml.Event) -> str | None:
    """Why `event` is more than plain data; None if it is not."""
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        return "anchors and aliases (& and *) are not accepted. Write the value out."
    if tag := getattr(event, "tag", None):
        return f"tags ({quote_value(tag)}) are not accepted. Use plain values."
    if isinstance(event, yaml.ScalarEvent) and event.value == "<<" and event.implicit[0]:
        return "merge keys (<<) are not accepted. Write the values out, or put << in quotes."
    return None
