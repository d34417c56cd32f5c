"""Players who know nothing and go by appearance. If one of them beats chance, the options give the key away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from knowledge.schema.record import Record
from quizzes.item import Item, Option, OptionQuestion, keyed_questions

TOLERANCE: Final = 0.05
"""How far a player's score may lie from chance, in either direction: a player who always fails tells as much."""
_WORD: Final = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
_SPECIFIC: Final = re.compile(r"[^\s]*\d[^\s]*|(?<!^)(?<![.?!] )\b[A-Z][A-Za-z0-9-]+")
"""A word with a figure, or a name: a capitalised word that begins no sentence."""
_SMALL: Final = frozenset(
    _WORD.findall(
        "a an and are as at be because but by can for from has have how if in into is it its more most not of on one only or so than that "
        "the their them then there these they this to until use used uses using what when where which while who will with"
    )
)
Preference = Callable[[str, Sequence[Option]], list[float]]
"""Stem and options -> how much each option attracts the player."""


class PlayerScore(Record):
    """A player's score over some questions."""

    player: str
    questions: int
    score: float
    """Share of the picked options that are right, averaged over the questions."""
    chance: float
    """The score of picking blindly."""

    @property
    def above_chance(self) -> float:
        """Distance from chance; positive if the player does better."""
        return self.score - self.chance


def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _SMALL


PLAYERS: Final[dict[str, Preference]] = {
    "longest option": lambda _, options: [len(option.text) for option in options],
    "shortest option": lambda _, options: [-len(option.text) for option in options],
    "first option": lambda _, options: [-index for index in range(len(options))],
    "last option": lambda _, options: list(range(len(options))),
    "most words in common with the stem": lambda stem, options: [len(_words_of(stem) & _words_of(option.text)) for option in options],
    "most specific option": lambda _, options: [len(_SPECIFIC.findall(option.text)) for option in options],
}
"""Players by what they prefer."""


def option_questions(items: Sequence[Item]) -> Iterator[tuple[Item, OptionQuestion, str]]:
    """Every question answered by picking options, with its item and the stem shown above it."""
    for item in items:
        for part in keyed_questions(item):
            if isinstance(part, OptionQuestion):
                yield item, part, part.stem if part is item else f"{item.stem} {part.stem}"


def expected_score(attraction: Sequence[float], options: Sequence[Option]) -> float:
    """Score of a player who picks as many options as are right, the most attractive first, with ties broken by lot."""
    wanted = sum(option.right for option in options)
    hits, left = 0.0, wanted
    for level in sorted(set(attraction), reverse=True):
        tied = [option.right for option, value in zip(options, attraction, strict=True) if value == level]
        taken = min(left, len(tied))
        hits += sum(tied) * taken / len(tied)
        left -= taken
    return hits / wanted if wanted else 0.0


def chance_score(options: Sequence[Option]) -> float:
    """Score of picking blindly, knowing how many to pick."""
    return sum(option.right for option in options) / len(options) if options else 0.0


def score_players(questions: Sequence[tuple[OptionQuestion, str]]) -> list[PlayerScore]:
    """Each player's score over `questions`, each with the stem above it."""
    count = len(questions) or 1
    blind = sum(chance_score(question.options) for question, _ in questions) / count
    return [
        PlayerScore(
            player=name,
            questions=len(questions),
            score=sum(expected_score(look(stem, question.options), question.options) for question, stem in questions) / count,
            chance=blind,
        )
        for name, look in PLAYERS.items()
    ]
