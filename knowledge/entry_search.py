"""Finds the entry that a question is about, as people type it: other word order, plurals, typos, words around it.

A name that the question covers wins over one that it only shares a word with. Where no name covers what was asked, the
nearest entries are given as such, so that nobody takes a wrong page for an answer.
"""

from __future__ import annotations

import functools
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from knowledge.base import Knowledge
from knowledge.lookup import EXPLAINED_KINDS, Hit
from knowledge.name_words import name_key, split_words, word_set

_MAX_HITS: Final = 8
_WEAK_WEIGHT: Final = 0.15
"""Weight of a word that says little, such as "use", against one that only one name has."""
_MIN_TYPO_LETTERS: Final = 4
_MAX_TYPO_LETTERS: Final = 30
_LONG_TYPO_LETTERS: Final = 8
"""Letters from which two slips are forgiven."""
_MIN_COUNT_DIGITS: Final = 3
"""A bare number of so many digits counts things, and names none."""
_MIN_ALIKE_LETTERS: Final = 10
_MAX_ALIKE_LETTERS: Final = 60
_MIN_LIKENESS: Final = 93
"""Similarity, from 0 to 100, of a whole name to what was typed, if each of its words is spelt right."""
_COVERED: Final = 0.85
"""Share of what was asked, by weight, that a name must have to be taken for it."""
_NAMED: Final = 0.5
"""Share of a name, by weight, that must have been asked for."""
_NEAR: Final = 0.3
"""The same shares for an entry to be offered as near."""
_OWN_KINDS: Final = frozenset({"places", "families", "purchases", "processors", "accelerators", "models", "model_families"})
"""Kinds whose names count the same without their brand: people say "Lambda" and "G5"."""
_NAMED_KINDS: Final = (*EXPLAINED_KINDS[: (_AFTER := EXPLAINED_KINDS.index("models") + 1)], "model_families", *EXPLAINED_KINDS[_AFTER:])
"""Kinds with names, the likeliest first. A family of models has no page of its own facts, but its name is typed."""
_GENERATION: Final = re.compile(r"[a-z]+\d+")


class Finding(NamedTuple):
    """What a question is about."""

    hits: tuple[Hit, ...]
    """Entries, best first; empty where nothing is near."""
    covers: bool
    """True if the first entry is what was asked for; False if the entries are only the nearest."""


class _Name(NamedTuple):
    words: tuple[str, ...]
    weight: float
    """Sum of the weights of its different words."""
    rank: tuple[int, int]
    """How far it is from the entry's own name, and the place of the kind."""
    hit: Hit


class _Index(NamedTuple):
    exact: Mapping[str, tuple[Hit, ...]]
    """Name -> entries, the likeliest first."""
    compact: Mapping[str, tuple[Hit, ...]]
    """The same without spaces: "flashattention"."""
    names: tuple[_Name, ...]
    having: Mapping[str, tuple[int, ...]]
    """Word -> places in `names`."""
    weights: Mapping[str, float]
    words: Mapping[str, frozenset[str]]
    """Lists of words of `wording/explain.yaml`."""
    synonyms: Mapping[str, tuple[str, ...]]
    own: frozenset[tuple[Hit, tuple[str, ...]]]
    """Entries with the words of their ids and names, without aliases."""


def find_entries(text: str, knowledge: Knowledge) -> Finding:
    """What a question is about."""
    index, words = _build_index(knowledge), split_words(text)
    for tried in dict.fromkeys((tuple(words), tuple(_mend(words, knowledge, index)))):
        if hits := _named_exactly(tried, index):
            return Finding(hits[:_MAX_HITS], covers=True)
        words = list(tried)
    found = _find_by_words(words, index)
    return found if found.covers else _find_alike(words, index) or found


