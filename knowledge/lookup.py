"""Finds entries by id, name or alias in what people type: "whats efa", "sagmaker async", "g5 vs inf2"."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from knowledge.base import Knowledge
from knowledge.name_words import WORD

EXPLAINED_KINDS: Final = (
    "families",
    "places",
    "purchases",
    "processors",
    "accelerators",
    "models",
    "hosted_models",
    "algorithms",
    "tools",
    "frameworks",
    "networking",
    "scaling",
    "metrics",
    "infrastructure",
    "images",
    "glossary",
    "ideas",
    "lessons",
    "tables",
    "guidance",
    "symptoms",
    "software",
    "datasets",
    "cores",
    "regions",
    "quotas",
)
"""Kinds that `explain` covers. If entries of two kinds share a name, the first kind wins."""

_NOISE: Final = frozenset(
    "what whats s is are the a an of in on for to and or vs versus against does do can i explain tell me about how much many which "  # noqa: SIM905  # words read best in a row
    "when why should".split()
)
_MAX_NAME_WORDS: Final = 6
_MIN_LIKENESS: Final = 86
"""Similarity, from 0 to 100, that a misspelt word needs; words with digits are never corrected."""


class Hit(NamedTuple):
    """Reference to an entry of the base."""

    kind: str
    id: str


def look_up(text: str, knowledge: Knowledge) -> list[Hit]:
    """The entries that `text` names, in its order, preferring longer names; a corrected misspelling comes first."""
    index, words = _index_names(knowledge), WORD.findall(text.lower())
    found: list[Hit] = []
    unknown: set[str] = set()
    position = 0
    while position < len(words):
        hit, length = _longest_match(words, position, index)
        if hit is None:
            unknown.add(words[position])
        elif hit not in found:
            found.append(hit)
        position += length
    meant = _match_misspelt(words, unknown - _NOISE, index)
    return [*meant, *(hit for hit in found if hit not in meant)]


def entry_of(hit: Hit, knowledge: Knowledge) -> Any:  # noqa: ANN401  # a record of whatever kind
    """The record behind a hit."""
    return getattr(knowledge, hit.kind)[hit.id]


@functools.lru_cache(maxsize=1)
def _index_names(knowledge: Knowledge) -> Mapping[str, Hit]:
    """Name -> entry. Built once for a base, because a search looks up at each key press."""
    index: dict[str, Hit] = {name: Hit("instances", name) for name in knowledge.instances}
    for family in knowledge.model_families.values():
        index.update({_name_key(name): Hit("models", family.assumed) for name in (*family.aliases, family.name, family.id)})
    for kind in reversed(EXPLAINED_KINDS):
        records: Mapping[str, Any] = getattr(knowledge, kind)
        for identity, entry in records.items():
            index.update({_name_key(name): Hit(kind, identity) for name in (*entry.aliases, entry.name, identity)})
    return index


def _name_key(name: str) -> str:
    return " ".join(WORD.findall(name.lower().removeprefix("ml.")))


def _longest_match(words: list[str], position: int, index: Mapping[str, Hit]) -> tuple[Hit | None, int]:
    """The entry with the longest name that begins at `position`, and the number of words in the name."""
    for length in range(min(_MAX_NAME_WORDS, len(words) - position), 0, -1):
        phrase = " ".join(words[position : position + length]).removeprefix("ml.")
        if length == 1 and phrase in _NOISE:
            break
        for spelling in (phrase, phrase.removesuffix("s")):
            if spelling in index:
                return index[spelling], length
    generation = _family_of_generation(words[position], index)
    return generation, 1


def _family_of_generation(word: str, index: Mapping[str, Hit]) -> Hit | None:
    """The first family of a generation: p4d for `p4`."""
    if not re.fullmatch(r"[a-z]+\d+", word):
        return None
    families = sorted(name for name, hit in index.items() if hit.kind == "families" and re.fullmatch(rf"{word}[a-z]{{1,2}}", name))
    return index[families[0]] if families else None


def _match_misspelt(words: list[str], unknown: set[str], index: Mapping[str, Hit]) -> list[Hit]:
    """The entry most similar to the longest run of words that holds an unknown word; empty if none is similar enough."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only a misspelling needs it

    plain = [word for word in words if word not in _NOISE and not any(c.isdigit() for c in word)]
    names = [name for name in index if not any(c.isdigit() for c in name)] if unknown & set(plain) else []
    for phrase in _word_runs(plain) if names else ():
        if unknown & set(phrase.split()):
            match = process.extractOne(phrase, names, scorer=fuzz.ratio, score_cutoff=_MIN_LIKENESS)
            if match is not None:
                return [index[match[0]]]
    return []


def _word_runs(words: list[str]) -> Iterator[str]:
    for length in range(min(_MAX_NAME_WORDS, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            phrase = " ".join(words[start : start + length])
            if len(phrase) > 3:  # noqa: PLR2004  # of three letters, one wrong makes another word
                yield phrase
