"""One answer, read for one rubric, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from quizzes.grading.comparisons import Mention
from quizzes.grading.patterns import Pattern, matches, pattern, vocabulary
from quizzes.grading.quantities import Number, numbers, stated
from quizzes.grading.reading import read
from quizzes.grading.rubric import Rubric
from quizzes.grading.senses import names_meant
from quizzes.grading.subjects import Passage, divide, mentions, passages
from quizzes.grading.tokens import Reading, Token

RIVAL: Final = "a rival"
"""The side that all wrong choices share."""


@dataclass(slots=True)
class Findings:
    """What was seen of one answer."""

    found: set[str] = field(default_factory=set)
    contradicted: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    """What leaves open whether it is correct."""
    caps: list[str] = field(default_factory=list)
    """False or foreign additions: with one it is partial at best."""
    suspected: list[str] = field(default_factory=list)
    """False claims of which it is a guess whether they are made of their side."""
    denials: set[int] = field(default_factory=set)
    """Places of a reason that is denied."""
    evidence: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    """Concept -> the places of each phrase that says it."""
    misled: list[str] = field(default_factory=list)
    """False claims of what is chosen or compared."""
    unproven: set[str] = field(default_factory=set)
    """Required concepts of which all evidence stands beside a false claim."""
    spoilt: set[str] = field(default_factory=set)
    """Required concepts of which the contrary is said."""
    fatal: bool = False
    """Whether the main claim is false."""
    used: set[int] = field(default_factory=set)
    """Places that carry what was found, or what may be denied."""


@dataclass(frozen=True, slots=True)
class Case:
    """One answer, read for one rubric."""

    rubric: Rubric
    reading: Reading
    turned: Reading
    """The same with every end of opposites turned, for the other side of a comparison."""
    passages: tuple[Passage, ...]
    mentions: tuple[Mention, ...]
    rivals: frozenset[int]
    """Places at which a wrong choice is named."""
    numbers: tuple[Number, ...]
    known: frozenset[str]
    """Names that the question, the model answers and the rubric hold."""
    spoken: frozenset[str]
    """Stems of the words of the question, the model answers and the rubric."""
    stated: frozenset[tuple[str, float]]
    """Numbers of the question and of the model answers."""

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words of the answer."""
        return self.reading.tokens


def open_case(rubric: Rubric, answer: str, question: str, references: Sequence[str]) -> Case:
    """`answer` read for `rubric`."""
    phrases = phrases_of(rubric)
    reading = read(answer, vocabulary(phrases), senses_in(phrases))
    sides = {**rubric.sides, RIVAL: rubric.rivals} if rubric.rivals else rubric.sides
    named = mentions(reading, sides)
    reading = divide(reading, named)
    parts, marked = passages(reading, named, rubric.subject, tuple(rubric.sides))
    texts = (question, *references, *phrases_of(rubric))
    known = _names_in(texts)
    rivals = frozenset(mention.place for mention in mentions(reading, {RIVAL: rubric.rivals}))
    vouched = stated(question).union(*map(stated, references))
    return Case(
        rubric,
        reading,
        _turned(reading),
        tuple(parts),
        tuple(marked),
        rivals,
        tuple(numbers(reading.tokens)),
        known,
        _stems_in(texts),
        vouched,
    )


@lru_cache(maxsize=256)
def _names_in(texts: tuple[str, ...]) -> frozenset[str]:
    """Every name that one of `texts` holds."""
    plain = (text.replace("|", " , ").replace("_", " ") for text in texts)
    return frozenset(name for text in plain for token in read(text).tokens for name in token.labels)


@lru_cache(maxsize=256)
def _stems_in(texts: tuple[str, ...]) -> frozenset[str]:
    """Every stem of a word that one of `texts` holds."""
    plain = (text.replace("|", " , ").replace("_", " ") for text in texts)
    return frozenset(token.root for text in plain for token in read(text).tokens)


def phrases_of(rubric: Rubric) -> tuple[str, ...]:
    """Every phrase of `rubric`."""
    concepts = (*rubric.required, *rubric.optional, *rubric.forbidden)
    sides = (name for names in rubric.sides.values() for name in names)
    return (*(phrase.rpartition("> ")[2] for concept in concepts for phrase in concept.any), *sides, *rubric.rivals)


@lru_cache(maxsize=256)
def senses_in(phrases: tuple[str, ...]) -> frozenset[str]:
    """The senses that `phrases` name, and those that stand for names."""
    words = (word.rstrip("+-") for phrase in phrases for part in phrase.split() for word in part.split("|"))
    return names_meant().union(word for word in words if word[0] == "@")


def _turned(reading: Reading) -> Reading:
    tokens = tuple(
        replace(token, poles={pair: -sign for pair, sign in token.poles.items()}) if token.poles else token for token in reading.tokens
    )
    return replace(reading, tokens=tokens)


def sayings(case: Case, wanted: Pattern) -> Iterator[tuple[Passage, tuple[int, ...], int]]:
    """Each place where a phrase stands: its passage, its words, and whether it is said (1), denied (-1) or left open (0)."""
    for passage in case.passages:
        reading = case.turned if passage.mirrored else case.reading
        for match in matches(wanted, reading, passage.places):
            if not passage.mirrored or any(slot.ends for slot in wanted.slots):
                yield passage, match.places, match.said


def directed(phrase: str, about: str) -> tuple[str, Pattern, bool]:
    """The side of which `phrase` speaks, its pattern, and whether that side is its own (`gpu> idle`) rather than its concept's."""
    side, found, rest = phrase.rpartition("> ")
    return (side, pattern(rest), True) if found else (about, pattern(phrase), False)


def sides_asked(rubric: Rubric) -> set[str]:
    """The sides of which a right answer says something."""
    own = {directed(phrase, concept.about)[0] for concept in rubric.required for phrase in concept.any}
    return own | {concept.about for concept in rubric.required} | {rubric.subject}
