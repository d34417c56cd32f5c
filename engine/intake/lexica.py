"""What reading looks words up in: patterns of facts and of cues, names, and the words that typos are read as."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.intake.patterns import Patterns
from knowledge import Knowledge
from knowledge.phrase_index import Phrases
from knowledge.schema.message_vocabulary import EntityName, TypoTargets


class Lexica(NamedTuple):
    """Everything that reading looks words up in."""

    facts: Patterns
    """How people say the values of facts."""
    flags: frozenset[str]
    """Facts that are so or not."""
    cues: Patterns
    """Words that tell what is meant by what stands beside them."""
    names: Mapping[str, EntityName]
    known: frozenset[str]
    """Words that are no typos."""
    targets: TypoTargets
    """Words of the field that a typo may have meant."""


@lru_cache(maxsize=4)
def lexica_of(knowledge: Knowledge) -> Lexica:
    """The lexica of a base; kept, with the phrases that were come to."""
    found = knowledge.message_vocabulary
    names = {phrase: found.named[place] for phrase, place in found.names.items()}
    return Lexica(Patterns(Phrases(found.facts)), found.flags, Patterns(Phrases(found.cues)), names, found.known, found.targets)
