"""What DescribeInferenceRecommendationsJob answers, as the AWS CLI or an SDK prints it.

Fields: botocore's model of SageMaker, shapes InferenceRecommendation and RecommendationMetrics. ModelLatency is in milliseconds and
MaxInvocations in requests a minute, of one machine (docs.aws.amazon.com/sagemaker/latest/dg/inference-recommender-interpret-results.html).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.handover.verify.found import Fields, Found
from knowledge.errors import InputError, shown

TOOL: Final = "SageMaker Inference Recommender"
_DONE: Final = "COMPLETED"
_MINUTE: Final = 60.0


def is_own(document: dict[str, Any]) -> bool:
    """Whether a document is one."""
    return "InferenceRecommendations" in document or ("JobArn" in document and "InputConfig" in document)


def read(document: dict[str, Any], where: str) -> list[Found]:
    """One run for each recommendation. Raises InputError for a job that is not done, or recommends nothing."""
    status = document.get("Status", _DONE)
    rows = document.get("InferenceRecommendations")
    if status != _DONE or not isinstance(rows, list) or not rows:
        reason = f" ({document['FailureReason']})" if isinstance(document.get("FailureReason"), str) else ""
        told = "has no recommendations" if status == _DONE else f"is {shown(status)}{reason}"
        raise InputError(f"{where}: the job {told}. Read it once it is {_DONE}.")
    return [_found(row, f"{where}, recommendation {number}") for number, row in enumerate(rows, 1)]


def _found(row: object, where: str) -> Found:
    if not isinstance(row, Mapping):
        raise InputError(f"{where}: {shown(row)} is no recommendation.")
    fields = Fields(row, where)
    metrics, endpoint = fields.inner("Metrics"), fields.inner("EndpointConfiguration")
    memory = endpoint.inner("ServerlessConfig").count("MemorySizeInMB")
    name = endpoint.text("InstanceType")
    if name is None and memory is None:
        raise InputError(f"{where}: EndpointConfiguration has neither an InstanceType nor a ServerlessConfig.")
    return Found(
        tool=TOOL,
        where=where,
        instance_type=name,
        instance_count=1 if name is not None else None,
        place=None if name is not None else "sagemaker-serverless",
        memory_mb=None if name is not None else memory,
        rate_per_s=metrics.needed("MaxInvocations") / _MINUTE,
        is_capacity=True,
        latency_ms=metrics.needed("ModelLatency"),
        tail="p95",
    )
