"""Which options a foreign file marks as right: by letter, number or text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from knowledge.errors import InputError, quote_value, suggest_name
from quizzes.display_order import LETTERS

_SEPARATOR: Final = re.compile(r"[,;|/&\s]+|\band\b")


def right_places(given: str, options: Sequence[str], *, places_first: bool) -> tuple[int, ...]:
    """The places, from 0, of the options that `given` marks as right.

    With `places_first`, 2 means the second option even if an option reads 2. Raises InputError if it names no option.
    """
    plain = [_normalize_text(option) for option in options]
    whole = (plain.index(_normalize_text(given)),) if _normalize_text(given) in plain else ()
    labels = [part for part in _SEPARATOR.split(given.strip().strip("().")) if part]
    by_label = [_place_of_label(label, len(options)) for label in labels]
    labelled = tuple(sorted({place for place in by_label if place is not None})) if labels and None not in by_label else ()
    found = (labelled or whole) if places_first else (whole or labelled)
    if not found:
        raise InputError(_unknown_option_message(given, options))
    return found


def _place_of_label(label: str, count: int) -> int | None:
    text = label.strip("().").lower()
    if len(text) == 1 and text in LETTERS[:count]:
        return LETTERS.index(text)
    return int(text) - 1 if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= count and len(text) <= 2 else None  # noqa: PLR2004  # two digits are more than the letters


def _unknown_option_message(given: str, options: Sequence[str]) -> str:
    letters = ", ".join(LETTERS[: len(options)])
    return f"right: {quote_value(given)} is no option.{suggest_name(given, options, f'Give one of {letters}, its number or its text.')}"


def _normalize_text(text: str) -> str:
    return " ".join(text.casefold().split())
