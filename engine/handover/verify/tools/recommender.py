"""What DescribeInferenceRecommendationsJob answers, as the AWS CLI or an SDK prints it.

Fields: botocore's model of SageMaker, shapes InferenceRecommendation and RecommendationMetrics. ModelLatency is in milliseconds and
MaxInvocations in requests a minute, of one machine (docs.aws.amazon.com/sagemaker/latest/dg/inference-recommender-interpret-results.html).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.handover.verify.tool_result import ResultFields, ToolResult
from knowledge.errors import InputError, quote_value

TOOL: Final = "SageMaker Inference Recommender"
_COMPLETED: Final = "COMPLETED"
_MINUTE: Final = 60.0


def is_result(document: dict[str, Any]) -> bool:
    """True if the document is such a result."""
    return "InferenceRecommendations" in document or ("JobArn" in document and "InputConfig" in document)


def parse_result(document: dict[str, Any], where: str) -> list[ToolResult]:
    """A run for each recommendation. Raises InputError for a job that is not completed, or recommends nothing."""
    status = document.get("Status", _COMPLETED)
    rows = document.get("InferenceRecommendations")
    if status != _COMPLETED or not isinstance(rows, list) or not rows:
        reason = f" ({document['FailureReason']})" if isinstance(document.get("FailureReason"), str) else ""
        told = "has no recommendations" if status == _COMPLETED else f"is {quote_value(status)}{reason}"
        raise InputError(f"{where}: the job {told}. Read it once it is {_COMPLETED}.")
    return [_parse_recommendation(row, f"{where}, recommendation {number}") for number, row in enumerate(rows, 1)]


def _parse_recommendation(row: object, where: str) -> ToolResult:
    if not isinstance(row, Mapping):
        raise InputError(f"{where}: {quote_value(row)} is no recommendation.")
    fields = ResultFields(row, where)
    metrics, endpoint = fields.enter("Metrics"), fields.enter("EndpointConfiguration")
    memory = endpoint.enter("ServerlessConfig").parse_count("MemorySizeInMB")
    name = endpoint.parse_text("InstanceType")
    if name is None and memory is None:
        raise InputError(f"{where}: EndpointConfiguration has neither an InstanceType nor a ServerlessConfig.")
    return ToolResult(
        tool=TOOL,
        where=where,
        instance_type=name,
        instance_count=1 if name is not None else None,
        place=None if name is not None else "sagemaker-serverless",
        memory_mb=None if name is not None else memory,
        rate_per_s=metrics.require_number("MaxInvocations") / _MINUTE,
        is_capacity=True,
        latency_ms=metrics.require_number("ModelLatency"),
        tail="p95",
    )