def names_exactly(text: str, knowledge: Knowledge) -> tuple[Hit, ...]:
    """The entries that the whole text, but for words around it, is a name of."""
    index, words = _build_index(knowledge), split_words(text)
    return _named_exactly(words, index) or _named_exactly(_mend(words, knowledge, index), index)


def mend_words(text: str, knowledge: Knowledge, kept: frozenset[str]) -> list[str]:
    """The words of a text, each misspelt one as names have it; words of `kept` stay."""
    words = split_words(text)
    mended = _mend(words, knowledge, _build_index(knowledge))
    return [word if word in kept else better for word, better in zip(words, mended, strict=True)]


def is_name(text: str, knowledge: Knowledge) -> bool:
    """True if the text is a name as it stands, with nothing around it."""
    return name_key(text) in _build_index(knowledge).exact


@functools.lru_cache(maxsize=1)
def _build_index(knowledge: Knowledge) -> _Index:
    """All names. Built once for a base."""
    lists = knowledge.wording["explain"].texts if "explain" in knowledge.wording else {}
    words = {name: word_set(lists.get(name, "")) for name in ("lead", "tail", "brands", "weak", "silent")}
    pairs = (pair.partition("=") for pair in lists.get("synonyms", "").split())
    synonyms = {name_key(said.replace("+", " ")): tuple(split_words(meant.replace("+", " "))) for said, _, meant in pairs}
    ranked: dict[str, dict[Hit, tuple[int, int]]] = defaultdict(dict)
    for key, hit, rank in _ranked_names(knowledge, words["brands"]):
        ranked[key][hit] = min(rank, ranked[key].get(hit, rank))
    exact = {key: tuple(sorted(found, key=found.__getitem__)) for key, found in ranked.items()}
    compact: dict[str, tuple[Hit, ...]] = {}
    for key, hits in exact.items():
        compact.setdefault(key.replace(" ", ""), hits)
    for name in knowledge.instances:
        exact.setdefault(name_key(name), (Hit("instances", name),))
    commonness: dict[str, int] = defaultdict(int)
    for key in ranked:
        for word in set(key.split()):
            commonness[word] += 1
    weights = {word: 1 + math.log(len(ranked) / count) for word, count in commonness.items()}
    names, having = list[_Name](), defaultdict[str, list[int]](list)
    for key, found in ranked.items():
        own = tuple(key.split())
        for hit, rank in found.items():
            for word in set(own):
                having[word].append(len(names))
            names.append(_Name(own, sum(weights[word] for word in set(own)), rank, hit))
    own_names = frozenset(
        (Hit(kind, identity), tuple(split_words(name)))
        for kind in _NAMED_KINDS
        for identity, entry in getattr(knowledge, kind).items()
        for name in (identity, entry.name)
    )
    return _Index(
        exact, compact, tuple(names), {word: tuple(places) for word, places in having.items()}, weights, words, synonyms, own_names
    )


def _ranked_names(knowledge: Knowledge, brands: frozenset[str]) -> Iterator[tuple[str, Hit, tuple[int, int]]]:
    """Each name, its entry and its rank; names of a brand also without it, which counts less."""
    for place, kind in enumerate(_NAMED_KINDS):
        records: Mapping[str, Any] = getattr(knowledge, kind)
        for identity, entry in records.items():
            hit = Hit(kind, identity)
            own = {*split_words(entry.name), *split_words(identity)}
            for name in (identity, entry.name, *entry.aliases):
                words = split_words(name)
                yield " ".join(words), hit, (_strangeness(words, own), place)
                while len(words) > 1 and words[0] in brands:
                    words = words[1:]
                    yield " ".join(words), hit, (_strangeness(words, own) if kind in _OWN_KINDS else 2, place)


def _strangeness(words: Sequence[str], own: set[str]) -> int:
    """0 for a name made of words of the entry's own name, 1 where it shares some, 2 where it shares none."""
    return 0 if own.issuperset(words) else 1 if own.intersection(words) else 2


