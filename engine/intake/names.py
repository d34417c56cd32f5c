"""Names in a text: models, algorithms, families, instance types, places, processors, regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.intake.tokens import Match, Word, find, key_of
from knowledge import Knowledge


class Name(NamedTuple):
    """What a phrase names."""

    kind: str
    """`models`, `algorithms`, `regions`, or `hardware` for what can be required, excluded or compared."""
    id: str
    others: tuple[str, ...] = ()
    """More ids that the phrase names: an accelerator is several families."""


def table_of(knowledge: Knowledge) -> dict[str, Name]:
    """Phrase -> name. Models win over algorithms, and both over hardware, where an alias is shared."""
    common = _phrases(knowledge, "common_names")
    table: dict[str, Name] = dict.fromkeys(_phrases(knowledge, "not_names"), Name("", ""))
    table.update(_accelerators(knowledge))
    table.update(dict.fromkeys(_phrases(knowledge, "aws_silicon"), Name("hardware", "inferentia", ("trainium",))))
    for kind, phrase, identity in _aliases(knowledge):
        if key_of(phrase) not in common:
            table[key_of(phrase)] = Name(kind, identity)
    return table


def _phrases(knowledge: Knowledge, cue: str) -> frozenset[str]:
    """The plain phrases of a cue."""
    return frozenset(key_of(phrase) for cues in knowledge.cues.values() for phrase in cues.terms.get(cue, ()))


def _accelerators(knowledge: Knowledge) -> Iterator[tuple[str, Name]]:
    """The families that carry an accelerator, by its name: A100, Inferentia2."""
    families: dict[str, dict[str, None]] = {}
    for instance in knowledge.instances.values():
        if instance.accelerator:
            families.setdefault(instance.accelerator, {})[instance.family] = None
    for identity, accelerator in knowledge.accelerators.items():
        for phrase in (identity, *accelerator.aliases, accelerator.name):
            sizes = (other for other in knowledge.accelerators if other == identity or other.startswith(f"{phrase}-"))  # A100 comes in two
            named = tuple(dict.fromkeys(family for size in sizes for family in families.get(size, ())))
            if named and phrase.lower() != f"aws {accelerator.processor}":
                yield key_of(phrase), Name("accelerators", named[0], named[1:])


def _aliases(knowledge: Knowledge) -> Iterator[tuple[str, str, str]]:
    for identity, processor in knowledge.processors.items():
        yield from (("hardware", phrase, identity) for phrase in (identity, *processor.aliases))
    for identity, place in knowledge.places.items():
        yield from (("hardware", phrase, identity) for phrase in (identity, *place.aliases))
    for identity, purchase in knowledge.purchases.items():
        yield from (("hardware", phrase, identity) for phrase in (identity, *purchase.aliases))
    for identity in knowledge.families:
        yield "hardware", identity, identity
    for identity, region in knowledge.regions.items():
        yield from (("regions", phrase, identity) for phrase in (identity, *region.aliases))
    for identity, algorithm in knowledge.algorithms.items():
        yield from (("algorithms", phrase, identity) for phrase in (identity, *algorithm.aliases))
    for identity, model in knowledge.models.items():
        yield from (("models", phrase, identity) for phrase in (identity, *model.aliases))


def names_in(text: str, words: list[Word], knowledge: Knowledge, table: Mapping[str, Name]) -> list[Match]:
    """Every name, left to right; instance types first, since they hold family names."""
    types: list[Match] = []
    taken: set[int] = set()
    for index, word in enumerate(words):
        plain = word.text.removeprefix("ml.")
        if plain in knowledge.instances:
            types.append(Match(Name("types", plain), index, index + 1, text[word.start : word.end]))
            taken.add(index)
    return sorted([*types, *find(text, words, table, taken)], key=lambda match: match.first)
