"""CSV files that keep what somebody confirmed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from knowledge.atomic_files import replace_file
from knowledge.errors import InputError


def read_rows(path: Path, name: str, columns: Sequence[str]) -> list[list[str]]:
    """The rows below the head; none if there is no file. Raises InputError, starting with `name`, for an unreadable file."""
    try:
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name}: cannot be read ({error}).") from None
    wrong = next((number for number, row in enumerate(rows, 1) if len(row) != len(columns)), None)
    if wrong or not rows or rows[0] != list(columns):
        raise InputError(f"{name}:{wrong or 1}: expected the columns {', '.join(columns)}.")
    return rows[1:]


def write_rows(path: Path, name: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write head and rows. Raises InputError if that fails."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    try:
        replace_file(path, text.getvalue().encode(), mode=0o644)
    except OSError as error:
        raise InputError(f"{name}: cannot be written ({error.strerror}).") from None
