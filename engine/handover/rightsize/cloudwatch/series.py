"""One metric of one resource over time."""

from __future__ import annotations

from collections.abc import Callable

from knowledge.schema.record import Record

SecondsOf = Callable[[object], float]
"""A time as a file has it -> seconds since 1970. Raises ValueError for what is none; the engine knows no calendar."""


class Series(Record):
    """What a file says of it; None is what it does not say."""

    metric: str
    """The name in CloudWatch."""
    namespace: str | None = None
    resource: str | None = None
    statistic: str = "Average"
    """Of each period: Average, Maximum, Sum, p99."""
    period: float | None = None
    """Seconds."""
    times: tuple[float, ...]
    """Seconds since 1970, in any order."""
    values: tuple[float, ...]
    """On the scale of the metric."""
