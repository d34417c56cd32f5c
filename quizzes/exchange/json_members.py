"""Where the members of a JSON text stand, so that mistakes are reported with their line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, NoReturn

from knowledge.errors import InputError, quote_value

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_HALF: Final = re.compile("[\ud800-\udfff]")
"""A lone surrogate, which no text can hold."""


class Member(NamedTuple):
    """One value inside an array or object."""

    key: str | None
    """Its name; None in an array."""
    start: int
    """Where it begins."""
    text: str
    value: Any


class _WrongJsonError(ValueError):
    """Something that Python's reader accepts although it is not valid JSON."""


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        names = [name for name, _ in pairs]
        raise _WrongJsonError(f"the name {quote_value(next(name for name in names if names.count(name) > 1))} stands twice in one object")
    return mapping


def _refuse_constant(text: str) -> NoReturn:
    raise _WrongJsonError(f"{text} is no number of JSON")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique_names, parse_constant=_refuse_constant)


def parse_json(text: str, name: str) -> Any:  # noqa: ANN401  # JSON is anything
    """The value of a JSON text. Raises InputError with the line of a syntax error."""
    try:
        value = _DECODER.decode(text)
        half = _HALF.search(json.dumps(value, ensure_ascii=False))
    except json.JSONDecodeError as error:
        raise InputError(f"{name}:{error.lineno}: this is not JSON: {error.msg}, column {error.colno}.") from None
    except RecursionError:
        raise InputError(f"{name}: too many levels deep.") from None
    except _WrongJsonError as error:
        raise InputError(f"{name}: {error}.") from None
    except ValueError:  # Python's own limit
        raise InputError(f"{name}: a number of thousands of digits is too long.") from None
    if half:
        raise InputError(f"{name}: {quote_value(half[0])} is half a character.")
    return value


def iterate_members(text: str, start: int = 0) -> Iterator[Member]:
    """The members of the array or object that begins at `start` of a text that `parse_json` accepts."""
    at = _skip_space(text, start)
    closing = {"[": "]", "{": "}"}[text[at]]
    at = _skip_space(text, at + 1)
    while text[at] != closing:
        key = None
        if closing == "}":
            key, at = _DECODER.raw_decode(text, at)
            at = _skip_space(text, _skip_space(text, at) + 1)
        value, end = _DECODER.raw_decode(text, at)
        yield Member(key, at, text[at:end], value)
        at = _skip_space(text, end)
        at = _skip_space(text, at + 1) if text[at] == "," else at


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
