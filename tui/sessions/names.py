"""Ids and names of sessions. Ids sort by time; names are for people."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Collection, Mapping
from typing import Final

from engine.dialogue import Answer
from engine.fact_wording import describe_fact, describe_value
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from tui.output.streams import replace_controls

MAX_NAME_CHARACTERS: Final = 48
"""Longer names are shortened."""
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters and digits that are easily confused."""
ID_PATTERN: Final = re.compile(r"\d{8}-\d{6}-[a-z0-9]{4}", re.ASCII)
_ID_PART_PATTERN: Final = re.compile(r"[a-z0-9-]+", re.ASCII)
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s|\n")
_MIN_NAME_WORDS: Final = 2
_LOADS: Final = ("latency_p99_ms", "requests_per_second", "concurrency", "items_per_run", "dataset_gb", "rows")
"""Facts of which the first that is known tells a workload from another."""


def new_id(time: dt.datetime) -> str:
    """A new id such as 20261122-093000-k7qm: time in UTC and four random characters."""
    chance = "".join(_LETTERS[byte % len(_LETTERS)] for byte in os.urandom(4))
    return f"{time.astimezone(dt.UTC):%Y%m%d-%H%M%S}-{chance}"


def tidy_name(text: str) -> str:
    """A name as it is stored: one short line without control characters."""
    words = " ".join(replace_controls(text[: MAX_NAME_CHARACTERS * 40]).split())
    if len(words) <= MAX_NAME_CHARACTERS:
        return words
    cut = words[: MAX_NAME_CHARACTERS - 1]
    at = cut.rfind(" ")
    return f"{cut[:at] if at > MAX_NAME_CHARACTERS // 2 else cut}…"


def name_from(typed: str) -> str:
    """The first sentence of a typed line as a name; "" for commands and for fewer than two words."""
    text = typed.strip()
    name = tidy_name(_SENTENCE_END.split(text, maxsplit=1)[0])
    return name if len(name.split()) >= _MIN_NAME_WORDS and not text.startswith("/") else ""


def title_of(answers: Mapping[str, Answer], knowledge: Knowledge) -> str:
    """A name by what tells a workload from others: "BERT base · inference · 200 ms · us-east-1"; "" before its subject is known."""
    told = {fact: one.value for fact, one in answers.items() if one.value is not None}
    subject = next((describe_fact(knowledge, fact, told[fact]) for fact in ("model", "algorithm", "task") if fact in told), "")
    if not subject:
        return ""
    load = next((describe_value(fact, told[fact]) for fact in _LOADS if fact in told), "")
    stage = str(told.get("stage", ""))
    return tidy_name(" · ".join(part for part in (subject, stage, load, str(told.get("region", ""))) if part))


def find_id(text: str, ids: Collection[str]) -> str:
    """The id that `text` stands for: the whole id, or a unique beginning or end. Raises InputError that names the nearest id."""
    wanted = text.strip().lower()
    if wanted in ids:
        return wanted
    found = [one for one in ids if wanted and (one.startswith(wanted) or one.endswith(wanted))]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"session: {quote_value(text)} stands for {len(found)} sessions, the newest is {max(found)}.")
    raise unknown_id_error(text, ids)


def unknown_id_error(text: str, ids: Collection[str]) -> InputError:
    """The error for an unknown id."""
    if not _ID_PART_PATTERN.fullmatch(text.strip().lower()):
        return InputError(f"session: {quote_value(text)} is no id; one looks like {max(ids, default='20261122-093000-k7qm')}.")
    newest = f"The newest is {max(ids)}." if ids else "None is saved yet."
    return InputError(f"session: there is no {quote_value(text)}.{suggest_name(text.strip(), ids, newest)}")
