"""The steps that tell when a deployment misses what was advised: alarms on its targets, and a budget on its cost."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.handover.template.deployment import Deployment
from engine.handover.template.places.autoscaling import VARIANT
from knowledge.sentences import Say

_ENDPOINTS: Final = ("sagemaker-realtime", "sagemaker-serverless")
_BUDGET_ROOM: Final = 1.2
"""Times the advised cost: what scaling and a busy week add before somebody has to look."""
_MICROSECONDS: Final = 1_000
_BUSY_PERCENT: Final = 90


class _Alarm(NamedTuple):
    name: str
    namespace: str
    metric: str
    dimensions: str
    kind: str
    """`statistic` or `extended-statistic`."""
    statistic: str
    threshold: float
    comparison: str = "GreaterThanThreshold"


def list_watch_steps(deployment: Deployment, say: Say) -> Iterator[tuple[str, list[str]]]:
    """Title and commands of alarms and budget."""
    alarms = list(_list_alarms(deployment))
    limit = deployment.plan.cost.usd_per_month
    email = say("email").splitlines() if alarms or limit else []
    if alarms:
        commands = [*email, *say("topic").splitlines()]
        for alarm in alarms:
            values = alarm._asdict() | {"alarm": alarm.name, "threshold": f"{alarm.threshold:.10g}"}
            commands += say("alarm", **values).splitlines()
        yield say("alarms_title"), commands
    if limit:
        most = f"{math.ceil(limit * _BUDGET_ROOM)}"
        yield say("budget_title", limit=most), [*(() if alarms else email), *say("budget", limit=most).splitlines()]


def alarm_names(deployment: Deployment) -> list[str]:
    """How the names of the alarms end."""
    return [alarm.name for alarm in _list_alarms(deployment)]


def _list_alarms(deployment: Deployment) -> Iterator[_Alarm]:
    """Latency by the person's target, errors, and devices that are busy beyond what scaling keeps."""
    place, target = deployment.place.id, deployment.get_stated_number("latency_p99_ms")
    if place in _ENDPOINTS:
        dimensions = f'Name=EndpointName,Value="$ENDPOINT_NAME" Name=VariantName,Value={VARIANT}'
        if target:
            yield _Alarm("latency", "AWS/SageMaker", "ModelLatency", dimensions, "extended-statistic", "p99", target * _MICROSECONDS)
        yield _Alarm("errors", "AWS/SageMaker", "Invocation5XXErrors", dimensions, "statistic", "Sum", 0)
        if place == "sagemaker-realtime":
            metric = "GPUUtilization" if deployment.plan.processor == "gpu" else "CPUUtilization"
            if metric == "GPUUtilization" or deployment.plan.processor == "cpu":
                count = deployment.device_count if metric == "GPUUtilization" else deployment.instance.vcpu
                yield _Alarm("busy", "/aws/sagemaker/Endpoints", metric, dimensions, "statistic", "Average", _BUSY_PERCENT * count)
    elif place == "lambda":
        dimensions = f'Name=FunctionName,Value="{_function_name(deployment)}"'
        if target:
            yield _Alarm("latency", "AWS/Lambda", "Duration", dimensions, "extended-statistic", "p99", target)
        yield _Alarm("errors", "AWS/Lambda", "Errors", dimensions, "statistic", "Sum", 0)
    elif place in ("ec2", "ecs") and deployment.plan.scaling is not None:
        dimensions = 'Name=LoadBalancer,Value="${BALANCER_ARN#*:loadbalancer/}"'
        if target:
            yield _Alarm("latency", "AWS/ApplicationELB", "TargetResponseTime", dimensions, "extended-statistic", "p99", target / 1e3)
        yield _Alarm("errors", "AWS/ApplicationELB", "HTTPCode_Target_5XX_Count", dimensions, "statistic", "Sum", 0)


def _function_name(deployment: Deployment) -> str:
    """The variable that holds the name; that of the alias holds it as the part before the last colon."""
    if not deployment.plan.place_options.get("provisioned_concurrency"):
        return "$FUNCTION_NAME"
    return '$(cut -d: -f7 <<< "$ALIAS_ARN")'