def _named_exactly(words: Sequence[str], index: _Index) -> tuple[Hit, ...]:
    """The entries of the longest name that is left when words around it are taken away."""
    lead, tail = index.words.get("lead", frozenset()), index.words.get("tail", frozenset())
    first = next((place for place, word in enumerate(words) if word not in lead), len(words))
    last = next((place for place, word in enumerate(reversed(words)) if word not in tail), len(words))
    for taken in range(first + last + 1):
        for before in range(min(taken, first), -1, -1):
            after = taken - before
            if after <= last and before + after < len(words) and (hits := _lookup(words[before : len(words) - after], index)):
                return hits
    return ()


def _lookup(words: Sequence[str], index: _Index) -> tuple[Hit, ...]:
    """The entries of a name, with or without its brand, in one word or several; the families of a generation."""
    key = " ".join(words)
    if hits := index.exact.get(key) or (index.compact.get(key.replace(" ", "")) if len(key) > 2 else None):  # noqa: PLR2004  # two letters name too much
        return hits
    said = [part for word in words for part in index.synonyms.get(word, (word,))] if key not in index.synonyms else index.synonyms[key]
    if list(said) != list(words) and (hits := index.exact.get(" ".join(said))):
        return hits
    if len(words) > 1 and words[0] in index.words["brands"]:
        return _lookup(words[1:], index)
    return tuple(_families_of_generation(key, index)) if len(words) == 1 else ()


def _families_of_generation(word: str, index: _Index) -> Iterator[Hit]:
    """The families of a generation: p4d and p4de for `p4`."""
    if _GENERATION.fullmatch(word):
        member = re.compile(rf"{word}[a-z]{{1,2}}")
        yield from (hits[0] for name, hits in sorted(index.exact.items()) if hits[0].kind == "families" and member.fullmatch(name))


def _mend(words: Sequence[str], knowledge: Knowledge, index: _Index) -> list[str]:
    """The words, each that is no word at all replaced by the nearest that names use."""
    known = knowledge.message_vocabulary.known
    around = index.words["lead"] | index.words["tail"] | index.words["weak"]
    return [
        word
        if word in index.weights or word in around or word in index.synonyms or word in known or f"{word}s" in known
        else _nearest_word(word, index)
        for word in words
    ]


def _nearest_word(word: str, index: _Index) -> str:
    """The word of names that a typo stands for; the word itself where none is near."""
    if not _MIN_TYPO_LETTERS <= len(word) <= _MAX_TYPO_LETTERS or not word.isalpha():
        return word
    from rapidfuzz import process  # noqa: PLC0415  # only a misspelling needs it
    from rapidfuzz.distance import OSA  # noqa: PLC0415  # the same

    slips = 2 if len(word) >= _LONG_TYPO_LETTERS else 1
    targets = [target for target in index.weights if len(target) >= _MIN_TYPO_LETTERS and target.isalpha()]
    found = process.extract(word, targets, scorer=OSA.distance, score_cutoff=slips, limit=6)
    begun = [(near, -len(index.having[target]), target) for target, near, _ in found if word[0] in target[:2]]
    return min(begun)[2] if begun else word


def _find_alike(words: Sequence[str], index: _Index) -> Finding | None:
    """The entry of a long name that all the words are nearly like, such as "multi modal endpoint"; None where there is none."""
    phrase = " ".join(word for word in words if word not in index.words["lead"])
    if not _MIN_ALIKE_LETTERS <= len(phrase) <= _MAX_ALIKE_LETTERS or any(letter.isdigit() for letter in phrase):
        return None
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only a misspelling needs it

    match = process.extractOne(phrase, index.exact.keys(), scorer=fuzz.ratio, score_cutoff=_MIN_LIKENESS)
    return Finding(index.exact[match[0]][:_MAX_HITS], covers=True) if match is not None else None


