"""Parses a plan in words: which hardware, how many, where, and how it is paid for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.intake.denial import is_denied
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.names import names_in
from knowledge import Knowledge
from knowledge.phrase_index import phrase_key
from knowledge.schema.message_vocabulary import EntityName
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
_MAX_CHARACTERS: Final = 2_000
"""Characters of an answer that are read."""
_NEAR: Final = 24
_SHORT: Final = "short_"
"""Prefix of wording keys that hold short names of a place."""


class Proposal(Record):
    """What an answer names."""

    place: str | None = None
    hardware: tuple[str, ...] = ()
    """Names for one thing: a type, family or processor; for an accelerator each family that has it."""
    count: int | None = None
    purchase: str | None = None
    several: tuple[str, ...] = ()
    """All names, if two of a kind are named."""

    @property
    def is_empty(self) -> bool:
        """True if it names nothing."""
        return not (self.place or self.hardware or self.purchase)


class _Mention(NamedTuple):
    kind: str
    ids: tuple[str, ...]
    start: int
    end: int


def read_proposal(answer: str, knowledge: Knowledge) -> Proposal:
    """What `answer` proposes, without what it rules out ("not Lambda")."""
    named = list(_find_mentions(answer[:_MAX_CHARACTERS], knowledge))
    by_kind: dict[str, list[_Mention]] = {"place": [], "hardware": [], "purchase": []}
    for one in named:
        if all(one.ids != other.ids for other in by_kind[one.kind]):
            by_kind[one.kind].append(one)
    hardware = _most_specific(by_kind["hardware"], knowledge)
    several = [one.ids[0] for found in (by_kind["place"], hardware, by_kind["purchase"]) if len(found) > 1 for one in found]
    return Proposal(
        place=by_kind["place"][0].ids[0] if by_kind["place"] else None,
        hardware=hardware[0].ids if hardware else (),
        count=_machine_count(answer[:_MAX_CHARACTERS], hardware),
        purchase=by_kind["purchase"][0].ids[0] if by_kind["purchase"] else None,
        several=tuple(several),
    )


def _find_mentions(text: str, knowledge: Knowledge) -> Iterator[_Mention]:
    lexica = lexica_of(knowledge)
    message = Message(text, lexica)
    for match in names_in(message.text, message.words, knowledge, lexica.names):
        start, end = message.words[match.first].start, message.words[match.last - 1].end
        kind = _plan_part(match.value, knowledge)
        if kind is not None and isinstance(match.value, EntityName) and not is_denied(message, start):
            yield _Mention(kind, (match.value.id, *match.value.others), start, end)
            yield from _places_within(message.text[start:end], kind, start, knowledge)
    for found in _HYPHENED.finditer(message.text):
        name = found[1].lower()
        if (name in knowledge.instances or name in knowledge.families) and not is_denied(message, found.start()):
            yield _Mention("hardware", (name,), found.start(), found.end())
    yield from _short_place_names(message, knowledge)


def _places_within(quote: str, kind: str, start: int, knowledge: Knowledge) -> Iterator[_Mention]:
    """The place within the name of a purchase option: "EC2" in "EC2 Spot"."""
    names = lexica_of(knowledge).names
    for word in re.finditer(r"\w+", quote) if kind == "purchase" else ():
        name = names.get(phrase_key(word[0]))
        if name is not None and name.id in knowledge.places:
            yield _Mention("place", (name.id,), start + word.start(), start + word.end())


def _short_place_names(message: Message, knowledge: Knowledge) -> Iterator[_Mention]:
    """Places by their short names: "real-time", "training job"."""
    for key, phrases in knowledge.wording["generated"].texts.items():
        place = key.removeprefix(_SHORT)
        if place == key or place not in knowledge.places:
            continue
        found = re.search(rf"\b(?:{'|'.join(re.escape(phrase) for phrase in phrases.split(', '))})\b", message.text, re.IGNORECASE)
        if found is not None and not is_denied(message, found.start()):
            yield _Mention("place", (place,), found.start(), found.end())


def _plan_part(value: object, knowledge: Knowledge) -> str | None:
    """The part of a plan that a name is; None for other names, such as a model."""
    if not isinstance(value, EntityName):
        return None
    if value.id in knowledge.places:
        return "place"
    if value.id in knowledge.purchases:
        return "purchase"
    hardware = (knowledge.processors, knowledge.families, knowledge.instances)
    return "hardware" if any(value.id in known for known in hardware) else None


def _most_specific(found: list[_Mention], knowledge: Knowledge) -> list[_Mention]:
    """Hardware without names that another name makes more specific: of "GPU, g5, ml.g5.xlarge" the last."""
    types = [one for one in found if one.ids[0] in knowledge.instances]
    families = [one for one in found if one.ids[0] in knowledge.families]
    held = {type_.ids[0].split(".")[0] for type_ in types}
    own = [one for one in families if not held.intersection(one.ids)]
    exact = [*types, *own]
    kinds = {
        knowledge.families[name.split(".")[0]].processor for one in exact for name in one.ids if name.split(".")[0] in knowledge.families
    }
    return [*exact, *(one for one in found if one.ids[0] in knowledge.processors and one.ids[0] not in kinds)]


def _machine_count(text: str, hardware: list[_Mention]) -> int | None:
    for one in hardware[:1]:
        found = _BEFORE.search(text[max(0, one.start - _NEAR) : one.start]) or _AFTER.search(text[one.end : one.end + _NEAR])
        if found is not None:
            return _parse_count(found["count"])
    found = _ANYWHERE.search(text)
    return _parse_count(found["count"]) if found is not None else None


def _parse_count(word: str) -> int:
    lowered = word.lower()
    return int(word) if word.isdecimal() else _COUNTS.index(lowered) + 1 if lowered in _COUNTS else 1
