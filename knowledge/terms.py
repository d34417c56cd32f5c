"""Finds abbreviations that stand in a text of the base and are explained nowhere in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge.lookup import EXPLAINED
from knowledge.walk import inside

_ABBREVIATION: Final = re.compile(r"\b[A-Z]{2,}[0-9]*\b")
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_ROWS: Final = frozenset({"sources", "measurements", "deployments"})
"""Kinds whose words are titles and remarks of others."""
_NOT_TEXT: Final = frozenset({"id", "sources", "url", "aliases", "figure"})


def undefined(records: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """One line for each abbreviation that no entry has in its name or aliases and that `wording/abbreviations.yaml` does not spell out."""
    known = set(records["wording"]["abbreviations"].texts) if "abbreviations" in records["wording"] else set()
    for kind in EXPLAINED:
        for identity, entry in records[kind].items():
            known.update(word.upper() for name in (identity, entry.name, *entry.aliases) for word in _WORD.findall(name))
    seen: set[str] = set()
    for kind, entries in records.items():
        for identity, entry in entries.items() if kind not in _ROWS else ():
            for text in texts_of(entry):
                for word in set(_ABBREVIATION.findall(text)) - known - seen:
                    seen.add(word)
                    where = f"{kind}/{identity}.yaml"
                    yield f"{where}: {word} is explained nowhere. Add a glossary entry, or spell it out in wording/abbreviations.yaml."


def texts_of(entry: object) -> Iterator[str]:
    """Every text below a record that a person reads."""
    if isinstance(entry, str):
        yield entry
    for part in inside(entry, left_out=_NOT_TEXT):
        yield from texts_of(part)
