"""Builds the tables that messages are parsed with. Done once, when the base is compiled, because it takes longer than parsing a message."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Final

from knowledge.base import Knowledge
from knowledge.entity_names import build_name_table
from knowledge.phrase_index import build_index
from knowledge.schema.message_vocabulary import EntityName, MessageVocabulary, TypoTargets
from knowledge.schema.wording import Cues, Lexicon

_LETTERS: Final = re.compile(r"[a-z]{4,}(?![a-z*])")
_NUMBERED: Final = re.compile(r"[a-z]{5,}\d{1,3}")
_PREFIX: Final = re.compile(r"[a-z]{4,}(?=\*)")
"""A prefix such as `train*`. It counts as a word only if the list of words has it."""
_MIN_TYPO_LETTERS: Final = 5
"""Words with fewer letters are too similar to each other to correct a typo to."""
_MIN_CUE_LETTERS: Final = 7
"""The same for cues, which are everyday words and need more letters."""
_FLAGS: Final = frozenset({"true", "false"})


def build_message_vocabulary(knowledge: Knowledge) -> MessageVocabulary:
    """Build the vocabulary. Terms are sorted by name, because the order decides between phrases of equal length."""
    lexicon = knowledge.lexicon
    cues = {cue: {cue: phrases} for entry in knowledge.cues.values() for cue, phrases in sorted(entry.terms.items())}
    names = build_name_table(knowledge)
    places = {name: place for place, name in enumerate(dict.fromkeys(names.values()))}
    known, targets = _spelling_words(knowledge, names)
    return MessageVocabulary(
        facts=build_index({fact: dict(sorted(entry.terms.items())) for fact, entry in lexicon.items()}),
        flags=frozenset(fact for fact, entry in lexicon.items() if set(entry.terms) <= _FLAGS),
        cues=build_index(cues),
        names={phrase: places[name] for phrase, name in names.items()},
        named=tuple(places),
        known=known,
        targets=targets,
    )


def _spelling_words(knowledge: Knowledge, names: Mapping[str, EntityName]) -> tuple[frozenset[str], TypoTargets]:
    """Words that are spelt right, and words that a typo may stand for."""
    words = knowledge.wording["words"].texts if "words" in knowledge.wording else {"kept": "", "cues": "", "english": ""}
    kept = frozenset(_LETTERS.findall(f"{words['kept']} {words['english']}"))
    phrases = _join_phrases(knowledge.lexicon.values())
    field = {*_LETTERS.findall(f"{phrases} {' '.join(names)} {words['cues']}".lower()), *(kept.intersection(_PREFIX.findall(phrases)))}
    short = {word for word in words["cues"].split() if len(word) < _MIN_TYPO_LETTERS}
    cues = frozenset(_LETTERS.findall(_join_phrases(knowledge.cues.values())))
    field |= {word for word in cues if len(word) >= _MIN_CUE_LETTERS}
    numbered = tuple(sorted({word for name in names for word in name.split() if _NUMBERED.fullmatch(word)}))
    pairs = frozenset(pair for name in names for pair in itertools.pairwise(name.split()))
    spoken = tuple(sorted({word for word in field if len(word) >= _MIN_TYPO_LETTERS} | short))
    return kept | field | cues, TypoTargets(spoken, tuple(words["cues"].split()), numbered, pairs)


def _join_phrases(entries: Iterable[Lexicon | Cues]) -> str:
    return " ".join(phrase for entry in entries for phrases in entry.terms.values() for phrase in phrases)
