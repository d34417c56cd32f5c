"""Sentences of the base with their placeholders filled: one way for everything that speaks."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from string import Template
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from knowledge.base import Knowledge


def sentence(knowledge: Knowledge, subject: str, key: str, /, **values: object) -> str:
    """The sentence `key` of `wording/<subject>.yaml`, filled. Raises KeyError where a placeholder has no value."""
    return filled(knowledge.wording[subject].texts[key], {name: str(value) for name, value in values.items()})


class Say(Protocol):
    """Gives the sentences of one subject."""

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence `key`, filled."""


def saying(knowledge: Knowledge, subject: str) -> Say:
    """What says the sentences of `wording/<subject>.yaml`."""
    return functools.partial(sentence, knowledge, subject)


def filled(text: str, values: Mapping[str, str]) -> str:
    """A sentence with its placeholders filled. Raises KeyError for one that has no value."""
    plain, names = _parted(text)
    pieces = [plain[0]]
    for name, rest in zip(names, plain[1:], strict=True):
        pieces += (values[name], rest)
    return "".join(pieces)


@functools.lru_cache(maxsize=2048)
def _parted(text: str) -> tuple[list[str], list[str]]:
    """The text between the placeholders, and their names; the sentences of a base are few, and each is filled often."""
    plain, names, at = [""], [], 0
    for found in Template.pattern.finditer(text):
        name = found["named"] or found["braced"]
        if name is None and found["escaped"] is None:
            raise ValueError(f"Not a placeholder in {text!r}.")
        plain[-1] += text[at : found.start()] + ("" if name else "$")
        if name:
            names.append(name)
            plain.append("")
        at = found.end()
    plain[-1] += text[at:]
    return plain, names
