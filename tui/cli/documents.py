"""Files that options name, and standard input for -: read whole, within a bound."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from knowledge.errors import InputError, quote_value
from knowledge.plain_text import refuse_utf_16, strip_byte_order_mark

_MAX_PATH: Final = 4096
"""Characters of a path that are shown: which file it is stands at its end, and Linux opens none with a longer one."""
_MAX_OBJECT_BYTES: Final = 1_000_000


def read_mapping_option(option: str, name: str) -> dict[str, Any]:
    """The YAML or JSON mapping of the file of an option. Raises InputError with one line on what is wrong with it."""
    from knowledge.safe_yaml import MAX_BYTES, read_mapping  # noqa: PLC0415  # YAML, 17 ms that only a file needs

    return read_mapping(read_bytes_option(option, name, MAX_BYTES), name)


def read_object_option(option: str, name: str) -> dict[str, Any]:
    """The JSON object of the file of an option, as other programs write it. Raises InputError with one line on what is wrong with it."""
    data, where = read_bytes_option(option, name, _MAX_OBJECT_BYTES), _option_and_file(option, name)
    if len(data) > _MAX_OBJECT_BYTES:
        raise InputError(f"{where} is larger than the {_MAX_OBJECT_BYTES:,} bytes such a file may have.")
    refuse_utf_16(data, where)
    try:
        document = msgspec.json.decode(strip_byte_order_mark(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{where} is not JSON ({error}).") from None
    if not isinstance(document, dict):
        raise InputError(f"{where} holds no JSON object: it should begin with {{.")
    return document


def read_bytes_option(option: str, name: str, max_bytes: int) -> bytes:
    """The first `max_bytes` bytes of a file or pipe, and one more where there is more. Raises InputError where it cannot be read."""
    try:
        return sys.stdin.buffer.read(max_bytes + 1) if name == "-" else _read_beginning(option, name, max_bytes + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{_option_and_file(option, name)} cannot be read ({reason}).") from None


def _read_beginning(option: str, name: str, max_bytes: int) -> bytes:
    path = Path(name)
    if path.is_dir():
        raise InputError(f"{_option_and_file(option, name)} is not a file, but a folder.")
    with path.open("rb") as file:
        return file.read(max_bytes)


def _option_and_file(option: str, name: str) -> str:
    return f"{option}: {'standard input' if name == '-' else quote_value(name, _MAX_PATH)}"
