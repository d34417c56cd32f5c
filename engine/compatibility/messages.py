"""What a pasted message or a complaint says by itself: which capability or driver is asked for, what the device has, that it fails."""

from __future__ import annotations

import re
from typing import Final

from engine.lazy_pattern import lazy_pattern

_LEAST: Final = lazy_pattern(
    r"(?:min(?:imum)?\.?(?: required)?(?: cuda)?(?: compute)? capability(?: is)?|requires \.target sm_|compute capability of at least"
    r"|requires? (?:a gpu with )?compute capability(?: of)?)\D{0,4}(?P<least>\d{1,2}\.\d|\d{2,3})\b"
    r"|capability (?P<least_before>\d{1,2}\.\d)[^.\n]{0,14}?or (?:higher|newer|above|later|greater)",
    re.IGNORECASE,
)
_TOLD: Final = lazy_pattern(
    r"(?<!least )(?<!minimum )(?:current (?:compute )?capability\D{0,3}|compute capability (?:is |of )?|\bsm_?)"
    r"(?P<told>\d{1,2}\.\d|\d{2,3})\b(?!\)?(?: \(\w+\))? or)",
    re.IGNORECASE,
)
_PAIR: Final = lazy_pattern(r"\bcapability\s*\(?\[?(\d{1,2}),\s*(\d)[)\]]", re.IGNORECASE)
"""As Python shows it: "capability (7, 5)"."""
_DRIVER_OF_IMAGE: Final = lazy_pattern(r"\bdriver release (\d{3}(?:\.\d+)*) or later", re.IGNORECASE)
_COMPLAINT: Final = lazy_pattern(
    r"(?<!no )(?<!without )\b\w*error\b|\bfail(?:s|ed|ure)?\b|\bunsupported\b|\bassertion\b|\babort\w*\b|\bcrash\w*\b"
    r"|\bstops with\b|\b\w*killed\b"
    r"|\bhangs?\b|\bstuck\b|\bsig(?:segv|ill|abrt)\b|\bsegfault\w*\b|\brefuses?\b|\bnothing works\b|\bis gone\b"
    r"|\bnot (?:supported|available|compatible|implemented)\b|\bcould(?:n't| not) (?:load|find a version|open|create|start)\b"
    r"|\b(?:does|do|did)(?:n't| not) (?:work|load|start|run|use|see|initiali[sz]e|come up|respond)\b"
    r"|\b(?:does|do|did)(?:n't| not)\s*[.,;]|\bwon't (?:load|start|run|work)\b|\bno kernel image\b|\bexceeds?\b|\bis refused\b"
    r"|\bnot able to\b|\binsufficient\b|\bvanish(?:es|ed)?\b|\bdie[sd]?\b|\bno way to\b"
    r"|\bcannot (?:be )?(?:solve[d]?|load(?:ed)?|see|start|import|install)\b",
    re.IGNORECASE,
)
_GOES_ON: Final = lazy_pattern(
    r"\bfall(?:s|ing)? back\b|\bfallback\b|\bwarn(?:s|ing|ings)?\b|\bused to\b|\bonce gave\b|\bis disabled because\b"
    r"|\b(?:older|earlier|previous) (?:versions?|releases?)\b",
    re.IGNORECASE,
)
_OTHER_DEVICE: Final = lazy_pattern(
    r"\b(?:k[48]0|m60|p100|p40|p4|a[248]00?0|h[28]0|h800|(?:rtx|gtx|quadro|titan|geforce|jetson)\b\W?\w*)\b", re.IGNORECASE
)
_YEAR: Final = lazy_pattern(r"\b20\d\d\b")


def least_capability(text: str) -> str:
    """The compute capability that a message asks for, as "8.0"; empty where none does."""
    match = _LEAST.search(text)
    return _as_capability(match["least"] or match["least_before"]) if match else ""


def told_capability(text: str) -> str:
    """The compute capability that a text tells of its device; empty where it tells none."""
    match, pair = _TOLD.search(text), _PAIR.search(text)
    if match is None and pair is not None:
        return f"{pair[1]}.{pair[2]}"
    return _as_capability(match["told"]) if match else ""


def least_driver(text: str) -> str:
    """The driver that an image says it was built for; empty where none does."""
    match = _DRIVER_OF_IMAGE.search(text)
    return match[1] if match else ""


def without_image_driver(text: str) -> str:
    """The text without what an image says it was built for, so that a driver that is left is the host's."""
    return _DRIVER_OF_IMAGE.sub("", text)


def complains(text: str) -> bool:
    """True if a text tells of something that went wrong."""
    return _COMPLAINT.search(text) is not None


def names_other_device(text: str) -> bool:
    """True if a text names a GPU of NVIDIA that AWS does not offer, or no longer."""
    return _OTHER_DEVICE.search(text) is not None


def goes_on(text: str) -> bool:
    """True if what went wrong only cost something, or was the fault of an older version: "falling back", "warns"."""
    return _GOES_ON.search(text) is not None


def tells_of_the_past(text: str, year: int) -> bool:
    """True if a text names a year before `year`, so that its software is not the newest."""
    return any(int(match[0]) < year for match in _YEAR.finditer(text))


def _as_capability(written: str) -> str:
    """Of what messages write without a point: 86 is 8.6, 120 is 12.0."""
    return written if "." in written else f"{written[:-1]}.{written[-1]}"
