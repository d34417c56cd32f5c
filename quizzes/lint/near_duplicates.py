"""Near-duplicates: items that ask the same, or of which one gives the other's answer away, so that one exam asks only one of them.

Authors mark them with a common `twins`. What looks alike and is not marked is a fault, unless somebody read both and noted in
`banks/told_apart.csv` what tells them apart. Likeness is the sum of three cosines, each from 0 to 1: over the entries that both stand on,
over the words of their keys and principles, and over all that decides them. A word or an entry counts the more, the fewer items have it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from knowledge.errors import suggest_name
from quizzes.confirmation_file import read_rows
from quizzes.fault import Fault, bank_fault, item_fault
from quizzes.item import Case, Item, Matching, Ordering, Typed, keyed_questions

FILE: Final = "told_apart.csv"
ALIKE: Final = 1.3
"""Likeness from which two items have to be twins or told apart. Of the pairs above it that were read, half were near-duplicates."""
_COLUMNS: Final = ("first", "second", "difference")
_WORD: Final = re.compile(r"[a-z0-9]{3,}")
_ENDINGS: Final = ("ing", "ies", "es", "ed", "s")
_SHORTEST_STEM: Final = 4

Pair = frozenset[str]
"""The ids of two items."""


class LikePair(NamedTuple):
    """Two items that look alike."""

    first: Item
    second: Item
    likeness: float
    """From 0 to 3."""


def read_told_apart(folder: Path) -> dict[Pair, str]:
    """Pairs of items that look alike and ask different things -> the difference. Raises InputError for an unreadable file."""
    return {frozenset((first, second)): why for first, second, why in read_rows(folder / FILE, f"banks/{FILE}", _COLUMNS)}


def check_near_duplicates(items: Sequence[Item], told_apart: Mapping[Pair, str]) -> Iterator[Fault]:
    """Twins without a second one, look-alikes that nobody marked or told apart, and names in the list that mean nothing any more."""
    groups = Counter(item.twins for item in items if item.twins)
    for item in items:
        if groups[item.twins] == 1:
            others = suggest_name(item.twins, [name for name in groups if name != item.twins])
            yield item_fault(item, "twins", f'"{item.twins}" has this item alone; near-duplicates are two or more.{others}')
    for first, second, likeness in find_look_alikes(items):
        if not _are_twins(first, second) and frozenset((first.id, second.id)) not in told_apart:
            text = (
                f"seems to ask the same as {second.id} (banks/{second.bank}.yaml), likeness {likeness:.2f} of 3."
                f" Give both the same twins, or note in banks/{FILE} what tells them apart"
            )
            yield item_fault(first, "twins", text)
    by_id = {item.id: item for item in items}
    for pair in told_apart:
        yield from (bank_fault(FILE, f"there is no item {name}.{suggest_name(name, by_id)}") for name in sorted(pair - set(by_id)))
        if pair <= set(by_id) and _are_twins(*(by_id[name] for name in sorted(pair))):
            yield bank_fault(FILE, f"{' and '.join(sorted(pair))} are twins; take the line out")


def find_look_alikes(items: Sequence[Item], least: float = ALIKE) -> list[LikePair]:
    """Pairs with an entry in common and a likeness of `least` or more, the likest first. Typed items may ask again what others do."""
    asked = sorted((item for item in items if not isinstance(item, Typed)), key=lambda item: item.id)
    entries = _Likeness({item.id: frozenset(item.stands_on) for item in asked})
    keys = _Likeness({item.id: _stems_of((*_key_texts(item), item.principle)) for item in asked})
    whole = _Likeness({item.id: _stems_of((*_key_texts(item), item.principle, *_stems_asked(item))) for item in asked})
    found = []
    for first, second in combinations(asked, 2):
        likeness = entries.cosine(first.id, second.id)
        if likeness:
            likeness += keys.cosine(first.id, second.id) + whole.cosine(first.id, second.id)
        if likeness >= least:
            found.append(LikePair(first, second, likeness))
    return sorted(found, key=lambda pair: -pair.likeness)


class _Likeness:
    """Cosines between sets, in which a member weighs the more, the fewer sets have it."""

    def __init__(self, sets: Mapping[str, Collection[Hashable]]) -> None:
        self._sets = {name: frozenset(several) for name, several in sets.items()}
        counts = Counter(member for several in self._sets.values() for member in several)
        self._weights = {member: math.log(len(self._sets) / count) ** 2 for member, count in counts.items()}
        self._lengths = {name: math.sqrt(self._weigh(several)) for name, several in self._sets.items()}

    def cosine(self, first: str, second: str) -> float:
        """0 for sets with nothing in common but what all have, 1 for equal ones."""
        common = self._sets[first] & self._sets[second]
        lengths = self._lengths[first] * self._lengths[second]
        return self._weigh(common) / lengths if common and lengths else 0.0

    def _weigh(self, several: Iterable[Hashable]) -> float:
        return sum(self._weights[member] for member in several)


def _are_twins(first: Item, second: Item) -> bool:
    return bool(first.twins) and first.twins == second.twins


def _key_texts(item: Item) -> Iterator[str]:
    """The texts of the right answers."""
    for question in keyed_questions(item):
        match question:
            case Ordering():
                yield from (step.text for step in question.steps)
            case Matching():
                yield from (f"{pair.prompt} {pair.answer}" for pair in question.pairs)
            case _:
                yield from (option.text for option in question.options if option.right)


def _stems_asked(item: Item) -> Iterator[str]:
    """What is asked: the stem, for a case with those of its questions."""
    yield item.stem
    yield from (question.stem for question in item.questions) if isinstance(item, Case) else ()


def _stems_of(texts: Iterable[str]) -> frozenset[str]:
    """The words of some texts without their endings, so that plurals and forms of verbs count as the same word."""
    return frozenset(_cut_ending(word) for text in texts for word in _WORD.findall(text.lower()))


def _cut_ending(word: str) -> str:
    fits = (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))
    return next((stem for stem in fits if len(stem) >= _SHORTEST_STEM), word)
