"""Builds the index that symptoms are found with. Done once, when the base is compiled."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from knowledge.base import Knowledge
from knowledge.schema.symptom_index import SymptomIndex, Term, Wording

_WORD: Final = re.compile(r"[a-z]+|(?<!\d)\d{3}(?!\d)")
"""Letters in a row, and numbers of three digits: 137, 413, 504."""
_ENDING: Final = re.compile(r"(?:ations?|ingly|ings?|ments?|ness|edly|ed|es|s|ers?|ly)$")
_SHORTEST_STEM: Final = 3
_LONG_ENOUGH: Final = 5
"""Letters of a word whose ending may go."""
# fmt: off
_COMMON: Final = frozenset((
    "a", "an", "the", "of", "to", "in", "on", "at", "for", "and", "or", "is", "are", "was", "were", "be", "been", "it", "its", "this",
    "that", "with", "my", "our", "we", "i", "you", "they", "he", "she", "as", "by", "from", "have", "has", "had", "do", "does", "did",
    "but", "if", "so", "than", "then", "there", "here", "what", "which", "who", "how", "why", "can", "could", "would", "should", "will",
    "just", "only", "very", "too", "also", "into", "over", "under", "about", "when", "while", "after", "before", "me", "us", "them",
    "your", "their", "his", "her", "all", "any", "some", "more", "most", "each", "every", "one", "two", "s", "t", "re", "ve", "don",
))
# fmt: on
"""Words that tell nothing of what hurts."""
_PAIR: Final = 0.5
"""Weight of two words in a row beside that of one."""
_AT_LEAST: Final = 2
"""Texts in which a term must stand before it tells whether something hurts."""
_DIGITS: Final = 4
"""Decimals that are kept."""


def terms_of(text: str) -> list[str]:
    """The words of a text without their endings, and each two in a row; in order, each once."""
    words = [_stem(word) for word in _WORD.findall(text.lower().replace("'", "").replace("isation", "ization")) if word not in _COMMON]
    return list(dict.fromkeys((*words, *(f"{one} {other}" for one, other in itertools.pairwise(words)))))


def build_symptom_index(knowledge: Knowledge) -> SymptomIndex:
    """The index of all symptoms of the base, and of what people say where nothing hurts."""
    places = {identity: place for place, identity in enumerate(sorted(knowledge.symptoms))}
    texts = list(_texts(knowledge))
    terms = [terms_of(text) for _, _, text in texts]
    postings: dict[str, list[int]] = defaultdict(list)
    lengths = dict.fromkeys(places, 0.0)
    for number, ((identity, weight, _), found) in enumerate(zip(texts, terms, strict=True)):
        lengths[identity] += weight * len(found)
        for term in found:
            postings[term].append(number)
    rarity = {term: _rarity(term, len({texts[number][0] for number in numbers}), len(places)) for term, numbers in postings.items()}
    norms = [math.sqrt(sum(rarity[term] ** 2 for term in found)) for found in terms]
    calm = knowledge.wording["calm"].texts["sentences"].splitlines() if "calm" in knowledge.wording else []
    return SymptomIndex(
        symptoms=tuple(places),
        lengths=tuple(lengths.values()),
        wordings=tuple(
            Wording(places[identity], weight, round(norm, _DIGITS)) for (identity, weight, _), norm in zip(texts, norms, strict=True)
        ),
        terms={term: Term(round(rarity[term], _DIGITS), tuple(numbers)) for term, numbers in sorted(postings.items())},
        pain=dict(sorted(_log_odds(terms, [terms_of(sentence) for sentence in calm]).items())),
    )


def _texts(knowledge: Knowledge) -> Iterator[tuple[str, float, str]]:
    """Symptom, weight and text of everything that is compared with."""
    for identity, symptom in sorted(knowledge.symptoms.items()):
        weights = knowledge.weights["symptoms"].thresholds
        yield from ((identity, 1.0, wording) for wording in symptom.seen)
        yield from ((identity, 1.0, error) for error in symptom.error_texts)
        yield identity, weights["name"], f"{symptom.name} {symptom.summary}"
        yield from ((identity, weights["cause"], f"{one.cause} {one.check.tells}") for one in symptom.causes)


def _stem(word: str) -> str:
    if len(word) < _LONG_ENOUGH:
        return word[:-1] if len(word) > _SHORTEST_STEM and word.endswith("s") and not word.endswith("ss") else word
    stem = _ENDING.sub("", word)
    return stem if len(stem) >= _SHORTEST_STEM else word


def _rarity(term: str, holders: int, symptoms: int) -> float:
    """The inverse document frequency of BM25, of a term that so many of the symptoms hold."""
    return math.log(1 + (symptoms - holders + 0.5) / (holders + 0.5)) * (_PAIR if " " in term else 1.0)


def _log_odds(hurting: list[list[str]], calm: list[list[str]]) -> dict[str, float]:
    """Term -> logarithm of how much more often it stands where something hurts; rare terms tell nothing."""
    with_pain, without = (Counter(term for terms in texts for term in terms) for texts in (hurting, calm))
    odds = {}
    for term, count in (with_pain + without).items():
        if count >= _AT_LEAST:
            share, other = (with_pain[term] + 0.5) / (len(hurting) + 1), (without[term] + 0.5) / (len(calm) + 1)
            odds[term] = round(math.log(share / other) * (_PAIR if " " in term else 1.0), _DIGITS)
    return odds
