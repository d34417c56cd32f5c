"""What an answer claims of each thing that it names, and what is known of that thing: an M5 has no GPU, Lambda bills no idle hour.

A reason is a claim: a property of a subject, said or denied. `data/subjects.yaml` tells which properties each subject has and which it
has not, drawn from the knowledge base; a claim that neither holds is unknown, and never makes an answer right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, Final, Literal

from quizzes.grading.comparisons import Mention, contrasted
from quizzes.grading.lexicon import data_of, lexicon
from quizzes.grading.reading import read
from quizzes.grading.rubric import Rubric
from quizzes.grading.senses import Turn, match_turn, parse_turn
from quizzes.grading.tokens import Reading, Token

Truth = Literal["true", "false", "unknown"]
_CLASS: Final = re.compile(r"<(\w+)>")
_OF: Final = frozenset({"for", "of", "with", "on", "by", "in", "from", "behind"})
_RELATIVES: Final = frozenset({"that", "which", "whose", "with"})
_OF_REACH: Final = 3
"""Words from a property to the subject that follows it: pay all day for an endpoint."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One property, said or denied of a subject."""

    subject: str
    property: str
    said: bool
    places: tuple[int, ...]
    named: bool
    """True where the subject is named in the same clause; else it is the one that was spoken of."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is known of one thing: a processor, a family, a place, a way to pay."""

    labels: frozenset[str]
    true: frozenset[str]
    false: frozenset[str]
    where_compared: bool = False
    """True for what many answers bring up, so that it is a subject only where the question compares it."""


@dataclass(frozen=True, slots=True)
class _Phrase:
    property: str
    said: bool
    turn: Turn


@cache
def _phrases() -> Mapping[str, tuple[_Phrase, ...]]:
    """Every phrase of a property by each word that it may begin with."""
    data = data_of("properties")
    table: dict[str, list[_Phrase]] = {}
    for name, ends in data["properties"].items():
        for end, phrases in ends.items():
            for phrase in phrases:
                whole = _CLASS.sub(lambda found: str(data["classes"][found[1]]), str(phrase))
                turn = parse_turn(name, whole)
                for first in turn.places[0]:
                    table.setdefault(first, []).append(_Phrase(name, end == "says", turn))
    return {first: tuple(found) for first, found in table.items()}


@cache
def subjects() -> Mapping[str, Subject]:
    """Every subject by its name."""
    return {name: _subject(raw) for name, raw in data_of("subjects")["subjects"].items()}


@cache
def _chosen() -> frozenset[str]:
    return frozenset(data_of("subjects")["chosen"]["false_of"])


def _subject(raw: Mapping[str, Any]) -> Subject:
    return Subject(
        frozenset(raw["labels"]), frozenset(raw.get("true_of", ())), frozenset(raw.get("false_of", ())), bool(raw.get("where_compared"))
    )


def subject_of(rubric: Rubric) -> str:
    """The subject that an answer chooses or speaks of where it names none; empty where there is no such one."""
    return rubric.topic or next(iter(_named_by(rubric.sides.get(rubric.subject, ()))), "")


def _named_by(phrases: Sequence[str]) -> list[str]:
    """The subjects that some phrases of a rubric name."""
    names = {word for phrase in phrases for word in phrase.split("|")}
    return [name for name, subject in subjects().items() if subject.labels & names]


def _compared_sides(rubric: Rubric) -> list[str]:
    return [name for phrases in (*rubric.sides.values(), rubric.compares) for name in _named_by(phrases)]


def compared(rubric: Rubric) -> frozenset[str]:
    """The subjects of which an answer to a question may speak: not one that both of its sides are."""
    sides = {name for phrases in (*rubric.sides.values(), rubric.rivals, rubric.compares) for name in _named_by(phrases)}
    labels = [
        frozenset(label for phrase in phrases for token in read(phrase).tokens for label in token.labels)
        for phrases in rubric.sides.values()
    ]
    alike = {name for name, subject in subjects().items() if sum(not subject.labels.isdisjoint(side) for side in labels) > 1}
    return frozenset(name for name, subject in subjects().items() if (name in sides or not subject.where_compared) and name not in alike)


def truth_of(claim: Claim, rubric: Rubric) -> Truth:
    """Whether a claim is true by its question, else by what is known of its subject, else because it is the one that is chosen."""
    signed = claim.property if claim.said else f"no {claim.property}"
    other = f"no {claim.property}" if claim.said else claim.property
    subject = subjects().get(claim.subject)
    known = subject.true if subject else frozenset()
    unknown = subject.false if subject else frozenset()
    topic = subject_of(rubric)
    is_chosen = claim.subject in ([topic] if topic else _compared_sides(rubric)) and bool(claim.subject)
    chosen = _chosen() if is_chosen else frozenset()
    for true, false in ((set(rubric.true_of), set(rubric.false_of)), (known, unknown), (frozenset(), chosen)):
        if signed in true:
            return "true"
        if signed in false:
            return "false"
        if other in false:
            return "true"
    return "unknown"


def claims(reading: Reading, default: str, among: frozenset[str]) -> list[Claim]:
    """What is claimed in an answer of the subjects `among`, of which `default` is the one where it names none."""
    named = _mentions(reading, among)
    found: list[Claim] = []
    taken: set[int] = set()
    for phrase, places in sorted(_matches(reading.tokens), key=lambda match: -len(match[1])):
        if taken.issuperset(places):
            continue
        taken.update(places)
        subject, is_named = _subject_at(reading, places, named, default)
        found.append(Claim(subject, phrase.property, phrase.said != _is_denied(reading, places), places, is_named))
    return sorted(found, key=lambda claim: claim.places)


