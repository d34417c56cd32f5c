"""Times in the zone of this machine, also where that zone is invalid."""

from __future__ import annotations

import datetime as dt


def to_local_time(moment: dt.datetime) -> dt.datetime:
    """`moment` in the zone of this machine; unchanged where that zone is invalid or the year out of range."""
    try:
        return moment.astimezone()
    except (ValueError, OverflowError, OSError):  # TZ is a day or more away from UTC; the years 1 and 9999
        return moment


def local_now() -> dt.datetime:
    """The present time; in UTC where the zone of this machine is invalid."""
    return to_local_time(dt.datetime.now(dt.UTC))
