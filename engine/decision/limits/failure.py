"""The failure to keep a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, ParamSpec

Subject = ParamSpec("Subject")
"""What a limit checks: a place, a machine at a place, or a plan."""


class Failure(NamedTuple):
    """What was needed and what there is, with units, ready to be put into the limit's sentence."""

    limit: str
    """Id below `knowledge/data/limits`."""
    need: str
    has: str
    shortfall: float = 0.0
    """How far off, as a ratio of 1 or more; 0 where it is not a matter of degree. Orders the nearest misses."""
    sources: tuple[str, ...] = ()
    """Of the fact that stopped it, beside the limit's own."""


def first_failure(limits: Iterable[Callable[Subject, Failure | None]], *args: Subject.args, **kwargs: Subject.kwargs) -> Failure | None:
    """The first limit that is not kept. A plain loop: this is where a decision spends its time."""
    for check in limits:
        failure = check(*args, **kwargs)
        if failure is not None:
            return failure
    return None
