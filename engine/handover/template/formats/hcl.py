"""HCL as `terraform fmt` lays it out: arguments of one line aligned, blocks after them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.handover.template.nodes import Given, Json, Keyed, Node, Of

STEP: Final = "  "
_IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_WIDTH: Final = 100


def quoted(text: str) -> str:
    """A text as a literal in which nothing is put in."""
    return json.dumps(text, ensure_ascii=False).replace("${", "$${").replace("%{", "%%{")


def string_of(parts: Sequence[str | Given | Of], expression: Callable[[Given | Of], str]) -> str:
    """Parts as one template; a text of several lines as a here-document."""
    if len(parts) == 1 and not isinstance(parts[0], str):
        return expression(parts[0])
    several = any("\n" in part for part in parts if isinstance(part, str))
    text = "".join(_plain(part, several=several) if isinstance(part, str) else f"${{{expression(part)}}}" for part in parts)
    return f"<<EOT\n{text}\nEOT\n" if several else f'"{text}"'


def _plain(text: str, *, several: bool) -> str:
    return text.replace("${", "$${").replace("%{", "%%{") if several else quoted(text)[1:-1]


class Hcl:
    """Writes bodies; what stands at the ends of trees is written by `leaf`."""

    def __init__(self, leaf: Callable[[Node], str]) -> None:
        """`leaf` gives an expression."""
        self._leaf = leaf

    def body(self, body: Mapping[str, Node], depth: int) -> Iterator[str]:
        """Arguments, then blocks: a mapping is a block, a list of mappings one block each."""
        arguments = [(name, self._value(node, depth)) for name, node in body.items() if not _is_block(node)]
        yield from self.aligned(arguments, depth)
        begun = bool(arguments)
        for name, node in body.items():
            if _is_block(node):
                for one in node if isinstance(node, Sequence) else (node,):
                    yield from ([""] if begun else [])
                    yield f"{STEP * depth}{name} {{"
                    yield from self.body(one, depth + 1)  # type: ignore[arg-type]  # a mapping, as `_is_block` says
                    yield f"{STEP * depth}}}"
                    begun = True

    @staticmethod
    def aligned(arguments: Iterable[tuple[str, str]], depth: int) -> Iterator[str]:
        """Arguments of one line with their signs in one column, then those of several lines."""
        every = list(arguments)
        short = [(name, value) for name, value in every if "\n" not in value]
        width = max((len(name) for name, _ in short), default=0)
        yield from (f"{STEP * depth}{name.ljust(width)} = {value}" for name, value in short)
        yield from (f"{STEP * depth}{name} = {value}".rstrip("\n") for name, value in every if "\n" in value)

    def _value(self, node: Node, depth: int) -> str:
        if isinstance(node, Keyed):
            return self._object(node.values, depth)
        if isinstance(node, Mapping):
            return self._object(node, depth)
        if isinstance(node, Sequence) and not isinstance(node, str):
            return self._list(node, depth)
        return self._end(node, depth)

    def _end(self, node: Node, depth: int) -> str:
        if isinstance(node, Json):
            return f"jsonencode({self._value(node.value, depth)})"
        if isinstance(node, str):
            return quoted(node)
        return json.dumps(node) if isinstance(node, bool | int | float) else self._leaf(node)

    def _list(self, node: Sequence[Node], depth: int) -> str:
        values = [self._value(value, depth + 1) for value in node]
        flat = f"[{', '.join(values)}]"
        if "\n" not in flat and len(flat) < _WIDTH:
            return flat
        inner = "".join(f"{STEP * (depth + 1)}{value},\n" for value in values)
        return f"[\n{inner}{STEP * depth}]"

    def _object(self, node: Mapping[str, Node], depth: int) -> str:
        pairs = [(name if _IDENTIFIER.fullmatch(name) else quoted(name), self._value(value, depth + 1)) for name, value in node.items()]
        return "{\n" + "\n".join(self.aligned(pairs, depth + 1)) + f"\n{STEP * depth}}}"


def _is_block(node: Node) -> bool:
    if isinstance(node, Sequence) and not isinstance(node, str):
        return bool(node) and all(isinstance(value, Mapping) for value in node)
    return isinstance(node, Mapping)