def _matches(tokens: Sequence[Token]) -> Iterator[tuple[_Phrase, tuple[int, ...]]]:
    for at, token in enumerate(tokens):
        for key in dict.fromkeys((token.root, f"={token.text}")):
            for phrase in () if _begins_name(tokens, at) else _phrases().get(key, ()):
                places = match_turn(phrase.turn, tokens, at)
                if places and tokens[places[-1]].chunk == token.chunk and not _is_joined(tokens, places):
                    yield phrase, places


def _begins_name(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is part of a name: step scaling, data parallelism."""
    return tokens[at].inside and at + 1 < len(tokens) and not tokens[at + 1].labels.isdisjoint(_labels())


@cache
def _labels() -> frozenset[str]:
    return frozenset(label for subject in subjects().values() for label in subject.labels)


def _is_joined(tokens: Sequence[Token], places: Sequence[int]) -> bool:
    """Whether a gap of a phrase reaches into another statement: the batch is divided, and the network replicated."""
    words = lexicon().words("joiners") | lexicon().words("comparers")
    return any(tokens[at].form in words for at in range(places[0], places[-1]) if at not in places)


def _is_denied(reading: Reading, places: Sequence[int]) -> bool:
    return (
        _is_lessened(reading.tokens, places[0])
        + sum(at not in places and any(place in reach for place in places) for at, reach in reading.denials)
    ) % 2 == 1


def _is_lessened(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word before a property says that there is hardly any: little parallel work."""
    if at > 1 and tokens[at - 1].text == "of" and tokens[at - 2].text in lexicon().words("fractions_of_other"):
        return True
    return at > 0 and tokens[at - 1].text in lexicon().words("hardly_any") and tokens[at - 1].chunk == tokens[at].chunk


def _mentions(reading: Reading, among: frozenset[str]) -> list[Mention]:
    """Where each subject is named, those marked that are only compared with."""
    found = [
        Mention(at, name)
        for at, token in enumerate(reading.tokens)
        for name, subject in subjects().items()
        if name in among
        and not (token.inside or token.negated or _is_possessed(reading.tokens, at) or token.labels.isdisjoint(subject.labels))
    ]
    marked: list[Mention] = []
    for _, group in groupby(range(len(reading.tokens)), key=lambda place: reading.tokens[place].chunk):
        places = list(group)
        marked += contrasted(reading, places, [mention for mention in found if mention.place in places], "")
    return marked


def _is_possessed(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name belongs to what is spoken of: its endpoint, their own GPUs."""
    return any(token.text in {"its", "their"} for token in tokens[max(at - 2, 0) : at])


def _subject_at(reading: Reading, places: tuple[int, ...], named: Sequence[Mention], default: str) -> tuple[str, bool]:  # noqa: PLR0911  # the places of a subject, the surest first
    """The subject of what stands at `places`, and whether its own clause names it."""
    tokens = reading.tokens
    chunk, sentence = tokens[places[0]].chunk, tokens[places[0]].sentence
    if own := next((mention for mention in named if mention.place == places[0]), None):
        return own.side, True
    here = [mention for mention in named if tokens[mention.place].chunk == chunk and mention.place not in places]
    before = [mention for mention in here if mention.place < places[0] and _is_spoken_of(tokens, mention)]
    if before:
        return before[-1].side, True
    behind = next((mention for mention in here if mention.place > places[-1] and not mention.contrast), None)
    if behind and behind.place <= places[-1] + 1:
        return behind.side, True
    if behind and any(tokens[place].text in _OF for place in range(places[-1] + 1, min(behind.place, places[-1] + 1 + _OF_REACH))):
        return behind.side, True
    if any(token.form in lexicon().words("comparers") for token in tokens[: places[0]] if token.chunk == chunk):
        return "", False
    start = next(at for at, token in enumerate(tokens) if token.chunk == chunk)
    end = max(at for at, token in enumerate(tokens) if token.chunk == chunk)
    bracket = next((mention for mention in named if tokens[mention.place].chunk == tokens[end].chunk + 1), None)
    if tokens[end].text == "(" and bracket:
        return bracket.side, True
    if tokens[start].text in _RELATIVES and (last := next((mention for mention in reversed(named) if mention.place < start), None)):
        return last.side, True
    earlier = [mention for mention in named if tokens[mention.place].sentence == sentence and tokens[mention.place].chunk < chunk]
    chunks = sorted({tokens[mention.place].chunk for mention in earlier if not mention.contrast}, reverse=True)
    if chunks:
        return next(mention.side for mention in earlier if tokens[mention.place].chunk == chunks[0] and not mention.contrast), False
    return default, False


def _is_spoken_of(tokens: Sequence[Token], mention: Mention) -> bool:
    """Whether a name is what is spoken of: not one that is only compared with, unless a relative clause goes on with it."""
    following = tokens[mention.place + 1].text if mention.place + 1 < len(tokens) else ""
    return not mention.contrast or following in _RELATIVES


def is_doubtful(claim: Claim, topic: str) -> bool:
    """Whether a claim of which nothing is known may be a false reason: what is hardly ever one (safety, age), or no mere circumstance."""
    kinds = _kinds()
    return claim.property in kinds["seldom"] or bool(claim.said and (claim.subject or topic) and claim.property not in kinds["neutral"])


@cache
def _kinds() -> Mapping[str, frozenset[str]]:
    data = data_of("properties")
    return {kind: frozenset(data[kind]) for kind in ("seldom", "neutral")}


def names_subject(reading: Reading, subject: str, chunk: int) -> bool:
    """Whether a clause names a subject."""
    labels = subjects()[subject].labels if subject else frozenset()
    return any(token.chunk == chunk and not token.labels.isdisjoint(labels) for token in reading.tokens)
