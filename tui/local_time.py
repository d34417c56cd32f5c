"""A moment as clocks on this machine show it, however odd its zone."""

from __future__ import annotations

import datetime as dt


def here(moment: dt.datetime) -> dt.datetime:
    """`moment` in the zone of this machine; in its own where that is none, or where the calendar ends."""
    try:
        return moment.astimezone()
    except (ValueError, OverflowError, OSError):  # TZ is a day or more away from UTC; the years 1 and 9999
        return moment


def now() -> dt.datetime:
    """The present moment; in UTC where the zone of this machine is none."""
    return here(dt.datetime.now(dt.UTC))
