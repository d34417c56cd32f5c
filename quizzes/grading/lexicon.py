"""General words and what they mean to a grader, read once from `data/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, Final, Generic, TypeVar

from knowledge.safe_yaml import read_mapping

_SHORTEST_STEM: Final = 3
_SHORTEST_SLIP: Final = 4
"""Letters from which a word may lack a letter, hold one too many, or have two in the wrong order."""
_ONE_SLIP: Final = 5
"""Letters from which a word may hold one slip of the finger."""
_TWO_SLIPS: Final = 9
"""Letters from which it may hold two."""


T = TypeVar("T")


class Phrases(Generic[T]):
    """Phrases and what each stands for, arranged to be found in running text."""

    def __init__(self, table: Mapping[tuple[str, ...], T]) -> None:
        """Keep `table`: words of a phrase -> what it stands for."""
        self.table: Final = table
        self._longest: Final[dict[str, int]] = {}
        for phrase in table:
            self._longest[phrase[0]] = max(len(phrase), self._longest.get(phrase[0], 0))

    def find(self, forms: Sequence[str]) -> Iterator[tuple[int, int, T]]:
        """First and last place of each phrase in `forms`, the longest at each place, with what it stands for."""
        at = 0
        while at < len(forms):
            for length in range(min(self._longest.get(forms[at], 0), len(forms) - at), 0, -1):
                if (found := self.table.get(tuple(forms[at : at + length]))) is not None:
                    yield at, at + length - 1, found
                    at += length - 1
                    break
            at += 1


@dataclass(frozen=True)
class Lexicon:
    """The lists of `data/`, arranged for looking up. Words are in lower case, without hyphens."""

    lists: Mapping[str, Any]
    synonyms: Mapping[str, list[str]]
    poles: Mapping[str, Mapping[str, list[str]]]
    names: Mapping[str, list[str]]
    units: Mapping[str, Mapping[str, float]]
    grammar: Mapping[str, Any]
    products: Mapping[str, list[str]]
    senses: Mapping[str, list[str]]
    properties: list[list[str]]
    """The phrases of properties.yaml."""

    def words(self, name: str) -> frozenset[str]:
        """The list `name` of words.yaml as a set."""
        return _as_set(tuple(self.lists[name]))

    def rivals_of(self, name: str) -> frozenset[str]:
        """The names that cannot stand for a thing of this name: what a trained model does is no training."""
        return frozenset(other for pair in self.lists["exclusive"] for other in pair if name in pair and other != name)

    @cached_property
    def phrases(self) -> Phrases[str]:
        """Phrase -> the name it stands for."""
        return Phrases({split(phrase): name for name, phrases in self.synonyms.items() for phrase in phrases})

    @cached_property
    def opposites(self) -> Phrases[tuple[tuple[str, int], ...]]:
        """Phrase -> pairs of opposites it belongs to, with the end: 1, -1, or 0 for what is measured."""
        found: dict[tuple[str, ...], tuple[tuple[str, int], ...]] = {}
        for pair, ends in self.poles.items():
            for end, sign in (("plus", 1), ("minus", -1), ("measure", 0)):
                for phrase in ends[end]:
                    found[split(phrase)] = (*found.get(split(phrase), ()), (pair, sign))
        return Phrases(found)

    @cached_property
    def foreign(self) -> Phrases[str]:
        """Product that hardly any answer has to name -> its name."""
        return Phrases({split(phrase): f"product:{phrase}" for phrase in self.products["names"]})

    @cached_property
    def harmless(self) -> Phrases[bool]:
        """Phrases that hold a denying word and deny nothing."""
        return Phrases({split(phrase): True for phrase in self.lists["harmless_negation"]})

    @cached_property
    def denying(self) -> Phrases[bool]:
        """Phrases that deny what follows."""
        return Phrases({split(phrase): True for phrase in self.lists["negating_phrases"]})

    @cached_property
    def kinds(self) -> dict[str, tuple[str, ...]]:
        """Name -> its kinds."""
        kinds: dict[str, tuple[str, ...]] = {}
        for kind, names in self.names.items():
            for name in names:
                kinds[name] = (*kinds.get(name, ()), kind)
        return kinds

    @cached_property
    def measures(self) -> dict[str, tuple[str, float]]:
        """Unit -> kind of quantity, and how many base units it holds."""
        return {unit: (kind, size) for kind, units in self.units.items() if kind != "words" for unit, size in units.items()}

    @cached_property
    def known(self) -> frozenset[str]:
        """Every single word that some list holds."""
        tagged = [word for words in self.grammar["tags"].values() for word in words]
        phrases = [word for phrase in (*self.phrases.table, *self.opposites.table, *self.foreign.table) for word in phrase]
        turns = [str(phrase) for phrases in (*self.senses.values(), *self.properties) for phrase in phrases]
        told = [word.lstrip("=") for phrase in turns for word in re.split(r"[ |]", phrase)]
        words = (*self.grammar_words, *tagged, *phrases, *self.kinds, *filter(str.isalpha, (*told, *self.measures)))
        return frozenset(word for word in words if not word.isdigit())

    @cached_property
    def grammar_words(self) -> frozenset[str]:
        """Words that are taken as they stand."""
        return frozenset(word for name in ("function_words", "plain", "negators", "up", "down", "splitters") for word in self.lists[name])

    @cached_property
    def terms(self) -> frozenset[str]:
        """Every word of a phrase."""
        return frozenset(word for phrase in (*self.phrases.table, *self.opposites.table) for word in phrase if word.isalpha())

    @cached_property
    def by_stem(self) -> dict[str, str]:
        """Stem -> a word of a phrase with that stem, the shortest one."""
        return {stem(word): word for word in sorted(self.terms, key=lambda word: (-len(word), word))}


def split(phrase: str) -> tuple[str, ...]:
    """The words of a phrase of the lists."""
    return tuple(phrase.replace("-", " ").replace("/", " ").split())


@cache
def lexicon() -> Lexicon:
    """The lexicon that comes with the package."""
    read = {name: data_of(name) for name in ("words", "synonyms", "poles", "names", "units", "grammar", "products", "senses")}
    data = data_of("properties")
    phrases = [*([words] for words in data["classes"].values()), *(said for ends in data["properties"].values() for said in ends.values())]
    return Lexicon(lists=read.pop("words"), properties=phrases, **read)


def data_of(name: str) -> dict[str, Any]:
    """The mapping in a file of `data/`."""
    return read_mapping((files(__package__) / "data" / f"{name}.yaml").read_bytes(), f"{name}.yaml")


@lru_cache(maxsize=64)
def _as_set(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(words)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What is left of `word` without its endings; words with digits are left alone."""
    if any(map(str.isdigit, word)):
        return word
    for ending in _endings():
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            rest = word[: -len(ending)]
            return rest[:-1] if len(rest) > _SHORTEST_STEM and rest[-1] == rest[-2] and rest[-1] not in "ls" else rest
    return word


