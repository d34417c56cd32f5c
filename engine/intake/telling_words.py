"""Words that tell of one fact and hardly of another, gathered from the lexicon: by them a paraphrase is known to be about its fact."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from engine.lazy_pattern import lazy_pattern
from engine.workload import Value
from knowledge import Knowledge

_WORD: Final = lazy_pattern(r"[a-z]{4,}", re.IGNORECASE)
_STEM: Final = 6
"""Letters by which two forms of a word are the same: "interruption", "interrupted"."""
_MOST_FACTS: Final = 3
"""Facts in whose phrases a word may stand and still tell one from another."""


def tells_of(fact: str, value: Value, quote: str, knowledge: Knowledge) -> bool:
    """True if a word of `quote` tells of this value of the fact; for what is so or not, of the fact."""
    telling = _telling_words(knowledge)
    wanted = telling.get((fact, "" if isinstance(value, bool) else str(value)), frozenset())
    return not wanted.isdisjoint(_stems(quote))


@lru_cache(maxsize=4)
def _telling_words(knowledge: Knowledge) -> Mapping[tuple[str, str], frozenset[str]]:
    """(Fact, value) -> stems; of a flag both values together, under ""."""
    found: dict[tuple[str, str], set[str]] = {}
    for fact, entry in knowledge.lexicon.items():
        for value, phrases in entry.terms.items():
            key = (fact, "" if value in {"true", "false"} else value)
            found.setdefault(key, set()).update(_stems(" ".join((*phrases, value, fact.replace("_", " ")))))
    of_facts = Counter(
        stem for fact in knowledge.lexicon for stem in set().union(*(stems for key, stems in found.items() if key[0] == fact))
    )
    return {key: frozenset(stem for stem in stems if of_facts[stem] <= _MOST_FACTS) for key, stems in found.items()}


def _stems(text: str) -> Iterator[str]:
    return (word.lower()[:_STEM] for word in _WORD.findall(text))
