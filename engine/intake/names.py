"""Names in a text: models, algorithms, families, instance types, places, processors, regions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.intake.tokens import Match, Word, find
from engine.lazy_pattern import lazy_pattern
from engine.model_families import member_of_size
from knowledge import Knowledge
from knowledge.phrase_index import phrase_key
from knowledge.schema.message_vocabulary import EntityName
from knowledge.schema.model import ModelFamily

_SIZE_AFTER: Final = lazy_pattern(
    r"[\s-]*(?:(?:distill?(?:ed)?|instruct|chat|base|llama|qwen)[\s-]+){0,3}(\d+(?:\.\d+)?)\s?B\b", re.IGNORECASE
)
_SIZE: Final = lazy_pattern(r"\b[A-Z][A-Za-z]{1,20}-(?P<size>\d{1,4}(?:\.\d+)?B)\b")
"""The size in a name that the base may not have: "BLOOM-176B"."""
_OTHER_VERSION: Final = lazy_pattern(
    r"[\s-]?(?:v?\d{1,2}(?:\.\d{1,2})?(?![\w.%])(?!\s*(?:B\b|M\b|billion|million|x\b|×|/))"
    r"(?=-|\s*(?:[,.;:!?)]|$)|\s+(?:\d+(?:\.\d+)?\s?B\b|instruct|chat|model|on|with|for|to|at|in|as|is|and|or|of|by|via|behind|from|using)\b)"
    r"|(?:max|ultra|pro|plus|opus|medium|preview)\b)",
    re.IGNORECASE,
)
"""Behind the name of a family, another version or variant of it."""
_SAME: Final = 0.25
"""Share by which the size of a model may differ from how it is told."""


def names_in(text: str, words: list[Word], knowledge: Knowledge, table: Mapping[str, EntityName]) -> list[Match]:
    """Every name, left to right; instance types first, since they hold family names."""
    types: list[Match] = []
    taken: set[int] = set()
    for index, word in enumerate(words):
        plain = word.text.removeprefix("ml.")
        if plain in knowledge.instances:
            types.append(Match(EntityName("types", plain), index, index + 1, text[word.start : word.end]))
            taken.add(index)
        elif plain != word.text and (name := table.get(plain.split(".")[0])) is not None and (name.kind == "tools" or "." not in plain):
            types.append(Match(name, index, index + 1, text[word.start : word.end]))  # ml.eia2.medium, ml.g5
            taken.add(index)
    found = (_without_next(match, table) for match in find(text, words, table, taken))
    return sorted([*types, *found], key=lambda match: match.first)


def _without_next(match: Match, table: Mapping[str, EntityName]) -> Match:
    """The name without the number that a comma sets apart from it, "on Trainium, 2,000 tokens"; none where the rest names nothing."""
    head, comma, tail = match.quote.rpartition(",")
    if not comma or not tail.strip().isdigit():
        return match
    short = table.get(phrase_key(head), EntityName("", ""))
    return Match(short, match.first, match.last - 1, head.rstrip())


def is_of_other_size(text: str, end: int, billions: float | None) -> bool:
    """Whether the size behind a model's name is not its own: BLOOM-176B, where the base has the one of 7 billion."""
    size = _SIZE_AFTER.match(text, end)
    return size is not None and billions is not None and abs(float(size[1]) - billions) > _SAME * billions


def goes_on_as_other_name(text: str, end: int, family: ModelFamily, knowledge: Knowledge) -> bool:
    """Whether the name of a family goes on to one that the base does not have: "Llama 5 70B", "Mistral Medium 9", "BLOOM-17B"."""
    size = _SIZE_AFTER.match(text, end)
    if size is not None:
        return member_of_size(family, float(size[1]), knowledge) is None
    return _OTHER_VERSION.match(text, end) is not None


def goes_on_as_other_version(name: str, text: str, end: int) -> bool:
    """Whether a name without any number goes on to a version that the base does not have: "Mistral Small 4", "LTX 2.3"."""
    return not any(map(str.isdigit, name)) and _OTHER_VERSION.match(text, end) is not None


def sizes_in(text: str) -> Iterator[tuple[float, int, int]]:
    """Billions of parameters that are written into a name, and where they stand."""
    for match in _SIZE.finditer(text):
        yield float(match["size"][:-1]), match.start("size"), match.end("size")
