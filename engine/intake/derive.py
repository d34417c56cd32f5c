"""What follows from what a message says, though nobody said it."""

from __future__ import annotations

from typing import Final

from engine.workload import Origin, Value, Workload
from knowledge import Knowledge

_DATA_OF_TASK: Final = {
    "image-classification": "image",
    "object-detection": "image",
    "segmentation": "image",
    "ocr": "image",
    "video": "video",
    "text-classification": "text",
    "text-generation": "text",
    "translation": "text",
    "summarization": "text",
    "question-answering": "text",
    "speech-recognition": "audio",
    "tabular-classification": "tabular",
    "forecasting": "time-series",
    "graph": "graph",
}


def with_derived(work: Workload, knowledge: Knowledge) -> Workload:
    """The workload with the facts that follow from its others; each says from which."""
    work = _with_nature(work, knowledge)
    if work.data_type is None and work.task in _DATA_OF_TASK:
        work = _derive(work, "data_type", _DATA_OF_TASK[work.task], f"task {work.task}")
    rated = work.requests_per_second or work.peak_requests_per_second
    if work.runs_per_month is not None and rated and work.items_per_run is None and work.stage in (None, "inference"):
        work = work.without("runs_per_month")
    if work.stage is None and (rated or work.latency_p99_ms or work.concurrency or work.time_to_first_token_ms):
        work = _derive(work, "stage", "inference", "requests that want an answer")
    if work.fine_tuning_method is not None and work.stage in {None, "training"}:
        work = _derive(work, "stage", "fine-tuning", f"method {work.fine_tuning_method}")
    return work


def _with_nature(work: Workload, knowledge: Knowledge) -> Workload:
    """What is known of the model or the algorithm: its only task, and what it reads."""
    for fact, records in (("model", knowledge.models), ("algorithm", knowledge.algorithms)):
        record = records.get(getattr(work, fact) or "")
        if record is None:
            continue
        if work.task is None and len(record.tasks) == 1:
            work = _derive(work, "task", record.tasks[0], f"{fact} {record.id}")
        if work.data_type is None and fact == "model":
            work = _derive(work, "data_type", record.data_type, f"{fact} {record.id}")
    return work


def _derive(work: Workload, fact: str, value: Value, because: str) -> Workload:
    return work.with_fact(fact, value, Origin(kind="derived", because=because))
