"""What is said of hardware, places and purchases: ruled out, required, in use, or asked about."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from engine.intake.message import Message

Role = Literal["exclude", "require", "current_instance", "compare"]

_SIDE: Final = 70
"""Characters before and after a name that speak of it."""
_JOINED: Final = 4
"""Names that one denial behind them rules out: "X, Y and Z are off the table"."""
_OPTION: Final = re.compile(r"(?:^|\s)[A-Ea-e1-5]\)")
"""An answer of an exam question."""
_TYPE: Final = r"(?:an?\s+|the\s+)?(?:ml\.)?"
_RIVAL_AFTER: Final = re.compile(rf"^\s*(?:,\s*[\w.]+\s*)?(?:or|vs\.?|versus|against|over)\s+{_TYPE}[\w.-]*\d", re.IGNORECASE)
_RIVAL_BEFORE: Final = re.compile(rf"\b(?:ml\.)?[a-z]+\d[\w.-]*\s*(?:,|or|vs\.?|versus|against|over|and)\s+{_TYPE}$", re.IGNORECASE)
_JOINT: Final = re.compile(r"\s*(?:,|/|\bor\b|\band\b|\bnor\b)", re.IGNORECASE)


class _Speaks(NamedTuple):
    """A cue that speaks of what comes after it."""

    cue: str
    reach: int
    """Characters between the two."""
    stop: re.Pattern[str]
    """Signs that part them."""
    barrier: str | None = None
    """A cue that parts them."""


_DENIES: Final = _Speaks("denial", 32, re.compile(r"[.;:,!?\n]"), "denial_ends")
_REQUIRES: Final = _Speaks("only_before", 26, re.compile(r"[.;:!?\n]"), "only_ends")
_IN_USE: Final = _Speaks("now_before", 30, re.compile(r"[.;!?\n]"))


def is_denied(message: Message, start: int) -> bool:
    """Whether what begins at a place is denied before it, in its part of the sentence."""
    return _speaks_of(message, _DENIES, start)


def role_of(message: Message, kind: str, name: str, start: int, end: int) -> Role | None:
    """The role of the name at a place; None where it is only mentioned.

    `name` is its id, `kind` is "types", "families", "places", "purchases" or "processors".
    """
    if is_denied(message, start) or _is_denied_after(message, end):
        return "exclude"
    if _is_required(message, start, end):
        return "require"
    begin, finish = message.sentence(start, end)
    before, after = message.text[max(begin, start - _SIDE) : start], message.text[end : min(finish, end + _SIDE)]
    if _RIVAL_AFTER.match(after) or _RIVAL_BEFORE.search(before):
        return "compare"
    if kind == "types":
        return _role_of_type(message, start, end)
    if name == "edge":
        return "require"  # where it has to run, whoever says so
    return "compare" if _is_asked_about(message, kind, start, end) else None


def _speaks_of(message: Message, said: _Speaks, start: int) -> bool:
    """Whether a cue shortly before a place speaks of it: no barrier and no stop stands between."""
    begin, _ = message.sentence(start, start)
    for found in message.between(said.cue, max(begin, start - said.reach - _SIDE), start):
        _, end = message.span(found)
        near = start - end <= said.reach and not said.stop.search(message.text, end, start)
        if near and not (said.barrier and message.has(said.barrier, end, start)):
            return True
    return False


def _is_denied_after(message: Message, end: int) -> bool:
    """Whether it is ruled out behind it, alone or together with the next names."""
    _, finish = message.sentence(end, end)
    word, joined = message.word_at(end), 0
    before = end
    while word < len(message.words) and message.words[word].start < finish:
        if message.begins_at("denied_after", word):
            return message.begins_at("not_denial", word) is None
        start, stop = message.words[word].start, message.words[word].end
        linked = _JOINT.match(message.text, before, stop) is not None and joined < _JOINED
        if linked:
            joined += message.begins_at("joint", word) is None
        elif not (message.begins_at("machines", word) or message.begins_at("is", word) or message.ends_at("joint", word)):
            return False
        before = stop if message.begins_at("joint", word) is None else start
        word += 1
    return False


def _is_required(message: Message, start: int, end: int) -> bool:
    word = message.word_at(end)
    found = message.begins_at("machines", word)
    _, finish = message.sentence(start, end)
    behind = message.begins_at("only_after", found.last if found else word)
    if behind is not None and message.span(behind)[0] < finish:
        return True
    asked = message.has("question", end, min(finish, end + _SIDE))
    return not asked and _speaks_of(message, _REQUIRES, start)


def _role_of_type(message: Message, start: int, end: int) -> Role | None:
    begin, finish = message.sentence(start, end)
    word = message.word_at(start)
    article = message.ends_at("article", word)
    first = article.first if article else word
    if message.ends_at("changed_from", first):
        return None if message.begins_at("to", message.word_at(end)) else "current_instance"
    if message.ends_at("to", first) and message.has("changed_from", max(begin, start - _SIDE), start):
        return "current_instance"
    behind = message.begins_at("now_after", message.word_at(end))
    if behind is not None and message.span(behind)[0] < finish:
        return "current_instance"
    if message.ends_at("now_breaks", first) is None and _speaks_of(message, _IN_USE, start):
        return "current_instance"
    return "compare" if _is_asked(message, begin, finish) else None


def _is_asked(message: Message, begin: int, finish: int) -> bool:
    return message.has("asked", begin, finish) or _OPTION.search(message.text, begin, finish) is not None


def _is_asked_about(message: Message, kind: str, start: int, end: int) -> bool:
    """Whether the sentence weighs what is named, and not only mentions it."""
    begin, finish = message.sentence(start, end)
    asked = _is_asked(message, begin, finish)
    if kind == "families":
        return asked
    if kind == "places":
        word = message.word_at(start)
        article = message.ends_at("article", word)
        through = message.ends_at("through", article.first if article else word) is not None
        return through or (asked and message.has("weighed", begin, finish))
    if kind == "purchases":
        return asked and message.has("weighed_purchase", begin, finish)
    return message.has("question", begin, finish) and message.has("weighed_processor", begin, finish)
