"""Scaling with the load: Application Auto Scaling of endpoint variants, inference components and ECS services, and load metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeGuard

from engine.advice import Scaling
from engine.handover.template.blueprint import AttributeRef, JoinedText, Node, Resource, join_text
from engine.handover.template.container_image import load_metric_parameters
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import BUSY_FROM, QUIET_FROM, RESOURCE_LABEL, TIME_ZONE

VARIANT: Final = "AllTraffic"
"""Name of the only production variant."""
_TARGET: Final = "ScalableTarget"
_COMPONENT_METRICS: Final = {
    "SageMakerVariantConcurrentRequestsPerModelHighResolution": "SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution",
    "SageMakerVariantInvocationsPerInstance": "SageMakerInferenceComponentInvocationsPerCopy",
}
"""Metric of a variant -> the same metric of an inference component's copies."""


def scale_variant(deployment: Deployment, endpoint: str) -> Iterator[Resource]:
    """Scale the instances of an endpoint's variant; nothing where the plan does not scale."""
    scaling, target = deployment.plan.scaling, _identify_variant(endpoint)
    if scaling is not None and scaling.policy == "scheduled-scaling":
        yield from _scale_by_schedule(deployment, scaling, target, endpoint)
    elif tracks_target(scaling):
        is_backlog = scaling.metric == "ApproximateBacklogSizePerInstance"
        metric = _backlog_metric(scaling.metric, endpoint) if is_backlog else _predefined_metric(scaling.metric)
        yield from _track_target(deployment, scaling, target, metric, after=endpoint)


def scale_component(deployment: Deployment, name: str | AttributeRef, number: int) -> Iterator[Resource]:
    """Scale the copies of inference component `number`, counted from 1."""
    scaling = deployment.plan.scaling
    resource = f"inference-component/{name}" if isinstance(name, str) else join_text("inference-component/", name)
    target = _identify_target("sagemaker", resource, "sagemaker:inference-component:DesiredCopyCount")
    if scaling is not None and scaling.policy == "scheduled-scaling":
        yield from _scale_by_schedule(deployment, scaling, target, f"Component{number}", suffix=str(number))
    elif tracks_target(scaling):
        metric = _predefined_metric(_COMPONENT_METRICS.get(scaling.metric, scaling.metric))
        yield from _track_target(deployment, scaling, target, metric, after=f"Component{number}", suffix=str(number))


def scale_service(deployment: Deployment, cluster: str, service: str) -> Iterator[Resource]:
    """Scale the tasks of an ECS service."""
    scaling = deployment.plan.scaling
    if tracks_target(scaling):
        resource = join_text("service/", AttributeRef(cluster, "name"), "/", AttributeRef(service, "name"))
        target = _identify_target("ecs", resource, "ecs:service:DesiredCount")
        yield from _track_target(deployment, scaling, target, load_metric(deployment, scaling.metric), after=service)


def tracks_target(scaling: Scaling | None) -> TypeGuard[Scaling]:
    """True if the number of instances follows a metric."""
    return scaling is not None and scaling.policy == "target-tracking" and scaling.max > scaling.min


def load_metric(deployment: Deployment, metric: str) -> dict[str, Node]:
    """The metric of a group of instances or tasks: that of the load balancer, or one that the model server publishes."""
    if metric == "ALBRequestCountPerTarget":
        return {"PredefinedMetricSpecification": {"PredefinedMetricType": metric, "ResourceLabel": RESOURCE_LABEL}}
    name, space = load_metric_parameters(deployment)
    return {"CustomizedMetricSpecification": {"MetricName": name, "Namespace": space, "Statistic": "Average"}}


