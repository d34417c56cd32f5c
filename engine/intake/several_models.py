"""Several models at one place: how many the message counts or lists by name, and that they may have no framework in common."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.intake.message import Message
from engine.intake.tokens import Match
from engine.workload import Origin, Workload
from knowledge.schema.message_vocabulary import EntityName

_KINDS: Final = frozenset({"models", "model_families"})
_SHORT: Final = 12
"""Characters of a count."""


def with_models(work: Workload, message: Message, named: Sequence[Match]) -> Workload:
    """The workload with its number of models, if the message tells it."""
    models = [match for match in named if isinstance(match.value, EntityName) and match.value.kind in _KINDS]
    found = next(itertools.chain(_counted(message, models), _listed(message, models)), None) if work.model_count is None else None
    if found is not None:
        count, words = found
        work = work.with_fact("model_count", count, Origin(kind="derived", because=f'"{words}"'))
    return work


def have_none_in_common(work: Workload, frameworks: Iterable[object]) -> bool:
    """Whether several models are in several frameworks, so that none of them is the framework."""
    return (work.model_count or 1) > 1 and len(set(frameworks)) > 1


def _counted(message: Message, models: Sequence[Match]) -> Iterator[tuple[int, str]]:
    """A model's name between a count and a plural: "40 ResNet-50 variants"."""
    amounts = [amount for amount in message.amounts if amount.value > 1 and amount.value == int(amount.value)]
    for match in models:
        start, end = message.words[match.first].start, message.words[match.last - 1].end
        behind = message.begins_at("models", match.last)
        for amount in amounts:
            written = message.text[amount.start : start]
            if behind is not None and amount.start < start and not written.strip("0123456789,. ") and len(written) < _SHORT:
                yield int(amount.value), message.text[amount.start : end]


def _listed(message: Message, models: Sequence[Match]) -> Iterator[tuple[int, str]]:
    """Several models that share a machine: "a DistilBERT and a BERT on one host"."""
    shared = next(iter(message.cues["share_one"]), None)
    names = {match.value.id for match in models if isinstance(match.value, EntityName)}
    if shared is not None and len(names) > 1:
        yield len(names), message.quote(shared)
