"""The kind of run that a workload needs, and the places for it."""

from __future__ import annotations

from typing import Final, Literal

from engine.workload import Workload

Situation = Literal["online", "batch", "training", "processing", "notebook"]

ONLINE: Final[Situation] = "online"
BATCH: Final[Situation] = "batch"

PLACES: Final[dict[Situation, tuple[str, ...]]] = {
    "online": ("sagemaker-realtime", "sagemaker-serverless", "sagemaker-async", "lambda", "ecs", "eks", "ec2"),
    "batch": ("sagemaker-batch-transform", "sagemaker-processing", "ecs", "eks", "ec2"),
    "training": ("sagemaker-training", "eks", "ec2"),
    "processing": ("sagemaker-processing", "ecs", "eks", "ec2"),
    "notebook": ("sagemaker-notebook", "ec2"),
}
"""Kind of run -> places to consider, the managed ones first."""
SPEED_TARGETS: Final = ("latency_p99_ms", "time_to_first_token_ms", "time_per_output_token_ms")
"""Facts that say how long an answer may take."""


def situation_of(workload: Workload) -> Situation:
    """The kind of run. Items to process without requests or a latency target make a batch; a machine that is on by schedule does not."""
    if workload.stage in ("training", "fine-tuning"):
        return "training"
    if workload.stage == "preprocessing":
        return "processing"
    if workload.stage == "experimentation":
        return "training" if workload.interruptible or workload.checkpointing else "notebook"  # nobody types into what may be taken away
    asked = workload.latency_p99_ms or workload.requests_per_second or workload.peak_requests_per_second
    in_runs = workload.items_per_run or workload.runs_per_month or (workload.traffic == "scheduled" and workload.hours_per_day is None)
    if in_runs and not asked:
        return "batch"
    return "online"
