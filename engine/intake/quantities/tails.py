"""What stands behind a unit of time and changes its number: "an hour and a half", "a second or two"."""

from __future__ import annotations

import re
from typing import Final

from engine.intake.late import late
from engine.intake.quantities.numbers import Number, numbers_in

_AND_A_HALF: Final = late(r"\s+and\s+(?:a|one)\s+half\b", re.IGNORECASE)
_OR_MORE: Final = late(
    r"\s+or\s+(?:(?:even|maybe|perhaps|possibly)\s+)?(?P<more>two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty)\b"
    r"(?=\s*(?:$|[^\w\s])|\s+(?:is|are|would|will|to|at|per|for|max|tops|before|until|but|and|if|so|because|when|while|doesn't|won't|can"
    r"|could|should|each|late|later|long|longer|more|after|between|from|with|without|by|on|in|slow|slower)\b)",
    re.IGNORECASE,
)
"""A larger number of the same unit: "a minute or even five"; "an hour or two machines" is none."""


def with_tail(number: Number, after: str, end: int) -> tuple[float, float, int]:
    """The least and the most of a number of units, and where it ends. Its unit ends at `end` of the text `after` it."""
    half = _AND_A_HALF.match(after, end)
    if half:
        return number.low + 0.5, number.high + 0.5, half.end()
    more = _OR_MORE.match(after, end)
    most = numbers_in(more["more"])[0].high if more else 0.0
    return (number.low, most, more.end()) if more and most > number.high else (number.low, number.high, end)
