"""The percentile for which a latency is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.intake.late import late

_PERCENTILE: Final = late(
    r"\b(?P<p>p(?:50|90|95|999|99(?:\.9)?))(?!\d)|\b(?P<nth>50|90|95|99(?:\.9)?)(?:th)?[- ]?(?:percentile|pctl)"
    r"|\b(?P<word>median|on average|(?<!\bi )(?<!\bwe )(?<!\byou )(?:mean|avg|average)(?=:? (?:latency|time|response|answer|of|\d))"
    r"|(?:(?<=\dms )|(?<=\d ms )|(?<=\ds )|(?<=\d s )|(?<=seconds )|(?<=sec ))(?:mean|avg|average)(?=\s*(?:$|[,;.)|]))"
    r"|worst[- ]case|absolute maximum|at (?:the )?worst)\b",
    re.IGNORECASE,
)
_WORDS: Final = {
    "median": "p50", "on average": "mean", "mean": "mean", "avg": "mean", "average": "mean",
    "worst case": "max", "worst-case": "max", "absolute maximum": "max", "at worst": "max", "at the worst": "max",
}  # fmt: skip
_NUMBER: Final = late(r"\d\s*[/a-z]")
_REACH: Final = 110
"""Characters between a latency and its percentile."""


class Percentile(NamedTuple):
    """A percentile, and where it stands."""

    name: str
    start: int
    end: int


def percentile_at(text: str, latency: int) -> Iterator[Percentile]:
    """The percentile that stands nearest to a latency, if any does."""
    near = [match for match in _PERCENTILE.finditer(text, max(0, latency - _REACH)) if _speaks_of(text, match, latency)]
    if near:
        match = min(near, key=lambda one: abs(one.start() - latency))
        said = (match["p"] or (f"p{match['nth']}" if match["nth"] else "")).lower().replace(".", "")
        yield Percentile(said or _WORDS[match["word"].lower()], match.start(), match.end())


def _speaks_of(text: str, match: re.Match[str], latency: int) -> bool:
    """Whether it stands near; a word like "on average" may also be of another number between the two."""
    if abs(match.start() - latency) > _REACH:
        return False
    return not match["word"] or not _NUMBER.search(text, *sorted((match.end(), latency)))
