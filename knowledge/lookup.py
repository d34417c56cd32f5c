"""Finds what a person asks about, by id, name or alias, as people type: "whats efa", "sagmaker async", "g5 vs inf2"."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from knowledge.base import Knowledge

EXPLAINED: Final = (
    "families",
    "places",
    "purchases",
    "processors",
    "accelerators",
    "models",
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
    "cores",
    "regions",
)
"""Kinds that can be explained; where two share a name, the first wins."""

_WORD: Final = re.compile(r"[a-z0-9]+(?:\.[a-z0-9]+)*")
_NOISE: Final = frozenset(
    "what whats s is are the a an of in on for to and or vs versus against does do can i explain tell me about how much many which "  # noqa: SIM905  # words read best in a row
    "when why should".split()
)
_LONGEST: Final = 6
_ALIKE: Final = 86
"""Least likeness, out of 100, of a misspelt word; words with digits are never forgiven."""


class Hit(NamedTuple):
    """Something the base knows."""

    kind: str
    id: str


def look_up(text: str, knowledge: Knowledge) -> list[Hit]:
    """Everything that `text` names, in its order, the longest names first; empty where it names nothing."""
    index, words = _index(knowledge), _WORD.findall(text.lower())
    found: list[Hit] = []
    unknown: set[str] = set()
    position = 0
    while position < len(words):
        hit, length = _at(words, position, index)
        if hit is None:
            unknown.add(words[position])
        elif hit not in found:
            found.append(hit)
        position += length
    meant = _misspelt(words, unknown - _NOISE, index)
    return [*meant, *(hit for hit in found if hit not in meant)]


def entry_of(hit: Hit, knowledge: Knowledge) -> Any:  # noqa: ANN401  # a record of whatever kind
    """The record behind a hit."""
    return getattr(knowledge, hit.kind)[hit.id]


@functools.lru_cache(maxsize=1)
def _index(knowledge: Knowledge) -> Mapping[str, Hit]:
    """Every name with what it stands for; made once for a base, since a search looks at each key typed."""
    index: dict[str, Hit] = {name: Hit("instances", name) for name in knowledge.instances}
    for kind in reversed(EXPLAINED):
        records: Mapping[str, Any] = getattr(knowledge, kind)
        for identity, entry in records.items():
            index.update({_key(name): Hit(kind, identity) for name in (*entry.aliases, entry.name, identity)})
    return index


def _key(name: str) -> str:
    return " ".join(_WORD.findall(name.lower().removeprefix("ml.")))


def _at(words: list[str], position: int, index: Mapping[str, Hit]) -> tuple[Hit | None, int]:
    """The longest name that begins at `position`, and how many words it takes."""
    for length in range(min(_LONGEST, len(words) - position), 0, -1):
        phrase = " ".join(words[position : position + length]).removeprefix("ml.")
        if length == 1 and phrase in _NOISE:
            break
        for spelling in (phrase, phrase.removesuffix("s")):
            if spelling in index:
                return index[spelling], length
    generation = _generation(words[position], index)
    return generation, 1


def _generation(word: str, index: Mapping[str, Hit]) -> Hit | None:
    """`p4` means the first family of that generation, p4d."""
    if not re.fullmatch(r"[a-z]+\d+", word):
        return None
    families = sorted(name for name, hit in index.items() if hit.kind == "families" and re.fullmatch(rf"{word}[a-z]{{1,2}}", name))
    return index[families[0]] if families else None


def _misspelt(words: list[str], unknown: set[str], index: Mapping[str, Hit]) -> list[Hit]:
    """The name that the longest run of words with an unknown one among them comes near to, where it comes near enough."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only a misspelling needs it

    plain = [word for word in words if word not in _NOISE and not any(c.isdigit() for c in word)]
    names = [name for name in index if not any(c.isdigit() for c in name)] if unknown & set(plain) else []
    for phrase in _phrases(plain) if names else ():
        if unknown & set(phrase.split()):
            match = process.extractOne(phrase, names, scorer=fuzz.ratio, score_cutoff=_ALIKE)
            if match is not None:
                return [index[match[0]]]
    return []


def _phrases(words: list[str]) -> Iterator[str]:
    for length in range(min(_LONGEST, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            phrase = " ".join(words[start : start + length])
            if len(phrase) > 3:  # noqa: PLR2004  # of three letters, one wrong makes another word
                yield phrase
