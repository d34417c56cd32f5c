"""What phrases name: models, algorithms, families, instance types, places, processors, regions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge.base import Knowledge
from knowledge.phrases import key_of
from knowledge.schema.reading import Name

_SHORT: Final = 2
"""Letters of an alias that may be anything."""
_LETTERS: Final = re.compile(r"[a-z]+(?=\d)")


def table_of(knowledge: Knowledge) -> dict[str, Name]:
    """Phrase -> name. Models win over algorithms, and both over hardware, where an alias is shared."""
    common = _phrases(knowledge, "common_names")
    table: dict[str, Name] = dict.fromkeys(_phrases(knowledge, "not_names"), Name("", ""))
    table.update(_accelerators(knowledge))
    table.update(_series(knowledge))
    table.update(_gone(knowledge))
    table.update(_services(knowledge))
    table.update(
        dict.fromkeys(
            _phrases(knowledge, "no_endpoint"), Name("ruled_out", "sagemaker-realtime", ("sagemaker-serverless", "sagemaker-async"))
        )
    )
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


def _gone(knowledge: Knowledge) -> Iterator[tuple[str, Name]]:
    """Services that ended and something replaces: people still ask about them."""
    for identity, tool in knowledge.tools.items():
        if tool.replaced_by is not None:
            yield from ((key_of(phrase), Name("tools", identity)) for phrase in (identity, *tool.aliases) if len(phrase) > _SHORT)


def _services(knowledge: Knowledge) -> Iterator[tuple[str, Name]]:
    """Services of AWS that do the work of a place; people weigh the two."""
    services = _phrases(knowledge, "services")
    for identity, tool in knowledge.tools.items():
        phrases = {key_of(phrase) for phrase in (identity, *tool.aliases)} & services
        yield from ((phrase, Name("services", identity)) for phrase in phrases)


def _series(knowledge: Knowledge) -> Iterator[tuple[str, Name]]:
    """The families of a letter, those that can still be had: "P family", "g instances", "c-series"."""
    series: dict[str, list[str]] = {}
    for identity, family in knowledge.families.items():
        begun = _LETTERS.match(identity)
        if begun and family.status.value != "retired":
            series.setdefault(begun[0], []).append(identity)
    letters, words = _phrases(knowledge, "series_letters"), _phrases(knowledge, "series_words")
    for letter, identities in series.items():
        if letter in letters:
            name = Name("hardware", identities[0], tuple(identities[1:]))
            yield from ((f"{letter} {word}", name) for word in words)
            for other in sorted(letters & set(series) - {letter}):
                both = Name("hardware", identities[0], (*identities[1:], *series[other]))
                yield from ((f"{letter} {joint} {other} {word}", both) for word in words for joint in ("and", "or"))


def _aliases(knowledge: Knowledge) -> Iterator[tuple[str, str, str]]:
    """Kind, phrase and id of all that has a name of its own; of several with the same phrase the last one counts."""
    yield from _called("hardware", knowledge.processors)
    yield from _called("hardware", knowledge.places)
    yield from _called("hardware", knowledge.purchases)
    yield from (("hardware", identity, identity) for identity in knowledge.families)  # an alias is a generation: several families
    yield from _called("regions", knowledge.regions)
    yield from _called("algorithms", knowledge.algorithms)
    yield from _called("models", knowledge.models)


def _called(kind: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    return ((kind, phrase, identity) for identity, entry in entries.items() for phrase in (identity, *entry.aliases))
