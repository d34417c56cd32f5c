"""What goes wrong with input, said in one line each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from knowledge.steering import visible

SHOWN_LENGTH: Final = 60
"""Characters of a wrong value that a message repeats."""
_NEAR: Final = 55
"""Least likeness, out of 100, of a name that is suggested: a suggestion may be wrong, since nothing is done with it unasked."""


class InputError(ValueError):
    """Bad input from a person or a file. `str()` is one or more lines that can be shown as they are."""

    def __init__(self, *lines: str) -> None:
        """Keep `lines`, one per mistake."""
        super().__init__("\n".join(map(visible, lines)))


class KnowledgeError(InputError):
    """The knowledge base itself is wrong: a file, a line, a field."""


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that looks most like `name`, or None where none comes near."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only a mistake needs it: 15 ms of start-up saved

    found = process.extractOne(name.lower(), list(candidates), scorer=fuzz.ratio, score_cutoff=_NEAR)
    return found[0] if found else None


def suggestion(name: str, candidates: Sequence[str] | Iterable[str], otherwise: str = "") -> str:
    """`Did you mean X?`, or `otherwise` where nothing comes near; starts with a space."""
    close = nearest(name, candidates)
    text = f"Did you mean {close}?" if close else otherwise
    return f" {text}" if text else ""


def shown(value: object, most: int = SHOWN_LENGTH) -> str:
    """`value` in quotes for a message: `most` characters of it, on one line, with control characters made visible."""
    text = value if isinstance(value, str) else repr(value)
    short = text if len(text) <= most else f"{text[: most - 1]}…"
    return '"' + "".join(character if character.isprintable() else repr(character)[1:-1] for character in short) + '"'
