"""Reads the day after "since", as people type it."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from knowledge.errors import InputError, quote_value

_SHORT: Final = re.compile(r"(\d{4})(?:-(\d{2}))?")


def parse_since(text: str, name: str = "since") -> dt.date:
    """The day in "2025-12-01"; the first one of "2025-12" and of "2025". Raises InputError, which calls the value `name`."""
    given = text.strip()
    short = _SHORT.fullmatch(given) if given.isascii() else None
    try:
        return dt.date(int(short[1]), int(short[2] or 1), 1) if short else dt.date.fromisoformat(given)
    except ValueError:
        raise InputError(f"{name}: {quote_value(text)} is no date. Give one such as 2025-12-01, 2025-12 or 2025.") from None
