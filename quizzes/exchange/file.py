"""What a file from anywhere has to be before it is read: not too large, and text where text is asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeVar

from knowledge.errors import InputError
from knowledge.plain_text import refuse_utf_16

Thing = TypeVar("Thing")
MAX_BYTES: Final = 20_000_000
MAX_ITEMS: Final = 10_000
_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffe\uffff]")
"""What stands in binary data and in no text."""
_APART: Final = re.compile(r"[^a-z0-9]+")
_WORDS: Final = 8
"""Words of a stem that make an id."""
_LENGTH: Final = 400
"""Characters in which those words are looked for."""


def sized(data: bytes, name: str) -> bytes:
    """`data` as it is. Raises InputError for what is empty or too large."""
    if len(data) > MAX_BYTES:
        raise InputError(f"{name}: larger than the {MAX_BYTES:,} bytes a file of items may have.")
    if not data.strip():
        raise InputError(f"{name}: the file is empty.")
    return data


def text_of(data: bytes, name: str) -> str:
    """`data` as text, its lines ended as on Unix. Raises InputError with the line for what is no UTF-8 text."""
    refuse_utf_16(data, name)
    try:
        text = sized(data, name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name}:{line}: this is not UTF-8 text. Save the file as UTF-8.") from None
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise InputError(f"{name}:{line}: this is binary data, not text.")
    return text.replace("\r\n", "\n")


def without_control(text: str) -> str:
    """`text` with a space for each character that no text file holds."""
    return _CONTROL.sub(" ", text)


def bounded(found: Iterable[Thing], name: str) -> list[Thing]:
    """All that is found, one by one. Raises InputError for nothing, and for more than anybody can look through."""
    every = list(islice(found, MAX_ITEMS + 1))
    if not every:
        raise InputError(f"{name}: no question was found.")
    if len(every) > MAX_ITEMS:
        raise InputError(f"{name}: more than {MAX_ITEMS:,} questions; give them in several files.")
    return every


class Ids:
    """The ids of a file, and new ones for items that have none."""

    def __init__(self, taken: Iterable[str]) -> None:
        """Begin with those that the file gives."""
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def new(self, words: str) -> str:
        """An id from the first words of a title or stem, with a number where that is taken."""
        plain = unicodedata.normalize("NFKD", words[:_LENGTH]).encode("ascii", "ignore").decode().lower()
        base = name = "-".join(_APART.sub(" ", plain).split()[:_WORDS]) or "item"
        while name in self._taken:
            self._next[base] = self._next.get(base, 1) + 1
            name = f"{base}-{self._next[base]}"
        self._taken.add(name)
        return name
