"""Units of time and of size, as people write them."""

from __future__ import annotations

from typing import Final

TIMES: Final = {
    "ms": 1.0, "s": 1e3, "sec": 1e3, "second": 1e3, "min": 6e4, "minute": 6e4,
    "h": 3.6e6, "hr": 3.6e6, "hour": 3.6e6, "day": 8.64e7, "week": 6.048e8, "wk": 6.048e8, "fortnight": 1.2096e9, "month": 2.592e9,
    "year": 3.1536e10, "yr": 3.1536e10,
}  # fmt: skip
"""Unit, singular -> milliseconds."""
SECONDS: Final = {
    "s": 1.0, "sec": 1.0, "second": 1.0, "min": 60.0, "minute": 60.0, "h": 3600.0, "hr": 3600.0, "hour": 3600.0,
    "d": 86400.0, "day": 86400.0, "night": 86400.0, "evening": 86400.0,
    "w": 604800.0, "wk": 604800.0, "week": 604800.0, "weekend": 604800.0,
    "mo": 2628000.0, "mth": 2628000.0, "month": 2628000.0, "quarter": 7884000.0, "year": 31536000.0,
    "hourly": 3600.0, "daily": 86400.0, "nightly": 86400.0, "overnight": 86400.0, "weekly": 604800.0, "monthly": 2628000.0,
    "quarterly": 7884000.0, "yearly": 31536000.0,
}  # fmt: skip
"""Period, singular -> seconds; a month is 730 hours."""
SIZES: Final = {
    "gig": "gb",
    "giga": "gb",
    "mega": "mb",
    "meg": "mb",
    "gigabyte": "gb",
    "megabyte": "mb",
    "terabyte": "tb",
    "kilobyte": "kb",
    "petabyte": "pb",
}
"""Name -> unit."""
