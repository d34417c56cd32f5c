"""Times as CloudWatch, its console and spreadsheets write them."""

from __future__ import annotations

import datetime as dt
from typing import Final

_OTHER: Final = ("%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M", "%d/%m/%Y %H:%M:%S", "%m/%d/%y %H:%M")
_MILLISECONDS: Final = 1e11
"""A number of seconds beyond it counts milliseconds."""


def seconds_of(given: object) -> float:
    """Seconds since 1970; UTC where no zone is told. Raises ValueError for what is no time."""
    if isinstance(given, bool) or not isinstance(given, (int, float, str)):
        raise ValueError(given)  # noqa: TRY004  # the same as for text that is none
    if isinstance(given, str):
        return _of_text(given.strip())
    return given / 1e3 if given > _MILLISECONDS else float(given)


def _of_text(text: str) -> float:
    if text.replace(".", "", 1).isdecimal():
        return seconds_of(float(text))
    try:
        return _seconds(dt.datetime.fromisoformat(text))
    except ValueError:
        for form in _OTHER:
            try:
                return _seconds(dt.datetime.strptime(text, form))  # noqa: DTZ007  # the zone is set below
            except ValueError:
                continue
        raise


def _seconds(time: dt.datetime) -> float:
    return (time if time.tzinfo else time.replace(tzinfo=dt.UTC)).timestamp()
