"""What reading needs of the base, made ready once: patterns by fact, names, and the words that typos are read as."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.intake.names import Name, table_of
from engine.intake.patterns import Patterns
from engine.intake.spelling import Targets
from knowledge import Knowledge
from knowledge.schema.guidance import Cues, Lexicon

_LETTERS: Final = re.compile(r"[a-z]{4,}(?![a-z*])")
_NUMBERED: Final = re.compile(r"[a-z]{5,}\d{1,3}")
_BEGUN: Final = re.compile(r"[a-z]{4,}(?=\*)")
"""The beginning of a word: a word itself only where the list of words has it."""
_SPOKEN_LEAST: Final = 5
"""Letters of a word that a typo may be read as; shorter ones are too near to each other."""
_CUE_LEAST: Final = 7
"""The same for cues, which are everyday words."""


class Lexica(NamedTuple):
    """Everything that reading looks words up in."""

    facts: Patterns
    """How people say the values of facts."""
    cues: Patterns
    """Words that tell what is meant by what stands beside them."""
    names: dict[str, Name]
    known: frozenset[str]
    """Words that are no typos."""
    targets: Targets
    """Words of the field that a typo may have meant."""


@lru_cache(maxsize=4)
def lexica_of(knowledge: Knowledge) -> Lexica:
    """The lexica of a base; kept, since making them takes longer than reading a message."""
    facts = Patterns({fact: lexicon.terms for fact, lexicon in knowledge.lexicon.items()})
    terms = {cue: {cue: phrases} for cues in knowledge.cues.values() for cue, phrases in cues.terms.items()}
    names = table_of(knowledge)
    words = knowledge.wording["words"].texts
    kept = frozenset(_LETTERS.findall(words["kept"]))
    phrases = _phrases(knowledge.lexicon.values())
    field = {*_LETTERS.findall(f"{phrases} {' '.join(names)} {words['cues']}".lower()), *(kept.intersection(_BEGUN.findall(phrases)))}
    short = {word for word in words["cues"].split() if len(word) < _SPOKEN_LEAST}
    cues = frozenset(_LETTERS.findall(_phrases(knowledge.cues.values())))
    field |= {word for word in cues if len(word) >= _CUE_LEAST}
    numbered = tuple(sorted({word for name in names for word in name.split() if _NUMBERED.fullmatch(word)}))
    pairs = frozenset(pair for name in names for pair in itertools.pairwise(name.split()))
    targets = Targets(
        tuple(sorted({word for word in field if len(word) >= _SPOKEN_LEAST} | short)), tuple(words["cues"].split()), numbered, pairs
    )
    return Lexica(facts, Patterns(terms), names, kept | field | cues, targets)


def _phrases(entries: Iterable[Lexicon | Cues]) -> str:
    return " ".join(phrase for entry in entries for phrases in entry.terms.values() for phrase in phrases)
