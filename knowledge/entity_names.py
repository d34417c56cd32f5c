"""Phrase -> the entry it names: models, algorithms, families, places, processors, services, regions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge.base import Knowledge
from knowledge.phrase_index import phrase_key
from knowledge.schema.message_vocabulary import EntityName

_SHORT: Final = 2
"""Aliases of so few letters are ambiguous and left out."""
_PROFILES: Final = ("", "us.", "eu.", "apac.", "jp.", "au.", "global.", "us-gov.")
"""What an inference profile puts before the name of a model."""
_LETTERS: Final = re.compile(r"[a-z]+(?=\d)")


def build_name_table(knowledge: Knowledge) -> dict[str, EntityName]:
    """Phrase -> entry. If an alias is shared, models win over hosted ones, these over algorithms, and all over hardware."""
    common = _cue_phrases(knowledge, "common_names")
    table: dict[str, EntityName] = dict.fromkeys(sorted(_cue_phrases(knowledge, "not_names")), EntityName("", ""))
    table.update(_accelerator_names(knowledge))
    table.update(_series_names(knowledge))
    table.update(_replaced_services(knowledge))
    table.update(_service_names(knowledge))
    table.update(
        dict.fromkeys(
            sorted(_cue_phrases(knowledge, "no_endpoint")),
            EntityName("ruled_out", "sagemaker-realtime", ("sagemaker-serverless", "sagemaker-async")),
        )
    )
    table.update(dict.fromkeys(sorted(_cue_phrases(knowledge, "aws_silicon")), EntityName("hardware", "inferentia", ("trainium",))))
    for kind, phrase, identity in _all_aliases(knowledge):
        if phrase_key(phrase) not in common:
            table[phrase_key(phrase)] = EntityName(kind, identity)
    return table


def _cue_phrases(knowledge: Knowledge, cue: str) -> frozenset[str]:
    """The plain phrases of a cue."""
    return frozenset(phrase_key(phrase) for cues in knowledge.cues.values() for phrase in cues.terms.get(cue, ()))


def _accelerator_names(knowledge: Knowledge) -> Iterator[tuple[str, EntityName]]:
    """Families that have an accelerator, by its name: A100, Inferentia2."""
    families: dict[str, dict[str, None]] = {}
    for instance in knowledge.instances.values():
        if instance.accelerator:
            families.setdefault(instance.accelerator, {})[instance.family] = None
    for identity, accelerator in knowledge.accelerators.items():
        for phrase in (identity, *accelerator.aliases, accelerator.name):
            sizes = (other for other in knowledge.accelerators if other == identity or other.startswith(f"{phrase}-"))  # A100 comes in two
            named = tuple(dict.fromkeys(family for size in sizes for family in families.get(size, ())))
            if named and phrase.lower() != f"aws {accelerator.processor}":
                yield phrase_key(phrase), EntityName("accelerators", named[0], named[1:])


def _replaced_services(knowledge: Knowledge) -> Iterator[tuple[str, EntityName]]:
    """Discontinued services that have a replacement; people still ask about them."""
    for identity, tool in knowledge.tools.items():
        if tool.replaced_by is not None:
            yield from ((phrase_key(phrase), EntityName("tools", identity)) for phrase in (identity, *tool.aliases) if len(phrase) > _SHORT)


def _service_names(knowledge: Knowledge) -> Iterator[tuple[str, EntityName]]:
    """AWS services that people compare with a place to run."""
    services = _cue_phrases(knowledge, "services")
    for identity, tool in knowledge.tools.items():
        phrases = {phrase_key(phrase) for phrase in (identity, *tool.aliases)} & services
        yield from ((phrase, EntityName("services", identity)) for phrase in sorted(phrases))


def _series_names(knowledge: Knowledge) -> Iterator[tuple[str, EntityName]]:
    """Families of a letter that are not retired: "P family", "g instances", "c-series"."""
    series: dict[str, list[str]] = {}
    for identity, family in knowledge.families.items():
        begun = _LETTERS.match(identity)
        if begun and family.status.value != "retired":
            series.setdefault(begun[0], []).append(identity)
    letters, words = _cue_phrases(knowledge, "series_letters"), sorted(_cue_phrases(knowledge, "series_words"))
    for letter, identities in series.items():
        if letter in letters:
            name = EntityName("hardware", identities[0], tuple(identities[1:]))
            yield from ((f"{letter} {word}", name) for word in words)
            for other in sorted(letters & set(series) - {letter}):
                both = EntityName("hardware", identities[0], (*identities[1:], *series[other]))
                yield from ((f"{letter} {joint} {other} {word}", both) for word in words for joint in ("and", "or"))


def _all_aliases(knowledge: Knowledge) -> Iterator[tuple[str, str, str]]:
    """Kind, phrase and id of every named entry. A later entry replaces an earlier one with the same phrase."""
    yield from _name_entries("hardware", knowledge.processors)
    yield from _name_entries("hardware", knowledge.places)
    yield from _name_entries("hardware", knowledge.purchases)
    yield from (("hardware", identity, identity) for identity in knowledge.families)  # an alias is a generation: several families
    yield from _name_entries("regions", knowledge.regions)
    yield from _name_entries("datasets", knowledge.datasets)
    yield from _name_entries("algorithms", knowledge.algorithms)
    yield from _name_entries("hosted_models", knowledge.hosted_models)
    yield from _bedrock_names(knowledge)
    yield from _name_entries("model_families", knowledge.model_families)
    yield from _name_entries("models", knowledge.models)


def _bedrock_names(knowledge: Knowledge) -> Iterator[tuple[str, str, str]]:
    """Names of models as Bedrock's API writes them, by a single region or a profile: us.anthropic.claude-haiku-4-5-20251001-v1:0."""
    for kind, entries in (("hosted_models", knowledge.hosted_models), ("models", knowledge.models)):
        for identity, entry in entries.items():
            if entry.bedrock is not None:
                yield from ((kind, f"{profile}{entry.bedrock.model_id}", identity) for profile in _PROFILES)


def _name_entries(kind: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    return ((kind, phrase, identity) for identity, entry in entries.items() for phrase in (identity, *entry.aliases))
