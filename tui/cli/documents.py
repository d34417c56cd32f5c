"""Files that options name, read as mappings; - is standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from knowledge.errors import InputError


def mapping_from(option: str, name: str) -> dict[str, Any]:
    """The YAML or JSON mapping of the file of an option. Raises InputError with one line on what is wrong with it."""
    from knowledge.safe_yaml import read_mapping  # noqa: PLC0415  # YAML loads only for a file

    return read_mapping(bytes_from(option, name), name)


def bytes_from(option: str, name: str) -> bytes:
    """What the file holds, one byte past what is read of any at most. Raises InputError where it cannot be read."""
    from knowledge.safe_yaml import MAX_BYTES  # noqa: PLC0415  # the same

    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        path = Path(name)
        if path.exists() and not path.is_file():
            raise InputError(f"{option}: {name} is not a file.")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{option}: {name} cannot be read ({error.strerror}).") from None