def scale_from_zero(deployment: Deployment, endpoint: str) -> Iterator[Resource]:
    """Start the first instance of an empty endpoint: without instances there is no backlog per instance."""
    scaling = deployment.plan.scaling
    if scaling is None or scaling.min > 0:
        return
    steps: dict[str, Node] = {
        "AdjustmentType": "ChangeInCapacity",
        "MetricAggregationType": "Average",
        "Cooldown": int(deployment.get_threshold("backlog_cooldown_seconds")),
        "StepAdjustments": [{"MetricIntervalLowerBound": 0, "ScalingAdjustment": 1}],
    }
    policy = {"PolicyName": "from-zero", "PolicyType": "StepScaling", **_identify_variant(endpoint)}
    yield Resource("scaling-policy", "FromZero", {**policy, "StepScalingPolicyConfiguration": steps}, (_TARGET,))
    periods = int(deployment.get_threshold("alarm_periods"))
    alarm: dict[str, Node] = {
        "Namespace": "AWS/SageMaker",
        "MetricName": "HasBacklogWithoutCapacity",
        "Dimensions": [{"Name": "EndpointName", "Value": AttributeRef(endpoint, "name")}],
        "Statistic": "Average",
        "Period": int(deployment.get_threshold("alarm_period_seconds")),
        "EvaluationPeriods": periods,
        "DatapointsToAlarm": periods,
        "Threshold": 1,
        "ComparisonOperator": "GreaterThanOrEqualToThreshold",
        "TreatMissingData": "missing",
        "AlarmActions": [AttributeRef("FromZero", "arn")],
    }
    yield Resource("alarm", "WaitingWithoutMachine", alarm)


def _identify_variant(endpoint: str) -> dict[str, Node]:
    resource = join_text("endpoint/", AttributeRef(endpoint, "name"), f"/variant/{VARIANT}")
    return _identify_target("sagemaker", resource, "sagemaker:variant:DesiredInstanceCount")


def _identify_target(service: str, resource: str | JoinedText, dimension: str) -> dict[str, Node]:
    """What is scaled, as every request of Application Auto Scaling names it."""
    return {"ServiceNamespace": service, "ResourceId": resource, "ScalableDimension": dimension}


def _predefined_metric(metric: str) -> dict[str, Node]:
    return {"PredefinedMetricSpecification": {"PredefinedMetricType": metric}}


def _backlog_metric(metric: str, endpoint: str) -> dict[str, Node]:
    backlog: Node = {
        "MetricName": metric,
        "Namespace": "AWS/SageMaker",
        "Dimensions": [{"Name": "EndpointName", "Value": AttributeRef(endpoint, "name")}],
        "Statistic": "Average",
    }
    return {"CustomizedMetricSpecification": backlog}


def _track_target(
    deployment: Deployment, scaling: Scaling, target: Mapping[str, Node], metric: Mapping[str, Node], *, after: str, suffix: str = ""
) -> Iterator[Resource]:
    """A scalable target created after resource `after`, and its target-tracking policy; `suffix` ends both ids."""
    yield _make_target(scaling, target, after, suffix)
    tracking: dict[str, Node] = {
        "TargetValue": scaling.target or 0.0,
        **metric,
        "ScaleInCooldown": int(deployment.get_threshold("cooldown_in_seconds")),
        "ScaleOutCooldown": int(deployment.get_threshold("cooldown_out_seconds")),
    }
    policy = {"PolicyName": "target-tracking", "PolicyType": "TargetTrackingScaling", **target}
    policy["TargetTrackingScalingPolicyConfiguration"] = tracking
    yield Resource("scaling-policy", f"ScalingPolicy{suffix}", policy, (f"{_TARGET}{suffix}",))


def _make_target(scaling: Scaling, target: Mapping[str, Node], after: str, suffix: str = "") -> Resource:
    limits = {"MinCapacity": scaling.min, "MaxCapacity": scaling.max}
    return Resource("scalable-target", f"{_TARGET}{suffix}", {**target, **limits}, (after,))


def _scale_by_schedule(
    deployment: Deployment, scaling: Scaling, target: Mapping[str, Node], after: str, suffix: str = ""
) -> Iterator[Resource]:
    """The instances or copies of the plan in the busy hours, the minimum in the quiet ones."""
    yield _make_target(scaling, target, after, suffix)
    for name, schedule, minimum in (("Busy", BUSY_FROM, deployment.instance_count), ("Quiet", QUIET_FROM, scaling.min)):
        maximum = scaling.max if name == "Busy" else minimum
        action: dict[str, Node] = {"MinCapacity": min(minimum, scaling.max), "MaxCapacity": maximum}
        timing: dict[str, Node] = {"ScheduledActionName": name.lower(), "Schedule": schedule, "Timezone": TIME_ZONE}
        properties = {**timing, **target, "ScalableTargetAction": action}
        yield Resource("scheduled-action", f"{name}{suffix}", properties, (f"{_TARGET}{suffix}",))
