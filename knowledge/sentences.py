"""Fills the $placeholders in the sentences of `wording/`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from string import Template
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import datetime as dt

    from knowledge.base import Knowledge


def fill_sentence(knowledge: Knowledge, subject: str, key: str, /, **values: object) -> str:
    """The sentence `key` of `wording/<subject>.yaml` with its placeholders filled. Raises KeyError if one has no value."""
    return fill_placeholders(knowledge.wording[subject].texts[key], {name: str(value) for name, value in values.items()})


class Say(Protocol):
    """`fill_sentence` for one subject."""

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence `key` with its placeholders filled."""


def bind_subject(knowledge: Knowledge, subject: str) -> Say:
    """`fill_sentence` for `wording/<subject>.yaml`."""
    return functools.partial(fill_sentence, knowledge, subject)


def fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    """`text` with its placeholders filled. Raises KeyError if one has no value."""
    plain, names = _split_placeholders(text)
    pieces = [plain[0]]
    for name, rest in zip(names, plain[1:], strict=True):
        pieces += (values[name], rest)
    return "".join(pieces)


def write_day(day: dt.date | None) -> str:
    """A day as people write it: "8 October 2026"; "" for none."""
    return f"{day.day} {day:%B %Y}" if day is not None else ""


@functools.lru_cache(maxsize=2048)
def _split_placeholders(text: str) -> tuple[list[str], list[str]]:
    """The text around the placeholders, and their names. Cached: there are few sentences, and each is filled often."""
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
