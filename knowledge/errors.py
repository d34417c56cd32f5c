"""Errors of input. Each message is one line that says where the mistake is, what it is, and the nearest valid name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from knowledge.control_characters import show_controls

MAX_QUOTED_LENGTH: Final = 60
"""At most so many characters of a wrong value are repeated in a message."""
_MIN_LIKENESS: Final = 55
"""Similarity, from 0 to 100, that a name needs to be suggested. Low, because a suggestion is only shown, never applied."""


class InputError(ValueError):
    """Bad input from a person or a file. `str()` is one or more lines that can be shown as they are."""

    def __init__(self, *lines: str) -> None:
        """Keep `lines`, one per mistake."""
        super().__init__("\n".join(map(show_controls, lines)))


class KnowledgeError(InputError):
    """The knowledge base itself is wrong: a file, a line, a field."""


def nearest_name(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most similar to `name`; None if none is similar."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only a mistake needs it: 15 ms of start-up saved

    found = process.extractOne(name.lower(), list(candidates), scorer=fuzz.ratio, score_cutoff=_MIN_LIKENESS)
    return found[0] if found else None


def suggest_name(name: str, candidates: Sequence[str] | Iterable[str], otherwise: str = "") -> str:
    """` Did you mean X?`, or `otherwise` if no candidate is similar. Starts with a space unless empty."""
    close = nearest_name(name, candidates)
    text = f"Did you mean {close}?" if close else otherwise
    return f" {text}" if text else ""


def quote_value(value: object, most: int = MAX_QUOTED_LENGTH) -> str:
    """`value` in double quotes for a message: at most `most` characters, on one line, control characters escaped."""
    text = value if isinstance(value, str) else repr(value)
    short = text if len(text) <= most else f"{text[: most - 1]}…"
    return '"' + "".join(character if character.isprintable() else repr(character)[1:-1] for character in short) + '"'
