"""How the instances of an endpoint follow the load: application auto scaling on its variant or its components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.advice import Scaling
from engine.handover.template.givens import BUSY_FROM, QUIET_FROM, TIME_ZONE
from engine.handover.template.nodes import Joined, Node, Of, Resource, text
from engine.handover.template.subject import Subject

VARIANT: Final = "AllTraffic"
"""The name of the one variant."""
TARGET: Final = "ScalableTarget"
_OF_COMPONENTS: Final = {
    "SageMakerVariantConcurrentRequestsPerModelHighResolution": "SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution",
    "SageMakerVariantInvocationsPerInstance": "SageMakerInferenceComponentInvocationsPerCopy",
}
"""Metric of a variant -> the same of a component's copies."""


def of_variant(subject: Subject, endpoint: str) -> Iterator[Resource]:
    """The scaling of an endpoint's variant; nothing where the plan does not scale."""
    scaling = subject.plan.scaling
    if scaling is None or scaling.policy == "managed" or (scaling.policy == "target-tracking" and scaling.max <= scaling.min):
        return
    scaled = _scaled(text("endpoint/", Of(endpoint, "name"), f"/variant/{VARIANT}"), "sagemaker:variant:DesiredInstanceCount")
    if scaling.policy == "scheduled-scaling":
        yield from _by_schedule(subject, scaling, scaled, endpoint)
        return
    yield _target(scaling, scaled, endpoint)
    predefined = scaling.metric != "ApproximateBacklogSizePerInstance"
    metric: Mapping[str, Node] = (
        {"PredefinedMetricSpecification": {"PredefinedMetricType": scaling.metric}}
        if predefined
        else {"CustomizedMetricSpecification": _backlog(scaling.metric, endpoint)}
    )
    yield _tracking(subject, scaling, scaled, metric=metric, target=TARGET)


def of_component(subject: Subject, name: str | Of, number: int) -> Iterator[Resource]:
    """The scaling of the copies of a component, which `number` tells from the others."""
    scaling = subject.plan.scaling
    if scaling is None or scaling.policy != "target-tracking" or scaling.max <= scaling.min:
        return
    resource = f"inference-component/{name}" if isinstance(name, str) else text("inference-component/", name)
    scaled = _scaled(resource, "sagemaker:inference-component:DesiredCopyCount")
    target = f"{TARGET}{number}"
    yield _target(scaling, scaled, f"Component{number}", target)
    metric = {"PredefinedMetricSpecification": {"PredefinedMetricType": _OF_COMPONENTS.get(scaling.metric, scaling.metric)}}
    yield _tracking(subject, scaling, scaled, metric=metric, target=target, name=f"ScalingPolicy{number}")


def from_zero(subject: Subject, endpoint: str) -> Iterator[Resource]:
    """What starts the first machine of an empty endpoint: the backlog for each machine says nothing while there is none."""
    scaling = subject.plan.scaling
    if scaling is None or scaling.min > 0:
        return
    scaled = _scaled(text("endpoint/", Of(endpoint, "name"), f"/variant/{VARIANT}"), "sagemaker:variant:DesiredInstanceCount")
    yield Resource(
        "scaling-policy",
        "FromZero",
        {
            "PolicyName": "from-zero",
            "PolicyType": "StepScaling",
            **scaled,
            "StepScalingPolicyConfiguration": {
                "AdjustmentType": "ChangeInCapacity",
                "MetricAggregationType": "Average",
                "Cooldown": int(subject.threshold("backlog_cooldown_seconds")),
                "StepAdjustments": [{"MetricIntervalLowerBound": 0, "ScalingAdjustment": 1}],
            },
        },
        (TARGET,),
    )
    yield Resource(
        "alarm",
        "WaitingWithoutMachine",
        {
            "Namespace": "AWS/SageMaker",
            "MetricName": "HasBacklogWithoutCapacity",
            "Dimensions": [{"Name": "EndpointName", "Value": Of(endpoint, "name")}],
            "Statistic": "Average",
            "Period": int(subject.threshold("alarm_period_seconds")),
            "EvaluationPeriods": int(subject.threshold("alarm_periods")),
            "DatapointsToAlarm": int(subject.threshold("alarm_periods")),
            "Threshold": 1,
            "ComparisonOperator": "GreaterThanOrEqualToThreshold",
            "TreatMissingData": "missing",
            "AlarmActions": [Of("FromZero", "arn")],
        },
    )


def _scaled(resource: str | Joined, dimension: str) -> dict[str, Node]:
    """What is scaled, as every request of application auto scaling names it."""
    return {"ServiceNamespace": "sagemaker", "ResourceId": resource, "ScalableDimension": dimension}


def _target(scaling: Scaling, scaled: Mapping[str, Node], after: str, name: str = TARGET) -> Resource:
    return Resource("scalable-target", name, {**scaled, "MinCapacity": scaling.min, "MaxCapacity": scaling.max}, (after,))


def _tracking(
    subject: Subject, scaling: Scaling, scaled: Mapping[str, Node], *, metric: Mapping[str, Node], target: str, name: str = "ScalingPolicy"
) -> Resource:
    configuration: dict[str, Node] = {
        "TargetValue": scaling.target or 0.0,
        **metric,
        "ScaleInCooldown": int(subject.threshold("cooldown_in_seconds")),
        "ScaleOutCooldown": int(subject.threshold("cooldown_out_seconds")),
    }
    properties = {"PolicyName": "target-tracking", "PolicyType": "TargetTrackingScaling", **scaled}
    return Resource("scaling-policy", name, {**properties, "TargetTrackingScalingPolicyConfiguration": configuration}, (target,))


def _backlog(metric: str, endpoint: str) -> Mapping[str, Node]:
    return {
        "MetricName": metric,
        "Namespace": "AWS/SageMaker",
        "Dimensions": [{"Name": "EndpointName", "Value": Of(endpoint, "name")}],
        "Statistic": "Average",
    }


def _by_schedule(subject: Subject, scaling: Scaling, scaled: Mapping[str, Node], endpoint: str) -> Iterator[Resource]:
    """The machines of the plan in the busy hours, the fewest in the quiet ones."""
    yield _target(scaling, scaled, endpoint)
    for name, schedule, least in (("Busy", BUSY_FROM, subject.count), ("Quiet", QUIET_FROM, scaling.min)):
        action: dict[str, Node] = {"MinCapacity": min(least, scaling.max), "MaxCapacity": scaling.max if name == "Busy" else max(least, 1)}
        own: dict[str, Node] = {"ScheduledActionName": name.lower(), "Schedule": schedule, "Timezone": TIME_ZONE}
        yield Resource("scheduled-action", name, {**own, **scaled, "ScalableTargetAction": action}, (TARGET,))
