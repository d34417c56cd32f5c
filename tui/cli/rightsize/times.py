"""Times as CloudWatch, its console and spreadsheets write them."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import math
from collections.abc import Callable
from typing import Final

_OTHER: Final = ("%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M", "%d/%m/%Y %H:%M:%S", "%m/%d/%y %H:%M")
_MILLISECONDS: Final = 1e11
"""A number of seconds beyond it counts milliseconds."""


def seconds_of(given: object) -> float:
    """Seconds since 1970; UTC where no zone is told. Raises ValueError for what is no time."""
    if isinstance(given, str):
        return _of_text(given.strip())
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not math.isfinite(given):
        raise ValueError(f"{given!r} is no time")
    return given / 1e3 if given > _MILLISECONDS else float(given)


def _of_text(text: str) -> float:
    if text.replace(".", "", 1).isdecimal():
        return seconds_of(float(text))
    ways: list[Callable[[str], dt.datetime]] = [dt.datetime.fromisoformat, *(functools.partial(_as, form) for form in _OTHER)]
    for read in ways:
        with contextlib.suppress(ValueError):
            return _seconds(read(text))
    raise ValueError(f"{text!r} is no time")


def _as(form: str, text: str) -> dt.datetime:
    return dt.datetime.strptime(text, form)  # noqa: DTZ007  # the zone is set below


def _seconds(time: dt.datetime) -> float:
    return (time if time.tzinfo else time.replace(tzinfo=dt.UTC)).timestamp()
