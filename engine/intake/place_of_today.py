"""Where the machines of today run, where nobody says it outright: the way their type is written and the word beside it tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.intake.message import Message
from engine.workload import Origin, Workload

_SAGEMAKER: Final = "ml."
"""Begins the names of types at SageMaker."""
_OF_STAGE: Final = {
    "training": "sagemaker-training",
    "fine-tuning": "sagemaker-training",
    "preprocessing": "sagemaker-processing",
    "experimentation": "sagemaker-notebook",
}
_CUES: Final = {
    "notebook_instance": "sagemaker-notebook",
    "processing_job": "sagemaker-processing",
    "training_job": "sagemaker-training",
    "transform_job": "sagemaker-batch-transform",
    "an_endpoint": "sagemaker-realtime",
}
"""Cue of what the machines are called -> place."""
_OF_OPERATIONS: Final = {"kubernetes": "eks", "containers": "ecs"}
_NAMED: Final = ("eks", "ecs", "ec2")
"""Places of one's own machines, which people name as what they want when they mean where they are."""
_REPORTED: Final = (
    "current_count",
    "current_latency_ms",
    "current_usd_per_month",
    "current_gpu_utilization_percent",
    "current_cpu_utilization_percent",
)
"""Facts that tell of machines at work, and not of where a model was made."""
_BATCH: Final = ("runs_per_month", "items_per_run")
_ASKED: Final = ("requests_per_second", "peak_requests_per_second", "latency_p99_ms", "concurrency")


def with_place_of_today(work: Workload, message: Message) -> Workload:
    """The workload with the place of the machines in use, derived from the words around them."""
    if work.current_instance is None or work.current_place is not None:
        return work
    place, because = next(_places(work, message), ("", ""))
    if not place:
        return work
    if place in _NAMED and place in (work.require or ()):
        work = _without_name(work, place)  # it is where they are, and no demand
    return work.with_fact("current_place", place, Origin(kind="derived", because=because))


def _without_name(work: Workload, place: str) -> Workload:
    rest = tuple(name for name in work.require or () if name != place)
    return work.with_fact("require", rest, work.origins["require"]) if rest else work.without_fact("require")


def _places(work: Workload, message: Message) -> Iterator[tuple[str, str]]:
    """Places that something speaks for, the surest first, each with the reason."""
    written = work.origins["current_instance"].quote.lower()
    own_machines = [name for name in _NAMED if name in (*(work.require or ()), *(work.prefer or ()), *(work.compare or ()))]
    if not written.startswith(_SAGEMAKER):
        if len(own_machines) == 1:
            yield own_machines[0], f"{own_machines[0].upper()} is named beside {written}"
        if work.operations in _OF_OPERATIONS:
            yield _OF_OPERATIONS[work.operations], f"{work.operations}, and {written} in use"
    for cue, place in _CUES.items():
        if message.cues[cue]:
            yield place, f'"{message.quote(message.cues[cue][0])}"'
    is_reported = any(getattr(work, fact) is not None for fact in _REPORTED)
    if not written.startswith(_SAGEMAKER) and is_reported and work.stage not in _OF_STAGE and not message.cues["sagemaker_word"]:
        yield "ec2", f"{written} is a type of EC2; at SageMaker it is {_SAGEMAKER}{written}"
    elif written.startswith(_SAGEMAKER):
        in_runs = any(getattr(work, fact) for fact in _BATCH) and not any(getattr(work, fact) for fact in _ASKED)
        online = "sagemaker-batch-transform" if in_runs else "sagemaker-realtime"
        yield _OF_STAGE.get(work.stage or "", online), f"{written} is a type of SageMaker"
