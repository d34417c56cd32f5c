"""Names in a text: models, algorithms, families, instance types, places, processors, regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.intake.tokens import Match, Word, find, key_of
from knowledge import Knowledge

_PLAIN_PLACES = {
    "real time endpoint": "sagemaker-realtime",
    "serverless inference": "sagemaker-serverless",
    "sagemaker serverless": "sagemaker-serverless",
    "asynchronous endpoint": "sagemaker-async",
    "async endpoint": "sagemaker-async",
    "asynchronous inference": "sagemaker-async",
    "batch transform": "sagemaker-batch-transform",
    "processing job": "sagemaker-processing",
    "training job": "sagemaker-training",
}
_NO_NAMES = ("nvidia triton", "nvidia driver", "nvidia drivers", "hugging face spaces")
"""Phrases that hold the name of hardware and are none."""
_TOO_COMMON = frozenset({"commitment", "speech", "text to speech", "tts", "transformers", "transformer", "edge", "camera"})
"""Aliases that say too little in a sentence; they still find an entry that is asked for by name."""
_AT_THE_EDGE = ("at the edge", "on the edge", "edge device", "edge box", "on device", "on the device", "on premises gateway")
_PROCESSOR_WORDS = {"cpu": "cpu", "gpu": "gpu", "inferentia": "inferentia", "trainium": "trainium", "neuron chip": "inferentia"}


class Name(NamedTuple):
    """What a phrase names."""

    kind: str
    """`models`, `algorithms`, `regions`, or `hardware` for what can be required, excluded or compared."""
    id: str


def table_of(knowledge: Knowledge) -> dict[str, Name]:
    """Phrase -> name. Models win over algorithms, and both over hardware, where an alias is shared."""
    table: dict[str, Name] = {}
    for phrase, place in _PLAIN_PLACES.items():
        table[phrase] = Name("hardware", place)
    table.update(dict.fromkeys(_AT_THE_EDGE, Name("hardware", "edge")))
    for phrase, processor in _PROCESSOR_WORDS.items():
        table[phrase] = Name("hardware", processor)
    table.update(dict.fromkeys(_NO_NAMES, Name("", "")))
    for kind, phrase, identity in _aliases(knowledge):
        table[key_of(phrase)] = Name(kind, identity)
    return table


def _aliases(knowledge: Knowledge) -> Iterator[tuple[str, str, str]]:
    for identity, place in knowledge.places.items():
        yield from (("hardware", phrase, identity) for phrase in (identity, *place.aliases) if phrase not in _TOO_COMMON)
    for identity, purchase in knowledge.purchases.items():
        yield from (("hardware", phrase, identity) for phrase in (identity, *purchase.aliases) if phrase not in _TOO_COMMON)
    for identity in knowledge.families:
        yield "hardware", identity, identity
    for identity, region in knowledge.regions.items():
        yield from (("regions", phrase, identity) for phrase in (identity, *region.aliases))
    for identity, algorithm in knowledge.algorithms.items():
        yield from (("algorithms", phrase, identity) for phrase in (identity, *algorithm.aliases) if phrase not in _TOO_COMMON)
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
