"""Files that options name, and standard input for -: read whole, within a bound."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from knowledge.errors import InputError, shown
from knowledge.plain_text import refuse_utf_16, unmarked

_LONGEST_PATH: Final = 4096
"""Characters of a path that are shown: which file it is stands at its end, and Linux opens none with a longer one."""
_MOST_OF_AN_OBJECT: Final = 1_000_000
"""Bytes."""


def mapping_from(option: str, name: str) -> dict[str, Any]:
    """The YAML or JSON mapping of the file of an option. Raises InputError with one line on what is wrong with it."""
    from knowledge.safe_yaml import MAX_BYTES, read_mapping  # noqa: PLC0415  # YAML loads only for a file

    return read_mapping(bytes_from(option, name, MAX_BYTES), name)


def object_from(option: str, name: str) -> dict[str, Any]:
    """The JSON object of the file of an option, as other programs write it. Raises InputError with one line on what is wrong with it."""
    data, where = bytes_from(option, name, _MOST_OF_AN_OBJECT), _place(option, name)
    if len(data) > _MOST_OF_AN_OBJECT:
        raise InputError(f"{where} is larger than the {_MOST_OF_AN_OBJECT:,} bytes such a file may have.")
    refuse_utf_16(data, where)
    try:
        found = msgspec.json.decode(unmarked(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{where} is not JSON ({error}).") from None
    if not isinstance(found, dict):
        raise InputError(f"{where} holds no JSON object: it should begin with {{.")
    return found


def bytes_from(option: str, name: str, most: int) -> bytes:
    """The first `most` bytes of a file or pipe, and one more where there is more. Raises InputError where it cannot be read."""
    try:
        return sys.stdin.buffer.read(most + 1) if name == "-" else _beginning(option, name, most + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{_place(option, name)} cannot be read ({reason}).") from None


def _beginning(option: str, name: str, most: int) -> bytes:
    path = Path(name)
    if path.is_dir():
        raise InputError(f"{_place(option, name)} is not a file, but a folder.")
    with path.open("rb") as file:
        return file.read(most)


def _place(option: str, name: str) -> str:
    return f"{option}: {'standard input' if name == '-' else shown(name, _LONGEST_PATH)}"
