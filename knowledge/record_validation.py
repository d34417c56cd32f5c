"""Validates plain data as a record. Each mistake becomes one line with file, line, field and the nearest valid name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from knowledge.errors import MAX_QUOTED_LENGTH, KnowledgeError, quote_value, suggest_name
from knowledge.safe_yaml import find_line

Place = tuple[object, ...]
"""The keys and indices that lead to a value inside a file."""
adapter_of: Final[Callable[[Any], TypeAdapter[Any]]] = cache(TypeAdapter)
"""Validator of a record class, cached because building one takes longer than reading most files."""
MAX_MISTAKES: Final = 20
"""At most so many mistakes of a table are reported; more are usually one mistake repeated in every row."""


def read_bytes(path: Path, name: str) -> bytes:
    """Content of the file at `path`. Raises KnowledgeError, with `name` for the file, if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise KnowledgeError(f"{name}: cannot be read ({error.strerror}).") from None


def validate_record(adapter: TypeAdapter[Any], raw: object, *, name: str, data: bytes, at: Place = ()) -> Any:  # noqa: ANN401  # the adapter names the type
    """Validate `raw` and return the record.

    `data` is the content of the file `name`, and `at` the path of `raw` within it; both serve the messages. Raises KnowledgeError.
    """
    try:
        return adapter.validate_python(_lists_to_tuples(raw), strict=True)
    except ValidationError as error:
        lines = [_explain_mistake(name, data, mistake, adapter, at) for mistake in error.errors(include_url=False)]
        raise KnowledgeError(*dict.fromkeys(lines)) from None


def describe_row_mistake(where: str, error: ValidationError) -> str:
    """The first mistake of a table row on one line: `where`, the field, the problem, the value."""
    first = error.errors(include_url=False)[0]
    return f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']} (found {first['input']!r})."


def _lists_to_tuples(node: object) -> object:
    """`node` with tuples instead of lists, as records have them."""
    if isinstance(node, dict):
        return {key: _lists_to_tuples(child) for key, child in node.items()}
    return tuple(_lists_to_tuples(child) for child in node) if isinstance(node, list) else node


def _explain_mistake(name: str, data: bytes, mistake: Mapping[str, Any], adapter: TypeAdapter[Any], at: Place) -> str:
    is_stray = mistake["type"] == "extra_forbidden"
    path = (*at, *_field_path(mistake["loc"], is_stray=is_stray))
    where = f"{name}:{find_line(data, path)}: {'.'.join(_plain_name(str(part)) for part in path)}"
    if is_stray:
        return f"{where}: no such field.{suggest_name(str(path[-1]), _field_names(adapter))}"
    value = mistake.get("input")
    found = f" (found {quote_value(value)})" if isinstance(value, (str, int, float)) else ""
    hint = suggest_name(value, _expected_values(mistake)) if isinstance(value, str) else ""
    if mistake["type"] == "date_type":
        hint = " Write one such as 2026-07-20, without quotes."
    message = str(mistake["msg"]).replace("valid tuple", "list").removeprefix("Value error, ").rstrip(".")
    return f"{where}: {message}{found}.{hint}"


def _field_path(place: Place, *, is_stray: bool) -> Iterator[object]:
    """Path in the file, without pydantic's names of union members, which end in a bracket. A stray field may end so too and is kept."""
    for number, part in enumerate(place, 1):
        if not (isinstance(part, str) and part.endswith("]")) or (is_stray and number == len(place)):
            yield part


def _plain_name(part: str) -> str:
    """A name as it is if short and printable; else quoted."""
    return part if part.isprintable() and len(part) <= MAX_QUOTED_LENGTH else quote_value(part)


def _expected_values(mistake: Mapping[str, Any]) -> list[str]:
    expected = str(mistake.get("ctx", {}).get("expected", ""))
    return [part.strip(" '") for part in expected.replace(" or ", ", ").split(",") if part.strip(" '")]


def _field_names(adapter: TypeAdapter[Any]) -> Iterator[str]:
    def names(schema: object) -> Iterator[str]:
        """Names of the fields of all objects in a JSON schema."""
        if isinstance(schema, dict):
            yield from schema.get("properties", {})
            for child in schema.values():
                yield from names(child)
        elif isinstance(schema, list):
            for child in schema:
                yield from names(child)

    return names(adapter.json_schema())
