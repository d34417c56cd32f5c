"""How long something takes: an estimate with its range, the arithmetic behind it, and what it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, get_args

import msgspec

from knowledge.schema.record import Record
from knowledge.schema.start import Basis

MINUTES_FROM: Final = 120.0
"""Seconds from which a time is told in minutes."""
_FINE_BELOW: Final = 10.0
"""Seconds below which a time is told with a decimal."""
_WORST_LAST: Final[tuple[Basis, ...]] = get_args(Basis)


class Duration(Record):
    """Seconds. A whole rests on the worst basis of its parts."""

    estimate: float
    low: float
    high: float
    basis: Basis
    steps: tuple[str, ...] = ()
    """The arithmetic, a line a step."""
    sources: tuple[str, ...] = ()


NOTHING: Final = Duration(estimate=0.0, low=0.0, high=0.0, basis="measured")
"""For what is there already."""


def told(seconds: float) -> str:
    """`seconds` as people say them: 4.2 s, 45 s, 3.5 min."""
    if seconds >= MINUTES_FROM:
        return f"{seconds / 60:.3g} min"
    return f"{seconds:.1f} s" if seconds < _FINE_BELOW else f"{seconds:.0f} s"


def line(name: str, arithmetic: str, time: Duration) -> str:
    """One step: what takes how long, by which arithmetic, within which range."""
    middle = f" = {arithmetic}" if arithmetic else ""
    spread = f" ({told(time.low)} to {told(time.high)})" if time.low != time.high else ""
    return f"{name}{middle} = {told(time.estimate)}{spread}, {time.basis}"


def in_turn(*parts: Duration) -> Duration:
    """One after the other. The ends of the range are summed too: what delays one part often delays the next."""
    return _joined(sum, parts)


def at_once(*parts: Duration) -> Duration:
    """Side by side: the longest counts."""
    return _joined(max, parts)


def totalled(name: str, whole: Duration) -> Duration:
    """`whole` with a last step that tells it."""
    return msgspec.structs.replace(whole, steps=(*whole.steps, line(name, "", whole)))


def worst(bases: Iterable[Basis]) -> Basis:
    """The basis that a whole made of these rests on."""
    return max(bases, key=_WORST_LAST.index)


def _joined(combine: Callable[[list[float]], float], parts: tuple[Duration, ...]) -> Duration:
    return Duration(
        estimate=combine([part.estimate for part in parts]),
        low=combine([part.low for part in parts]),
        high=combine([part.high for part in parts]),
        basis=worst(part.basis for part in parts),
        steps=tuple(step for part in parts for step in part.steps),
        sources=tuple(dict.fromkeys(source for part in parts for source in part.sources)),
    )
