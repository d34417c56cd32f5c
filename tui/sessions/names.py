"""Ids and names of sessions. An id sorts by time and can be read; a name is for people."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Collection
from typing import Final

from knowledge.errors import InputError, shown, suggestion
from tui.cli.streams import printable

LONGEST: Final = 48
"""Characters of a name."""
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letter or digit that is taken for another."""
ID: Final = re.compile(r"\d{8}-\d{6}-[a-z0-9]{4}", re.ASCII)
_PART: Final = re.compile(r"[a-z0-9-]+", re.ASCII)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s|\n")
_WORDS_OF_A_SENTENCE: Final = 2


def new_id(time: dt.datetime) -> str:
    """Such as 20261122-093000-k7qm: the day and second in UTC, and four letters by chance."""
    chance = "".join(_LETTERS[byte % len(_LETTERS)] for byte in os.urandom(4))
    return f"{time.astimezone(dt.UTC):%Y%m%d-%H%M%S}-{chance}"


def tidy(text: str) -> str:
    """A name as it is kept: one line, nothing that steers a terminal, short."""
    words = " ".join(printable(text[: LONGEST * 40]).split())
    if len(words) <= LONGEST:
        return words
    cut = words[: LONGEST - 1]
    at = cut.rfind(" ")
    return f"{cut[:at] if at > LONGEST // 2 else cut}…"


def name_from(typed: str) -> str:
    """The first sentence of what was typed; empty for commands and for less than two words, which name nothing."""
    text = typed.strip()
    name = tidy(_SENTENCE.split(text, maxsplit=1)[0])
    return name if len(name.split()) >= _WORDS_OF_A_SENTENCE and not text.startswith("/") else ""


def id_of(text: str, ids: Collection[str]) -> str:
    """The id that is meant: all of it, or a beginning or end that only one has. Raises InputError that names the nearest."""
    wanted = text.strip().lower()
    if wanted in ids:
        return wanted
    found = [one for one in ids if wanted and (one.startswith(wanted) or one.endswith(wanted))]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"session: {shown(text)} stands for {len(found)} sessions, the newest is {max(found)}.")
    raise unknown(text, ids)


def unknown(text: str, ids: Collection[str]) -> InputError:
    """The error for an id that no session has."""
    if not _PART.fullmatch(text.strip().lower()):
        return InputError(f"session: {shown(text)} is no id; one looks like {max(ids, default='20261122-093000-k7qm')}.")
    newest = f"The newest is {max(ids)}." if ids else "None is saved yet."
    return InputError(f"session: there is no {shown(text)}.{suggestion(text.strip(), ids, newest)}")
