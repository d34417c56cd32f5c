"""Comments, which may repeat what a person wrote: whatever stands in it, it stays within the comment."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

_WIDTH: Final = 110
_LABEL: Final = 10


def commented(lines: Iterable[str]) -> str:
    """Lines behind the mark that all five languages share."""
    return "\n".join(f"# {line}".rstrip() for line in lines)


def labelled(label: str, texts: Iterable[str]) -> Iterator[str]:
    """Texts behind a label, wrapped; nothing where there are none."""
    for number, text in enumerate(texts):
        head = (label if number == 0 else "").ljust(_LABEL)
        yield from textwrap.wrap(one_line(text), _WIDTH, initial_indent=head, subsequent_indent=" " * _LABEL, break_on_hyphens=False)


def commands(label: str, texts: Iterable[str]) -> Iterator[str]:
    """Commands behind a label, each in one piece so that it can be copied."""
    for number, text in enumerate(texts):
        yield (label if number == 0 else "").ljust(_LABEL) + one_line(text)


def one_line(text: str) -> str:
    """Text without what could end a line or steer a terminal."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())
