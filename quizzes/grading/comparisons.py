"""Which sides an answer names only to compare with, or to leave out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quizzes.grading.lexicon import lexicon, split
from quizzes.grading.tokens import Reading


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a side is named."""

    place: int
    side: str
    contrast: bool = False
    """True where it is named to be compared with: than B, unlike B, rather than B."""


def contrasted(reading: Reading, places: Sequence[int], here: list[Mention], current: str) -> list[Mention]:
    """`here` with the first side after each comparing word marked, and its repetitions."""
    words = [reading.tokens[place].form for place in places]
    if not here:
        return here
    if not lexicon().words("passive_compare").isdisjoint(words) and len(here) > 1:
        return [replace(here[0], contrast=True), *here[1:]]
    against: set[str] = set()
    weak = lexicon().words("weak_comparers")
    for at in _comparers(words):
        following = next((mention for mention in here if mention.place > places[at]), None)
        others = {current, *(mention.side for mention in here if mention.place < places[at])} - {""}
        if following and (words[at] not in weak or others - {following.side}):
            against.add(following.side)
    here = [replace(mention, contrast=is_absent(reading, mention.place)) for mention in here]
    sides = {mention.side for mention in here}
    if sides == against and len(sides) > 1:
        against = set()
    return [replace(mention, contrast=mention.contrast or mention.side in against) for mention in here]


def is_absent(reading: Reading, place: int) -> bool:
    """Whether a side is named to be left out: no servers to look after; you do not want to keep an instance."""
    wishes = lexicon().words("wishes")
    wished = any(
        place in reach and sum(reading.tokens[near].text in wishes for near in reach if near < place) > 1 for _, reach in reading.denials
    )
    return wished or (place > 0 and reading.tokens[place - 1].text in {"no", "without", "zero"})


def _comparers(words: Sequence[str]) -> list[int]:
    lists = lexicon().lists
    single = [at for at, word in enumerate(words) if word in lists["comparers"]]
    phrases = [split(phrase) for phrase in lists["comparing_phrases"]]
    several = [at for at in range(len(words)) for phrase in phrases if tuple(words[at : at + len(phrase)]) == phrase]
    part = next((at for at, word in enumerate(words) if word in lists["fractions_of_other"]), len(words))
    return [*single, *several, *(at for at, word in enumerate(words) if word == "of" and at > part)]