def _find_by_words(words: Sequence[str], index: _Index) -> Finding:
    """The entries whose names share the most with the question."""
    spoken = [part for word in words for part in index.synonyms.get(word, (word,))]
    types = tuple(dict.fromkeys(index.exact[word][0] for word in spoken if "." in word and word in index.exact))
    if types:
        return Finding(types[:_MAX_HITS], covers=True)
    weak = index.words["weak"]
    weights = {word: _weigh_word(word, index) for word in spoken}
    strong = [word for word in spoken if word not in weak and len(word) > 1]
    asked = sum(weights.values())
    if not strong or not asked:
        return Finding((), covers=False)
    places = {place for word in dict.fromkeys(strong) for place in index.having.get(word, ())}
    best: dict[Hit, tuple[float, float, float, _Name]] = {}
    for place in sorted(places):
        name = index.names[place]
        shared = {word for word in name.words if word in weights}
        covered = sum(weights[word] for word in shared) / asked
        named = sum(index.weights[word] for word in shared) / name.weight
        score = 2 * covered * named / (covered + named)
        if score > best.get(name.hit, (0.0,))[0]:
            best[name.hit] = (score, covered, named, name)
    ranked = sorted(best.items(), key=lambda item: (-round(item[1][0], 3), item[1][3].rank, item[0]))
    if not ranked:
        return Finding((), covers=False)
    whole = [hit for hit, (_, covered, named, name) in ranked if covered >= _COVERED and named >= _NAMED]
    if whole:
        return Finding((*whole, *(hit for hit, _ in ranked if hit not in whole))[:_MAX_HITS], covers=True)
    inside = _names_inside(spoken, [(hit, found[3]) for hit, found in ranked if found[2] > 0.99], index)  # noqa: PLR2004  # all of the name was said
    if inside.covers:
        return inside
    near = [hit for hit, (score, covered, named, _) in ranked if covered >= _NEAR and named >= _NEAR]
    return Finding(tuple(dict.fromkeys((*inside.hits, *near)))[:_MAX_HITS], covers=False)


def _weigh_word(word: str, index: _Index) -> float:
    """What a word tells: much if few names have it, little if it is on the list of such words or a long bare number."""
    weight = 1 if word in index.words["silent"] else index.weights.get(word, 1 + math.log(len(index.names)))
    is_weak = word in index.words["weak"] or (word.isdigit() and len(word) >= _MIN_COUNT_DIGITS)
    return weight * (_WEAK_WEIGHT if is_weak else 1)


def _names_inside(spoken: Sequence[str], found: Iterable[tuple[Hit, _Name]], index: _Index) -> Finding:
    """Entries whose whole name stands in the question, longer names first. They cover it where no word beside them changes their sense."""
    spans = sorted(
        (-len(name.words), name.rank, place, hit)
        for hit, name in found
        for place in range(len(spoken) - len(name.words) + 1)
        if tuple(spoken[place : place + len(name.words)]) == name.words and not set(name.words) <= index.words["weak"]
    )
    taken: dict[int, int] = {}
    hits: dict[Hit, tuple[int, int]] = {}
    for length, _, place, hit in spans:
        span = range(place, place - length)
        if all(taken.get(at, place) == place for at in span):
            taken.update(dict.fromkeys(span, place))
            hits.setdefault(hit, (place, -length))
    if not hits:
        return Finding((), covers=False)
    ordered = tuple(sorted(hits, key=lambda hit: (-hits[hit][1], hits[hit][0])))
    weak = index.words["weak"]
    left = {at for at, word in enumerate(spoken) if at not in taken and word not in weak}
    place, length = hits[ordered[0]]
    is_own = (ordered[0], tuple(spoken[place : place + length])) in index.own
    is_plain = length == 1 and not is_own and not any(letter.isdigit() for letter in spoken[place])
    changes = is_plain and (place - 1 in left or place + 1 in left)
    return Finding(ordered, covers=not changes and len(left) <= max(2, len(taken)))
