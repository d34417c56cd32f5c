"""Where the members of a JSON text stand, so that a mistake in one is told by its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, NoReturn

from knowledge.errors import InputError, shown

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_HALF: Final = re.compile("[\ud800-\udfff]")
"""Half of a character beyond the first 65,536, which no text holds by itself."""


class Member(NamedTuple):
    """One value inside an array or object."""

    key: str | None
    """Its name; None in an array."""
    start: int
    """Where it begins."""
    text: str
    value: Any


class _WrongJsonError(ValueError):
    """What Python's reader lets pass though it is no JSON that anybody means."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        names = [name for name, _ in pairs]
        raise _WrongJsonError(f"the name {shown(next(name for name in names if names.count(name) > 1))} stands twice in one object")
    return mapping


def _no_number(text: str) -> NoReturn:
    raise _WrongJsonError(f"{text} is no number of JSON")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def json_value(text: str, name: str) -> Any:  # noqa: ANN401  # JSON is anything
    """The value of a JSON text. Raises InputError with the line where it breaks off or is none."""
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
        raise InputError(f"{name}: {shown(half[0])} is half a character.")
    return value


def members(text: str, start: int = 0) -> Iterator[Member]:
    """The members of the array or object that begins at `start` of a text that `json_value` accepts."""
    at = _past(text, start)
    closing = {"[": "]", "{": "}"}[text[at]]
    at = _past(text, at + 1)
    while text[at] != closing:
        key = None
        if closing == "}":
            key, at = _DECODER.raw_decode(text, at)
            at = _past(text, _past(text, at) + 1)
        value, end = _DECODER.raw_decode(text, at)
        yield Member(key, at, text[at:end], value)
        at = _past(text, end)
        at = _past(text, at + 1) if text[at] == "," else at


def _past(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
