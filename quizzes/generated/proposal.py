"""A plan in somebody's words: which hardware, how many, where, and how it is paid for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.intake.denial import is_denied
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.names import names_in
from knowledge import Knowledge
from knowledge.phrases import key_of
from knowledge.schema.reading import Name
from knowledge.schema.record import Record

_COUNTS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNT: Final = rf"(?P<count>\d{{1,4}}|{'|'.join(_COUNTS)}|single)"
_BEFORE: Final = re.compile(
    rf"(?<![\w.]){_COUNT}\s*(?:[x×*]|of|instances? of|machines? of|nodes? of|copies of)?\s*(?:ml\.)?\s*$", re.IGNORECASE
)
_AFTER: Final = re.compile(r"^\s*(?:instances?|machines?|nodes?)?\s*(?:[x×*]|\()\s*(?P<count>\d{1,4})(?![\w.])", re.IGNORECASE)
_ANYWHERE: Final = re.compile(rf"(?<![\w.]){_COUNT}\s+(?:instances?|machines?|nodes?|copies)\b", re.IGNORECASE)
_HYPHENED: Final = re.compile(r"(?<![\w.-])(?:ml\.)?([a-z][a-z0-9]*-[a-z0-9-]+(?:\.[a-z0-9-]+)?)", re.IGNORECASE)
"""Families such as p6-b200, and their types."""
_LONGEST: Final = 2_000
"""Characters of an answer that are read."""
_NEAR: Final = 24
_SHORT: Final = "short_"
"""Sentences of the wording with this beginning hold short names of a place."""


class Proposal(Record):
    """What an answer names."""

    place: str | None = None
    hardware: tuple[str, ...] = ()
    """Names for one thing: a type, a family, a processor; an accelerator is each family that has it."""
    count: int | None = None
    purchase: str | None = None
    several: tuple[str, ...] = ()
    """Where two of a kind are named: all of them."""

    @property
    def is_empty(self) -> bool:
        """True where it names nothing."""
        return not (self.place or self.hardware or self.purchase)


class _Named(NamedTuple):
    kind: str
    ids: tuple[str, ...]
    start: int
    end: int


def read_proposal(answer: str, knowledge: Knowledge) -> Proposal:
    """What `answer` proposes; what it rules out ("not Lambda") is left out."""
    named = list(_named(answer[:_LONGEST], knowledge))
    by_kind: dict[str, list[_Named]] = {"place": [], "hardware": [], "purchase": []}
    for one in named:
        if all(one.ids != other.ids for other in by_kind[one.kind]):
            by_kind[one.kind].append(one)
    hardware = _most_exact(by_kind["hardware"], knowledge)
    several = [one.ids[0] for found in (by_kind["place"], hardware, by_kind["purchase"]) if len(found) > 1 for one in found]
    return Proposal(
        place=by_kind["place"][0].ids[0] if by_kind["place"] else None,
        hardware=hardware[0].ids if hardware else (),
        count=_count(answer[:_LONGEST], hardware),
        purchase=by_kind["purchase"][0].ids[0] if by_kind["purchase"] else None,
        several=tuple(several),
    )


def _named(text: str, knowledge: Knowledge) -> Iterator[_Named]:
    lexica = lexica_of(knowledge)
    message = Message(text, lexica)
    for match in names_in(message.text, message.words, knowledge, lexica.names):
        start, end = message.words[match.first].start, message.words[match.last - 1].end
        kind = _kind(match.value, knowledge)
        if kind is not None and isinstance(match.value, Name) and not is_denied(message, start):
            yield _Named(kind, (match.value.id, *match.value.others), start, end)
            yield from _places_within(message.text[start:end], kind, start, knowledge)
    for found in _HYPHENED.finditer(message.text):
        name = found[1].lower()
        if (name in knowledge.instances or name in knowledge.families) and not is_denied(message, found.start()):
            yield _Named("hardware", (name,), found.start(), found.end())
    yield from _in_short(message, knowledge)


def _places_within(quote: str, kind: str, start: int, knowledge: Knowledge) -> Iterator[_Named]:
    """The place that the name of a way to pay holds: of "EC2 Spot" the first word."""
    names = lexica_of(knowledge).names
    for word in re.finditer(r"\w+", quote) if kind == "purchase" else ():
        name = names.get(key_of(word[0]))
        if name is not None and name.id in knowledge.places:
            yield _Named("place", (name.id,), start + word.start(), start + word.end())


def _in_short(message: Message, knowledge: Knowledge) -> Iterator[_Named]:
    """Places by the short names that they have in an answer: "real-time", "training job"."""
    for key, phrases in knowledge.wording["generated"].texts.items():
        place = key.removeprefix(_SHORT)
        if place == key or place not in knowledge.places:
            continue
        found = re.search(rf"\b(?:{'|'.join(re.escape(phrase) for phrase in phrases.split(', '))})\b", message.text, re.IGNORECASE)
        if found is not None and not is_denied(message, found.start()):
            yield _Named("place", (place,), found.start(), found.end())


def _kind(value: object, knowledge: Knowledge) -> str | None:
    """What part of a plan a name is; None for what is none, such as a model."""
    if not isinstance(value, Name):
        return None
    if value.id in knowledge.places:
        return "place"
    if value.id in knowledge.purchases:
        return "purchase"
    hardware = (knowledge.processors, knowledge.families, knowledge.instances)
    return "hardware" if any(value.id in known for known in hardware) else None


def _most_exact(found: list[_Named], knowledge: Knowledge) -> list[_Named]:
    """Hardware without what another name says more exactly: of "GPU, g5, ml.g5.xlarge" the last."""
    types = [one for one in found if one.ids[0] in knowledge.instances]
    families = [one for one in found if one.ids[0] in knowledge.families]
    held = {type_.ids[0].split(".")[0] for type_ in types}
    own = [one for one in families if not held.intersection(one.ids)]
    exact = [*types, *own]
    kinds = {
        knowledge.families[name.split(".")[0]].processor for one in exact for name in one.ids if name.split(".")[0] in knowledge.families
    }
    return [*exact, *(one for one in found if one.ids[0] in knowledge.processors and one.ids[0] not in kinds)]


def _count(text: str, hardware: list[_Named]) -> int | None:
    for one in hardware[:1]:
        found = _BEFORE.search(text[max(0, one.start - _NEAR) : one.start]) or _AFTER.search(text[one.end : one.end + _NEAR])
        if found is not None:
            return _number(found["count"])
    found = _ANYWHERE.search(text)
    return _number(found["count"]) if found is not None else None


def _number(word: str) -> int:
    lowered = word.lower()
    return int(word) if word.isdecimal() else _COUNTS.index(lowered) + 1 if lowered in _COUNTS else 1
