"""Property trees as Python source: on one line where they are short, else one item a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.handover.template.blueprint import AttributeRef, DataMap, Node, Parameter

INDENT: Final = "    "
_MAX_WIDTH: Final = 100


class PythonWriter:
    """Writes trees. `render_leaf` writes references; `rename_field` converts field names, but not the keys of a `DataMap`."""

    def __init__(self, render_leaf: Callable[[Node], str], rename_field: Callable[[str], str] = str) -> None:
        """Both are called once for every leaf or field."""
        self._render_leaf, self._rename_field = render_leaf, rename_field

    def write_lines(self, head: str, node: Node, depth: int) -> Iterator[str]:
        """Write `head` and the tree, with a comma at its end."""
        margin, line = INDENT * depth, self.render_line(node)
        if len(head) + len(line) < _MAX_WIDTH or not isinstance(node, DataMap | Mapping | list | tuple):
            yield f"{head}{line},"
        elif isinstance(node, DataMap | Mapping):
            yield f"{head}{{"
            for name, value in self._list_items(node):
                yield from self.write_lines(f"{margin}{INDENT}{json.dumps(name)}: ", value, depth + 1)
            yield f"{margin}}},"
        else:
            yield f"{head}["
            for value in node:
                yield from self.write_lines(f"{margin}{INDENT}", value, depth + 1)
            yield f"{margin}],"

    def render_line(self, node: Node) -> str:
        """A tree on one line."""
        if isinstance(node, DataMap | Mapping):
            return "{" + ", ".join(f"{json.dumps(name)}: {self.render_line(value)}" for name, value in self._list_items(node)) + "}"
        if isinstance(node, Sequence) and not isinstance(node, str):
            return "[" + ", ".join(map(self.render_line, node)) + "]"
        if isinstance(node, str):
            return quote_python(node)
        return repr(node) if isinstance(node, bool | int | float) else self._render_leaf(node)

    def _list_items(self, node: DataMap | Mapping[str, Node]) -> list[tuple[str, Node]]:
        if isinstance(node, DataMap):
            return list(node.values.items())
        return [(self._rename_field(name), value) for name, value in node.items()]


def quote_python(text: str) -> str:
    """A text as a literal; text of several lines in triple quotes."""
    if "\n" in text:
        return f'"""{_escape_last_quote(_escape_triple_quoted(text))}"""'
    return json.dumps(text, ensure_ascii=False)


def render_expression(parts: Sequence[str | Parameter | AttributeRef], render_part: Callable[[Parameter | AttributeRef], str]) -> str:
    """Parts as one expression: a literal, a bare name, or an f-string."""
    if all(isinstance(part, str) for part in parts):
        return quote_python("".join(map(str, parts)))
    if len(parts) == 1 and not isinstance(parts[0], str):
        return render_part(parts[0])
    is_long = any("\n" in part for part in parts if isinstance(part, str))
    text = "".join(_escape_braces(part, is_long=is_long) if isinstance(part, str) else f"{{{render_part(part)}}}" for part in parts)
    return f'f"""{_escape_last_quote(text)}"""' if is_long else f'f"{text}"'


def _escape_braces(text: str, *, is_long: bool) -> str:
    plain = _escape_triple_quoted(text) if is_long else json.dumps(text, ensure_ascii=False)[1:-1]
    return plain.replace("{", "{{").replace("}", "}}")


def _escape_last_quote(text: str) -> str:
    """A quote at the end would be taken for one of the three that close the literal."""
    return f'{text[:-1]}\\"' if text.endswith('"') else text


def _escape_triple_quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
