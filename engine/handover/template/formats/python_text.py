"""Trees of nodes as Python: on one line where they are short, else one item a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.handover.template.nodes import Given, Keyed, Node, Of

STEP: Final = "    "
_WIDTH: Final = 100


class Python:
    """Writes trees; what stands at their ends is written by `leaf`, and the names of fields by `field`."""

    def __init__(self, leaf: Callable[[Node], str], field: Callable[[str], str] = str) -> None:
        """Keys of a `Keyed` are data and stay as they are."""
        self._leaf, self._field = leaf, field

    def lines(self, head: str, node: Node, depth: int) -> Iterator[str]:
        """A tree behind its head, with a comma at its end."""
        margin, short = STEP * depth, self.short(node)
        if len(head) + len(short) < _WIDTH or not isinstance(node, Keyed | Mapping | list | tuple):
            yield f"{head}{short},"
        elif isinstance(node, Keyed | Mapping):
            yield f"{head}{{"
            for name, value in self._items(node):
                yield from self.lines(f"{margin}{STEP}{json.dumps(name)}: ", value, depth + 1)
            yield f"{margin}}},"
        else:
            yield f"{head}["
            for value in node:
                yield from self.lines(f"{margin}{STEP}", value, depth + 1)
            yield f"{margin}],"

    def short(self, node: Node) -> str:
        """A tree on one line."""
        if isinstance(node, Keyed | Mapping):
            return "{" + ", ".join(f"{json.dumps(name)}: {self.short(value)}" for name, value in self._items(node)) + "}"
        if isinstance(node, Sequence) and not isinstance(node, str):
            return "[" + ", ".join(self.short(value) for value in node) + "]"
        if isinstance(node, str):
            return quoted(node)
        return repr(node) if isinstance(node, bool | int | float) else self._leaf(node)

    def _items(self, node: Keyed | Mapping[str, Node]) -> Iterator[tuple[str, Node]]:
        if isinstance(node, Keyed):
            yield from node.values.items()
        else:
            yield from ((self._field(name), value) for name, value in node.items())


def quoted(text: str) -> str:
    """A text as a literal, over several lines where it has them."""
    if "\n" in text:
        return f'"""{_ended(_within_three(text))}"""'
    return json.dumps(text, ensure_ascii=False)


def formatted(parts: Sequence[str | Given | Of], expression: Callable[[Given | Of], str]) -> str:
    """Parts as one expression: a literal, a bare name, or an f-string."""
    if all(isinstance(part, str) for part in parts):
        return quoted("".join(map(str, parts)))
    if len(parts) == 1 and not isinstance(parts[0], str):
        return expression(parts[0])
    several = any("\n" in part for part in parts if isinstance(part, str))
    text = "".join(_braced(part, several=several) if isinstance(part, str) else f"{{{expression(part)}}}" for part in parts)
    return f'f"""{_ended(text)}"""' if several else f'f"{text}"'


def _braced(text: str, *, several: bool) -> str:
    plain = _within_three(text) if several else json.dumps(text, ensure_ascii=False)[1:-1]
    return plain.replace("{", "{{").replace("}", "}}")


def _ended(text: str) -> str:
    """A text before three quotes: a quote at its end would be taken for one of them."""
    return f'{text[:-1]}\\"' if text.endswith('"') else text


def _within_three(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
