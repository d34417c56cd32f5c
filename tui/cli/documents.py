"""Files that options name, and standard input for -: read whole, within a bound."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from knowledge.errors import InputError, shown

_LONGEST_PATH: Final = 4096
"""Characters of a path that are shown: which file it is stands at its end, and Linux opens none with a longer one."""


def mapping_from(option: str, name: str) -> dict[str, Any]:
    """The YAML or JSON mapping of the file of an option. Raises InputError with one line on what is wrong with it."""
    from knowledge.safe_yaml import MAX_BYTES, read_mapping  # noqa: PLC0415  # YAML loads only for a file

    return read_mapping(bytes_from(option, name, MAX_BYTES), name)


def bytes_from(option: str, name: str, most: int) -> bytes:
    """The first `most` bytes of a plain file, and one more where there is more. Raises InputError where it cannot be read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(most + 1)
        path = Path(name)
        if path.exists() and not path.is_file():
            raise InputError(f"{option}: {shown(name, _LONGEST_PATH)} is not a file.")
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{option}: {shown(name, _LONGEST_PATH)} cannot be read ({reason}).") from None