@cache
def _endings() -> tuple[str, ...]:
    return tuple(sorted(lexicon().lists["suffixes"], key=len, reverse=True))


@lru_cache(maxsize=8192)
def known_form(word: str, more: frozenset[str] = frozenset()) -> str:
    """The known word that `word` is, is a form of, or is a slip of the finger for; else `word`. Never where it holds digits."""
    words = lexicon()
    if word in words.terms or word in words.grammar_words or any(map(str.isdigit, word)):
        return word
    if (root := stem(word)) in words.by_stem:
        return words.by_stem[root]
    if word in words.known or word in more:
        return word
    return _nearest(word, more) if len(word) >= _SHORTEST_SLIP else word


def _nearest(word: str, more: Iterable[str]) -> str:
    """The nearest known word: one with a lost or swapped letter before one with another letter, which short words never have."""
    from rapidfuzz.distance import OSA, Indel  # noqa: PLC0415  # only a misspelt word needs it

    slips = 2 if len(word) >= _TWO_SLIPS else 1
    close = [(OSA.distance(word, other, score_cutoff=slips), Indel.distance(word, other), other) for other in _candidates(word, more)]
    if len(word) < _ONE_SLIP:
        close = [found for found in close if found[1] == 1 or sorted(found[2]) == sorted(word)]
    best = min(close, default=(slips + 1, 0, word))
    return best[2] if best[0] <= slips else word


def _candidates(word: str, more: Iterable[str]) -> Iterator[str]:
    """Known words that begin alike, so that no added or lost `un-` or `a-` is taken for a slip."""
    return (
        other
        for other in (*_by_letter().get(word[0], ()), *more)
        if other[0] == word[0] and abs(len(other) - len(word)) <= 2 and len(other) >= min(len(word), _ONE_SLIP) and other.isalpha()  # noqa: PLR2004  # two slips at most
    )


@cache
def _by_letter() -> dict[str, tuple[str, ...]]:
    known = sorted(lexicon().known)
    return {letter: tuple(word for word in known if word[0] == letter) for letter in {word[0] for word in known}}
