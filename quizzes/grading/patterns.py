"""Phrases of a rubric, and where an answer says or denies them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Final

from quizzes.grading.lexicon import lexicon, stem
from quizzes.grading.reading import read
from quizzes.grading.tokens import Reading, Token

_WIDEST: Final = 8
"""Words between the first and the last one of a phrase."""
_TIGHT: Final = 3
"""Words that may stand between those of a phrase that is to be a contradiction."""
_PLACES: Final = 4
"""Places looked at for each word of a phrase."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One word of a phrase: any of these names, ends of opposites, measured things or stems."""

    names: frozenset[str] = frozenset()
    ends: tuple[tuple[str, int], ...] = ()
    roots: frozenset[str] = frozenset()
    denied: bool = False

    def takes(self, token: Token) -> bool:
        """Whether `token` is this word, in either of two opposite senses."""
        if not self.names.isdisjoint(token.labels):
            return not token.inside or any(name[0] == "@" for name in self.names & token.labels)
        if token.inside:
            return False
        if any(pair in token.poles and (token.poles[pair] != 0) == (sign != 0) for pair, sign in self.ends):
            return True
        return token.root in self.roots and token.is_word

    def agrees(self, token: Token) -> bool:
        """Whether `token`, which it takes, says it rather than its contrary."""
        if named := self.names & token.labels:
            return any((token.negated != (name in token.turned)) == self.denied for name in named)
        if token.root in self.roots:
            return token.negated == self.denied
        if any(sign == 0 and pair in token.poles for pair, sign in self.ends):
            return token.negated == self.denied
        return any(token.end_of(pair) == (-sign if self.denied else sign) for pair, sign in self.ends if pair in token.poles)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The words of one phrase."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Where a phrase stands, and whether it is said (1), denied (-1) or left open (0)."""

    places: tuple[int, ...]
    said: int


@lru_cache(maxsize=4096)
def pattern(phrase: str) -> Pattern:
    """The pattern that `phrase` is written for: see `Concept`."""
    slots: list[Slot] = []
    denied = False
    for part in _parts(phrase):
        if part in {"no", "not"}:
            denied = True
        else:
            slots.extend(_slots(part, denied=denied))
    return Pattern(tuple(slots))


def _parts(phrase: str) -> Iterator[str]:
    """Words with a choice one by one, and runs of plain words together."""
    run: list[str] = []
    for word in phrase.split():
        if word in {"no", "not"} or any(mark in word for mark in "|:_@") or word[-1] in "+-":
            if run:
                yield " ".join(run)
            run = []
            yield word
        else:
            run.append(word)
    if run:
        yield " ".join(run)


def _slots(part: str, *, denied: bool) -> Iterator[Slot]:
    if any(mark in part for mark in "|:_@") or part[-1] in "+-":
        yield _joined([_single(word) for word in part.split("|")], denied=denied)
        return
    for token in read(part).tokens:
        if not token.inside and token.is_word and (token.poles or token.labels or token.form not in _idle_words()):
            yield _of(token, denied=denied)


@cache
def _idle_words() -> frozenset[str]:
    """Words of grammar that a phrase may hold for the reader's sake."""
    tags = lexicon().grammar["tags"]
    return frozenset(word for tag in ("article", "preposition", "loose", "joiner", "be", "modal", "do", "pronoun") for word in tags[tag])


def _single(word: str) -> Slot:
    if word[-1] in "+-":
        return Slot(ends=((word[:-1], 1 if word[-1] == "+" else -1),))
    if ":" in word or word[0] == "@":
        return Slot(names=frozenset({word}))
    tokens = [token for token in read(word.replace("_", " ")).tokens if not token.inside]
    return _of(tokens[-1], denied=False)


def _joined(slots: Sequence[Slot], *, denied: bool) -> Slot:
    return Slot(
        frozenset().union(*(slot.names for slot in slots)),
        tuple(end for slot in slots for end in slot.ends),
        frozenset().union(*(slot.roots for slot in slots)),
        denied,
    )


def _of(token: Token, *, denied: bool) -> Slot:
    """What a word of a phrase stands for: its name, else its ends of opposites, else itself."""
    if token.text in lexicon().synonyms:
        return Slot(names=frozenset({token.text}), denied=denied)
    said = [name for name in token.labels if name[0] != "@"]
    names = [name for name in said if ":" not in name] or said
    exact = next((kept for kind in ("type:", "family:") if (kept := [name for name in names if name.startswith(kind)])), names)
    if exact:
        return Slot(names=frozenset(exact), denied=denied)
    ends = tuple((pair, sign) for pair, sign in token.poles.items() if pair not in {"none", "amount"})
    if not ends and "amount" in token.poles and token.form not in lexicon().words("literal_changes"):
        ends = (("amount", token.poles["amount"]),)
    if ends:
        return Slot(ends=ends, denied=denied)
    return Slot(roots=frozenset({token.root}), denied=denied)


@lru_cache(maxsize=256)
def vocabulary(phrases: tuple[str, ...]) -> frozenset[str]:
    """The plain words of `phrases`, for which a slip of the finger may stand."""
    words = (word for phrase in phrases for part in phrase.replace("|", " ").replace("_", " ").split() for word in [part.strip("+-")])
    return frozenset(word.casefold() for word in words if word.isalpha() and len(stem(word)) > 2)  # noqa: PLR2004  # shorter ones are function words


def matches(wanted: Pattern, reading: Reading, places: Sequence[int]) -> Iterator[Match]:
    """Where `wanted` stands among `places` of the answer."""
    tokens = reading.tokens
    found: list[list[int]] = []
    for slot in wanted.slots:
        near = _near(slot, reading)
        if not near or not (here := [place for place in places if place in near and slot.takes(tokens[place])][:_PLACES]):
            return
        found.append(here)
    if not found:
        return
    for chosen in product(*found):
        if len(set(chosen)) == len(chosen) and max(chosen) - min(chosen) <= _WIDEST:
            yield Match(chosen, _said(wanted, tokens, chosen))


def _near(slot: Slot, reading: Reading) -> Collection[int]:
    """The places of an answer that hold anything of a word of a phrase: it takes none besides."""
    near: frozenset[int] = frozenset()
    for name in slot.names:
        near |= reading.labelled.get(name, near)
    for pair, _ in slot.ends:
        near |= reading.poled.get(pair, near)
    for root in slot.roots:
        near |= reading.rooted.get(root, near)
    return near


def is_named(wanted: Pattern, tokens: Sequence[Token], places: tuple[int, ...]) -> bool:
    """Whether the words at `places` say the ends of opposites that `wanted` names, denied or not."""
    pairs = zip(wanted.slots, places, strict=True)
    return all(
        not slot.ends or slot.names or any(tokens[place].poles.get(pair) == sign for pair, sign in slot.ends) for slot, place in pairs
    )


def _said(wanted: Pattern, tokens: Sequence[Token], places: tuple[int, ...]) -> int:
    agreed = [slot.agrees(tokens[place]) for slot, place in zip(wanted.slots, places, strict=True)]
    if all(agreed):
        return 1
    ends = [
        ok
        for slot, ok in zip(wanted.slots, agreed, strict=True)
        if any(sign for _, sign in slot.ends) and not slot.names and not slot.roots
    ]
    if ends and all(ends):
        return 1 if any(tokens[place].negated for slot, place in zip(wanted.slots, places, strict=True) if slot.ends) else 0
    width = max(places) - min(places) + 1
    one_chunk = len({tokens[place].chunk for place in places}) == 1
    return -1 if one_chunk and width <= len(places) + _TIGHT else 0
