"""Times as CloudWatch, its console and spreadsheets write them."""

from __future__ import annotations

import contextlib
import datetime as dt
import math
from typing import Final

_FORMATS: Final = ("%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M", "%d/%m/%Y %H:%M:%S", "%m/%d/%y %H:%M")
"""Besides ISO 8601."""
_MIN_MILLISECONDS: Final = 1e11
"""A larger number counts milliseconds instead of seconds."""
_MAX_MILLISECONDS: Final = 253_402_300_800_000
"""The end of the year 9999."""


def parse_seconds(time: object) -> float:
    """Seconds since 1970; UTC where no zone is told. Raises ValueError for what is no time."""
    if isinstance(time, str):
        return _parse_text(time.strip())
    if isinstance(time, bool) or not isinstance(time, (int, float)) or not abs(time) < math.inf:
        raise ValueError("this is no time")
    if abs(time) > _MAX_MILLISECONDS:
        raise ValueError("this is no time that a calendar knows")
    return time / 1e3 if time > _MIN_MILLISECONDS else float(time)


def _parse_text(text: str) -> float:
    if text.replace(".", "", 1).isdecimal():
        return parse_seconds(float(text))
    with contextlib.suppress(ValueError):
        return _seconds_since_1970(dt.datetime.fromisoformat(text))
    for form in _FORMATS:
        with contextlib.suppress(ValueError):
            return _seconds_since_1970(dt.datetime.strptime(text, form))  # noqa: DTZ007  # the zone is set below
    raise ValueError(f"{text!r} is no time")


def _seconds_since_1970(time: dt.datetime) -> float:
    return (time if time.tzinfo else time.replace(tzinfo=dt.UTC)).timestamp()
