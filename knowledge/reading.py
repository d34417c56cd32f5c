"""Makes what reading looks words up in, once, when the base is compiled: to find and split the words takes longer than any message."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Final

from knowledge.base import Knowledge
from knowledge.names import table_of
from knowledge.phrases import index_of
from knowledge.schema.reading import Name, Reading, Targets
from knowledge.schema.wording import Cues, Lexicon

_LETTERS: Final = re.compile(r"[a-z]{4,}(?![a-z*])")
_NUMBERED: Final = re.compile(r"[a-z]{5,}\d{1,3}")
_BEGUN: Final = re.compile(r"[a-z]{4,}(?=\*)")
"""The beginning of a word: a word itself only where the list of words has it."""
_SPOKEN_LEAST: Final = 5
"""Letters of a word that a typo may be read as; shorter ones are too near to each other."""
_CUE_LEAST: Final = 7
"""The same for cues, which are everyday words."""
_FLAGS: Final = frozenset({"true", "false"})


def reading_of(knowledge: Knowledge) -> Reading:
    """What reading needs of a base; terms in the order of their names, which decides between phrases of one length."""
    lexicon = knowledge.lexicon
    cues = {cue: {cue: phrases} for entry in knowledge.cues.values() for cue, phrases in sorted(entry.terms.items())}
    names = table_of(knowledge)
    places = {name: place for place, name in enumerate(dict.fromkeys(names.values()))}
    known, targets = _spelling(knowledge, names)
    return Reading(
        facts=index_of({fact: dict(sorted(entry.terms.items())) for fact, entry in lexicon.items()}),
        flags=frozenset(fact for fact, entry in lexicon.items() if set(entry.terms) <= _FLAGS),
        cues=index_of(cues),
        names={phrase: places[name] for phrase, name in names.items()},
        named=tuple(places),
        known=known,
        targets=targets,
    )


def _spelling(knowledge: Knowledge, names: Mapping[str, Name]) -> tuple[frozenset[str], Targets]:
    """Words that are no typos, and words that a typo may have meant."""
    words = knowledge.wording["words"].texts if "words" in knowledge.wording else {"kept": "", "cues": ""}
    kept = frozenset(_LETTERS.findall(words["kept"]))
    phrases = _phrases(knowledge.lexicon.values())
    field = {*_LETTERS.findall(f"{phrases} {' '.join(names)} {words['cues']}".lower()), *(kept.intersection(_BEGUN.findall(phrases)))}
    short = {word for word in words["cues"].split() if len(word) < _SPOKEN_LEAST}
    cues = frozenset(_LETTERS.findall(_phrases(knowledge.cues.values())))
    field |= {word for word in cues if len(word) >= _CUE_LEAST}
    numbered = tuple(sorted({word for name in names for word in name.split() if _NUMBERED.fullmatch(word)}))
    pairs = frozenset(pair for name in names for pair in itertools.pairwise(name.split()))
    spoken = tuple(sorted({word for word in field if len(word) >= _SPOKEN_LEAST} | short))
    return kept | field | cues, Targets(spoken, tuple(words["cues"].split()), numbered, pairs)


def _phrases(entries: Iterable[Lexicon | Cues]) -> str:
    return " ".join(phrase for entry in entries for phrases in entry.terms.values() for phrase in phrases)
