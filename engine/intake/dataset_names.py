"""Data sets by name: whether one is what this work reads, or what its model has learnt from before."""

from __future__ import annotations

from typing import Final

from engine.intake.message import Message
from engine.intake.tokens import Match
from engine.workload import Origin, Workload
from knowledge import Knowledge

_LEARNS: Final = frozenset({"training", "fine-tuning", "experimentation"})


def is_read_by_work(message: Message, match: Match) -> bool:
    """False for what a finished model comes from ("pretrained on ImageNet", "COCO weights") and for everyday words ("a squad of ten")."""
    everyday = match.quote.islower() and message.begins_at("everyday_names", match.first) is not None
    of_others = match.last < len(message.words) and message.words[match.last].text == "of"
    is_learnt = message.ends_at("learnt_before", match.first) is not None or message.begins_at("of_weights", match.last) is not None
    return not (everyday or of_others or is_learnt)


def without_learnt_dataset(work: Workload, message: Message) -> Workload:
    """The workload without the data set that its finished model was trained on: "a YOLO11m trained on COCO answers requests"."""
    if work.dataset is None or work.stage is None or work.stage in _LEARNS:
        return work
    quote = work.origins["dataset"].quote.lower()
    learnt = (message.text[message.span(found)[1] :].lower().lstrip() for found in message.cues["trained_on"])
    return work.without_fact("dataset") if any(rest.startswith((quote, f"the {quote}")) for rest in learnt) else work


def with_nature_of_dataset(work: Workload, knowledge: Knowledge) -> Workload:
    """The workload with what its data set tells of it: its only task, and what is read."""
    dataset = knowledge.datasets.get(work.dataset or "")
    if dataset is None:
        return work
    origin = Origin(kind="derived", because=f"data set {dataset.id}")
    if work.task is None and len(dataset.tasks) == 1 and work.stage != "preprocessing":
        work = work.with_fact("task", dataset.tasks[0], origin)
    return work if work.data_type is not None else work.with_fact("data_type", dataset.data_type, origin)
