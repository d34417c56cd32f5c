"""The words of an answer, each with what the lexicon knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark of an answer."""

    text: str
    form: str
    """The known word it stands for; itself where none is near."""
    root: str
    sentence: int = 0
    chunk: int = 0
    """Number of the clause-like piece it stands in, counted over the answer."""
    negated: bool = False
    labels: frozenset[str] = frozenset()
    """Names it stands for: `gpu`, `series:m`, `family:m5`."""
    inside: bool = False
    """True for a word of a phrase that is not its last one: the last one stands for the phrase."""
    turned: frozenset[str] = frozenset()
    """Those of its labels that hold the denial in themselves: `does no harm`."""
    poles: Mapping[str, int] = field(default_factory=dict)
    """Pair of opposites -> the end it says, before any denial; 0 where it is only measured."""

    @property
    def is_word(self) -> bool:
        """False for a mark of punctuation."""
        return is_word(self.text)

    def end_of(self, pair: str) -> int:
        """The end of `pair` that it says once its denial is counted; 0 for none."""
        return -self.poles.get(pair, 0) if self.negated else self.poles.get(pair, 0)


@dataclass(frozen=True)
class Reading:
    """The tokens of an answer, and which of its words deny which places."""

    tokens: tuple[Token, ...]
    denials: tuple[tuple[int, range], ...]

    @cached_property
    def labelled(self) -> Mapping[str, frozenset[int]]:
        """Name -> the places of the words that stand for it."""
        return _places((name, at) for at, token in enumerate(self.tokens) for name in token.labels)

    @cached_property
    def poled(self) -> Mapping[str, frozenset[int]]:
        """Pair of opposites -> the places of the words that say or measure it."""
        return _places((pair, at) for at, token in enumerate(self.tokens) for pair in token.poles)

    @cached_property
    def rooted(self) -> Mapping[str, frozenset[int]]:
        """Stem -> the places of its words."""
        return _places((token.root, at) for at, token in enumerate(self.tokens))


def is_word(text: str) -> bool:
    """False for a mark of punctuation."""
    return text[0].isalnum() or text[0] in "%$+<>="


def _places(pairs: Iterable[tuple[str, int]]) -> Mapping[str, frozenset[int]]:
    found: dict[str, list[int]] = {}
    for name, at in pairs:
        found.setdefault(name, []).append(at)
    return {name: frozenset(places) for name, places in found.items()}
