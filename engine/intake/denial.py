"""What a denial speaks of: the words after it, a name that it stands behind, a label."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.intake.message import Message
from engine.lazy_pattern import lazy_pattern

NEGATIVE: Final = frozenset(
    {"no", "not", "without", "never", "don't", "doesn't", "cannot", "can't", "won't", "isn't", "aren't", "nothing", "neither"}
)
"""Words with which a phrase denies by itself."""
_SIDE: Final = 70
"""Characters before a place in which the cues that speak of it begin."""
_OVER: Final = 12
"""Characters by which a barrier may reach into what it parts from a denial."""
_JOINED: Final = 4
"""Names that one denial behind them rules out: "X, Y and Z are off the table"."""
LABELS: Final = lazy_pattern(r"\s*[:=]\s*")
"""Between a label and what it labels."""
_JOINT: Final = lazy_pattern(r"\s*(?:,|/|\bor\b|\band\b|\bnor\b)", re.IGNORECASE)


class Speaks(NamedTuple):
    """A cue that speaks of what comes after it."""

    cue: str
    reach: int
    """Characters between the two."""
    stop: re.Pattern[str]
    """Signs that part them."""
    barrier: str | None = None
    """A cue that parts them."""


_DENIES: Final = Speaks("denial", 32, lazy_pattern(r"[.;:,!?\n]"), "denial_ends")


def speaks_of(message: Message, said: Speaks, start: int) -> bool:
    """Whether a cue shortly before a place speaks of it: no barrier and no stop stands between."""
    begin, _ = message.sentence(start, start)
    for found in message.between(said.cue, max(begin, start - said.reach - _SIDE), start):
        _, end = message.span(found)
        near = start - end <= said.reach and not said.stop.search(message.text, end, start)
        if near and not (said.barrier and _begins_between(message, said.barrier, end, start)):
            return True
    return False


def _begins_between(message: Message, cue: str, start: int, end: int) -> bool:
    """Whether a cue begins between two places, though it may go on: "and it" in "no hurry and it can be killed"."""
    return any(message.span(found)[0] < end for found in message.between(cue, start, end + _OVER))


def is_denied(message: Message, start: int) -> bool:
    """Whether what begins at a place is denied before it, in its part of the sentence; "nothing but X" has X alone."""
    if message.ends_at("nothing_but", message.word_at(start)) is not None:
        return False
    if message.begins_at("is_the_only", message.word_at(start) + 1) is not None:
        return False  # "nothing outside the VPC, and EC2 is the only approved service"
    return speaks_of(message, _DENIES, start)


def is_labelled_no(message: Message, start: int, end: int) -> bool:
    """Read "no: Spot" and "GPU: none"."""
    before = message.ends_at("no_label", message.word_at(start))
    if before is not None and LABELS.fullmatch(message.text, message.span(before)[1], start):
        return True
    after = message.begins_at("no_value", message.word_at(end))
    return after is not None and LABELS.fullmatch(message.text, end, message.span(after)[0]) is not None


def is_denied_after(message: Message, end: int) -> bool:
    """Whether it is ruled out behind it, alone or together with the next names."""
    _, finish = message.sentence(end, end)
    word, before, joined, linked = message.word_at(end), end, 0, False
    while word < len(message.words) and message.words[word].start < finish:
        if message.begins_at("others", word):
            return False
        if message.begins_at("denied_after", word):
            return message.begins_at("not_denial", word) is None and (linked or not joined)  # "32 GPUs, Spot is out" rules out Spot
        start, stop = message.words[word].start, message.words[word].end
        joint = message.begins_at("joint", word) is not None
        linked = linked or joint
        if joined < _JOINED and _JOINT.match(message.text, before, stop):
            joined += not joint
        elif not (message.begins_at("machines", word) or message.begins_at("is", word) or message.ends_at("joint", word)):
            return False
        before = start if joint else stop
        word += 1
    return False
