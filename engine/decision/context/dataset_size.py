"""What a public data set's name says of its size, where nobody states figures of their own."""

from __future__ import annotations

from collections.abc import Iterator

from engine.decision.context.situation import BATCH, ONLINE, situation_of
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.schema.dataset import Dataset

_SIZES = ("rows", "items_per_run", "dataset_gb", "training_tokens_b", "media_hours_per_run")
"""Facts of which each says how much there is to read; who states one may read only a part of the data set."""


def with_size_of_dataset(workload: Workload, knowledge: Knowledge) -> Workload:
    """The workload with items, GB and columns of the data set it names, marked as assumed from it."""
    dataset = knowledge.datasets.get(workload.dataset or "")
    if dataset is None or situation_of(workload) == ONLINE or any(getattr(workload, fact) is not None for fact in _SIZES):
        return workload
    for fact, value, what in _published_sizes(workload, dataset, knowledge):
        if getattr(workload, fact) is None:
            because = f"{dataset.name} has {what}; say how much of it you read if that is less."
            workload = workload.with_fact(fact, value, Origin(kind="assumed", because=because))
    return workload


def is_told_by_dataset(workload: Workload, fact: str) -> bool:
    """True if the fact is known from the named data set alone, so that nobody needs to be asked for it."""
    return (
        workload.dataset is not None and fact in (*_SIZES, "columns") and getattr(workload, fact) is not None and workload.is_assumed(fact)
    )


def _published_sizes(workload: Workload, dataset: Dataset, knowledge: Knowledge) -> Iterator[tuple[str, Value, str]]:
    """Fact, value and its words. A corpus has no number of items for a language model, which reads it by tokens."""
    model, situation = knowledge.models.get(workload.model or ""), situation_of(workload)
    by_tokens = dataset.counted_by == "tokens" and (model is None or model.gflops_per_item is None)
    if by_tokens and workload.stage == "training":
        yield "epochs", 1.0, "enough text for one pass"
    if dataset.items is not None and not by_tokens:
        items = float(dataset.items.value)
        yield "items_per_run" if situation == BATCH else "rows", items, f"{items:,.0f} {dataset.item}s"
    if dataset.size_gb is not None:
        yield "dataset_gb", dataset.size_gb.value, f"{dataset.size_gb.value:g} GB"
    if dataset.columns is not None:
        yield "columns", float(dataset.columns.value), f"{dataset.columns.value} columns"
