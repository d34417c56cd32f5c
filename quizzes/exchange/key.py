"""Which options a foreign file calls right: by letter, number or text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from knowledge.errors import InputError, shown, suggestion
from quizzes.order import LETTERS

_APART: Final = re.compile(r"[,;|/&\s]+|\band\b")


def right_places(given: str, options: Sequence[str], *, places_first: bool) -> tuple[int, ...]:
    """The places, from 0, of the options that `given` calls right.

    `places_first` reads 2 as the second option even where an option reads 2. Raises InputError for what is no option.
    """
    plain = [_plain(option) for option in options]
    whole = (plain.index(_plain(given)),) if _plain(given) in plain else ()
    labels = [part for part in _APART.split(given.strip().strip("().")) if part]
    by_label = [_place(label, len(options)) for label in labels]
    labelled = tuple(sorted({place for place in by_label if place is not None})) if labels and None not in by_label else ()
    found = (labelled or whole) if places_first else (whole or labelled)
    if not found:
        raise InputError(_no_option(given, options))
    return found


def _place(label: str, count: int) -> int | None:
    text = label.strip("().").lower()
    if len(text) == 1 and text in LETTERS[:count]:
        return LETTERS.index(text)
    return int(text) - 1 if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= count and len(text) <= 2 else None  # noqa: PLR2004  # two digits are more than the letters


def _no_option(given: str, options: Sequence[str]) -> str:
    letters = ", ".join(LETTERS[: len(options)])
    return f"right: {shown(given)} is no option.{suggestion(given, options, f'Give one of {letters}, its number or its text.')}"


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
