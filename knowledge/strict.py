"""Strict reading: plain data into a record, and each mistake as one line with file, line, field and the nearest valid name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from knowledge.errors import SHOWN_LENGTH, KnowledgeError, shown, suggestion
from knowledge.safe_yaml import line_of

Place = tuple[object, ...]
"""The keys and indices that lead to a value inside a file."""
adapter_of: Final[Callable[[Any], TypeAdapter[Any]]] = cache(TypeAdapter)
"""What holds plain data against a kind of record, made once: to make it takes longer than to read most files."""
MOST_MISTAKES: Final = 20
"""Mistakes of one table that are told; more are mostly one, made in every row."""


def bytes_of(path: Path, name: str) -> bytes:
    """What the file at `path` holds. Raises KnowledgeError, which calls it `name`, where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise KnowledgeError(f"{name}: cannot be read ({error.strerror}).") from None


def validated(adapter: TypeAdapter[Any], raw: object, *, name: str, data: bytes, at: Place = ()) -> Any:  # noqa: ANN401  # the adapter names the type
    """The record that `raw` describes.

    `data` is the whole file called `name`, and `at` the place of `raw` in it. Raises KnowledgeError with a line per mistake.
    """
    try:
        return adapter.validate_python(_tuples(raw), strict=True)
    except ValidationError as error:
        lines = [_explain(name, data, mistake, adapter, at) for mistake in error.errors(include_url=False)]
        raise KnowledgeError(*dict.fromkeys(lines)) from None


def mistake_in_row(where: str, error: ValidationError) -> str:
    """The first mistake of a row of a table, on one line: `where`, the field, what is wrong, what was found."""
    first = error.errors(include_url=False)[0]
    return f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']} (found {first['input']!r})."


def _tuples(node: object) -> object:
    """`node` with lists as tuples, which is what strict records hold."""
    if isinstance(node, dict):
        return {key: _tuples(child) for key, child in node.items()}
    return tuple(_tuples(child) for child in node) if isinstance(node, list) else node


def _explain(name: str, data: bytes, mistake: Mapping[str, Any], adapter: TypeAdapter[Any], at: Place) -> str:
    is_stray = mistake["type"] == "extra_forbidden"
    path = (*at, *_path(mistake["loc"], is_stray=is_stray))
    where = f"{name}:{line_of(data, path)}: {'.'.join(_plain(str(part)) for part in path)}"
    if is_stray:
        return f"{where}: no such field.{suggestion(str(path[-1]), _field_names(adapter))}"
    value = mistake.get("input")
    found = f" (found {shown(value)})" if isinstance(value, (str, int, float)) else ""
    hint = suggestion(value, _expected(mistake)) if isinstance(value, str) else ""
    if mistake["type"] == "date_type":
        hint = " Write one such as 2026-07-20, without quotes."
    message = str(mistake["msg"]).replace("valid tuple", "list").removeprefix("Value error, ").rstrip(".")
    return f"{where}: {message}{found}.{hint}"


def _path(place: Place, *, is_stray: bool) -> Iterator[object]:
    """Where in the file it is: without the names of the types that a value may have, which end in a bracket as only a stray field does."""
    for number, part in enumerate(place, 1):
        if not (isinstance(part, str) and part.endswith("]")) or (is_stray and number == len(place)):
            yield part


def _plain(part: str) -> str:
    """A name as it is, where it is short and steers no terminal; else in quotes."""
    return part if part.isprintable() and len(part) <= SHOWN_LENGTH else shown(part)


def _expected(mistake: Mapping[str, Any]) -> list[str]:
    expected = str(mistake.get("ctx", {}).get("expected", ""))
    return [part.strip(" '") for part in expected.replace(" or ", ", ").split(",") if part.strip(" '")]


def _field_names(adapter: TypeAdapter[Any]) -> Iterator[str]:
    def names(schema: object) -> Iterator[str]:
        """The fields of every object in a JSON schema, however deep."""
        if isinstance(schema, dict):
            yield from schema.get("properties", {})
            for child in schema.values():
                yield from names(child)
        elif isinstance(schema, list):
            for child in schema:
                yield from names(child)

    return names(adapter.json_schema())
