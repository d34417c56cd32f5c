"""Where a text names software that has needs of its own."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.lazy_pattern import lazy_pattern
from knowledge import Knowledge

_DENIED: Final = lazy_pattern(
    r"(?<!find )(?<!finds )(?<!found )"
    r"\b(?:no|without|not|disabled?|removed?|instead of|other than|leave|leaving|left)\s+(?:the\s+|any\s+|using\s+)?[-\"'`]*$"
)
"""Before software that is not there."""
_DENIED_AFTER: Final = lazy_pattern(
    r"\s*(?:[=:]\s*(?:false|off|no|0)\b|(?:is\s+|was\s+)?(?:disabled|removed|left out|away|off)\b|(?:switched|turned) off\b)"
    r"|[^.?!]{0,80}\b(?:leave|left|take|took) it (?:out|away)\b"
)
"""Behind software that is not there."""
_NEAR: Final = 24
_BOUND_BEFORE: Final = re.compile(r"\w$")
_GOES_ON: Final = re.compile(r"[a-z]|-?\d*[a-z]\d")
"""Behind a name, it is another one: "vllm-neuron", "fp8e5"."""


class NamedSoftware(NamedTuple):
    """A name and where it stands."""

    id: str
    start: int
    end: int
    is_denied: bool


def software_names(text: str, knowledge: Knowledge) -> Iterator[NamedSoftware]:
    """Every piece of software that is named, the longest name at each place."""
    lowered, taken = text.lower(), list[tuple[int, int]]()
    spaced = _spaced(lowered)
    for alias, identity in _aliases(knowledge):
        start = spaced.find(alias)
        while start >= 0:
            end = start + len(alias)
            is_free = not any(start < last and first < end for first, last in taken)
            if is_free and not _BOUND_BEFORE.search(lowered, max(start - 1, 0), start) and not _GOES_ON.match(lowered, end):
                taken.append((start, end))
                is_denied = _DENIED.search(lowered, max(0, start - _NEAR), start) or _DENIED_AFTER.match(lowered, end)
                yield NamedSoftware(identity, start, end, is_denied is not None)
            start = spaced.find(alias, end)


def _spaced(lowered: str) -> str:
    """Of the same length; people write "flash-attention 2", "flash_attention-2" and "flash attention 2" alike."""
    return lowered.replace("-", " ").replace("_", " ")


@functools.lru_cache(maxsize=4)
def _aliases(knowledge: Knowledge) -> tuple[tuple[str, str], ...]:
    """Name or alias, in lower case, and the id; the longest first."""
    names = ((_spaced(alias.lower()), one.id) for one in knowledge.software.values() for alias in (one.name, one.id, *one.aliases))
    return tuple(sorted(dict(names).items(), key=lambda pair: (-len(pair[0]), pair[0])))
