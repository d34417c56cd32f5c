"""Players who know nothing and go by looks. Where one of them beats chance, options give the key away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from knowledge.schema.record import Record
from quizzes.item import Item, Option, Picking, exact_parts

TOLERANCE: Final = 0.05
"""How far a player's score may lie off chance, in either direction: a player who always fails tells as much."""
_WORD: Final = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
_SPECIFIC: Final = re.compile(r"[^\s]*\d[^\s]*|(?<!^)(?<![.?!] )\b[A-Z][A-Za-z0-9-]+")
"""A word with a figure, or a name: a capital that begins no sentence."""
_SMALL: Final = frozenset(
    _WORD.findall(
        "a an and are as at be because but by can for from has have how if in into is it its more most not of on one only or so than that "
        "the their them then there these they this to until use used uses using what when where which while who will with"
    )
)
Look = Callable[[str, Sequence[Option]], list[float]]
"""Stem and options -> how much each option attracts the player."""


class Score(Record):
    """How one player fares over some questions."""

    player: str
    questions: int
    score: float
    """Share of what it picked that is right, averaged over the questions."""
    chance: float
    """What picking blindly scores."""

    @property
    def off(self) -> float:
        """Distance from chance; above 0 where the player does better."""
        return self.score - self.chance


def _longest(_: str, options: Sequence[Option]) -> list[float]:
    return [len(option.text) for option in options]


def _shortest(_: str, options: Sequence[Option]) -> list[float]:
    return [-len(option.text) for option in options]


def _first(_: str, options: Sequence[Option]) -> list[float]:
    return [-index for index in range(len(options))]


def _last(_: str, options: Sequence[Option]) -> list[float]:
    return list(range(len(options)))


def _like_the_stem(stem: str, options: Sequence[Option]) -> list[float]:
    return [len(_words(stem) & _words(option.text)) for option in options]


def _most_specific(_: str, options: Sequence[Option]) -> list[float]:
    return [len(_SPECIFIC.findall(option.text)) for option in options]


PLAYERS: Final[dict[str, Look]] = {
    "longest option": _longest,
    "shortest option": _shortest,
    "first option": _first,
    "last option": _last,
    "most words in common with the stem": _like_the_stem,
    "most specific option": _most_specific,
}
"""By what each goes."""


def questions_of(items: Sequence[Item]) -> Iterator[tuple[Item, Picking, str]]:
    """Every question that is answered by picking, with its item and the stem that a reader sees above it."""
    for item in items:
        for part in exact_parts(item):
            if isinstance(part, Picking):
                yield item, part, part.stem if part is item else f"{item.stem} {part.stem}"


def expected(attraction: Sequence[float], options: Sequence[Option]) -> float:
    """What a player scores who picks as many options as are right, the most attractive first, and draws lots among equals."""
    wanted = sum(option.right for option in options)
    hits, left = 0.0, wanted
    for level in sorted(set(attraction), reverse=True):
        tied = [option.right for option, value in zip(options, attraction, strict=True) if value == level]
        taken = min(left, len(tied))
        hits += sum(tied) * taken / len(tied)
        left -= taken
    return hits / wanted if wanted else 0.0


def chance(options: Sequence[Option]) -> float:
    """What picking blindly scores, if one knows how many to pick."""
    return sum(option.right for option in options) / len(options) if options else 0.0


def scores(questions: Sequence[tuple[Picking, str]]) -> list[Score]:
    """Each player's score over `questions`, each with the stem above it."""
    count = len(questions) or 1
    blind = sum(chance(question.options) for question, _ in questions) / count
    return [
        Score(
            player=name,
            questions=len(questions),
            score=sum(expected(look(stem, question.options), question.options) for question, stem in questions) / count,
            chance=blind,
        )
        for name, look in PLAYERS.items()
    ]


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _SMALL
