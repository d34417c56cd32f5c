"""What a foreign file must be before it is read: not too large, and text where text is expected."""

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
"""Characters that occur in binary data but in no text."""
_NOT_ALPHANUMERIC: Final = re.compile(r"[^a-z0-9]+")
_MAX_ID_WORDS: Final = 8
"""Words of a stem used for an id."""
_MAX_ID_SOURCE: Final = 400
"""Characters among which those words are looked for."""


def check_size(data: bytes, name: str) -> bytes:
    """`data` unchanged. Raises InputError if it is empty or too large."""
    if len(data) > MAX_BYTES:
        raise InputError(f"{name}: larger than the {MAX_BYTES:,} bytes a file of items may have.")
    if not data.strip():
        raise InputError(f"{name}: the file is empty.")
    return data


def decode_text(data: bytes, name: str) -> str:
    """`data` as text with Unix line ends. Raises InputError with the line if it is not UTF-8 text."""
    refuse_utf_16(data, name)
    try:
        text = check_size(data, name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name}:{line}: this is not UTF-8 text. Save the file as UTF-8.") from None
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise InputError(f"{name}:{line}: this is binary data, not text.")
    return text.replace("\r\n", "\n")


def replace_control_characters(text: str) -> str:
    """`text` with spaces in place of characters that no text file holds."""
    return _CONTROL.sub(" ", text)


def list_within_limit(found: Iterable[Thing], name: str) -> list[Thing]:
    """Everything found, as a list. Raises InputError for nothing, and for more than MAX_ITEMS."""
    every = list(islice(found, MAX_ITEMS + 1))
    if not every:
        raise InputError(f"{name}: no question was found.")
    if len(every) > MAX_ITEMS:
        raise InputError(f"{name}: more than {MAX_ITEMS:,} questions; give them in several files.")
    return every


class ItemIds:
    """The ids of a file, and new ones for items without."""

    def __init__(self, taken: Iterable[str]) -> None:
        """Start with the ids that the file gives."""
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def new_id(self, words: str) -> str:
        """A new id from the first words of a title or stem, numbered if taken."""
        plain = unicodedata.normalize("NFKD", words[:_MAX_ID_SOURCE]).encode("ascii", "ignore").decode().lower()
        base = name = "-".join(_NOT_ALPHANUMERIC.sub(" ", plain).split()[:_MAX_ID_WORDS]) or "item"
        while name in self._taken:
            self._next[base] = self._next.get(base, 1) + 1
            name = f"{base}-{self._next[base]}"
        self._taken.add(name)
        return name
