"""EKS: a node group for an existing cluster, and the Kubernetes manifest that runs on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, DataMap, JoinedText, Node, Output, Resource
from engine.handover.template.deployment import Deployment
from engine.handover.template.document_text import render_document, render_yaml
from engine.handover.template.parameters import EKS_CLUSTER, IMAGE, INPUT, METRIC, NODE_ROLE, OUTPUT, PORT, SUBNETS
from engine.handover.template.places.autoscaling import tracks_target
from engine.handover.template.places.ec2_fleet import LAUNCH_TEMPLATE, build_launch_template, count_adapters, explain_network
from engine.handover.template.places.scheduled_runs import explain_schedule, runs_per_month
from knowledge.schema.instance import HOURS_A_MONTH

_NODE_GROUP: Final = "NodeGroup"
_LABEL: Final = "sizewise/workload"
_HOURS_A_DAY, _MINUTES_AN_HOUR, _SHORTEST_MONTH_DAYS = 24, 60, 28
_CAPACITY_TYPES: Final = {"spot": "SPOT", "capacity-block": "CAPACITY_BLOCK"}
_DEVICE_RESOURCES: Final = {"gpu": "nvidia.com/gpu", "inferentia": "aws.amazon.com/neuron", "trainium": "aws.amazon.com/neuron"}
"""Processor -> the resource name under which its device plugin offers the devices."""
_IMAGE_TYPES: Final = {
    ("gpu", "x86_64"): "AL2023_x86_64_NVIDIA",
    ("gpu", "arm64"): "AL2023_ARM_64_NVIDIA",
    ("inferentia", "x86_64"): "AL2023_x86_64_NEURON",
    ("trainium", "x86_64"): "AL2023_x86_64_NEURON",
    ("cpu", "arm64"): "AL2023_ARM_64_STANDARD",
}
"""Processor and instruction set -> AMI type of the node group."""


def build_node_group(deployment: Deployment) -> Blueprint:
    """Node group and manifest."""
    remarks = [*explain_network(deployment), *explain_schedule(deployment)]
    if deployment.plan.processor in _DEVICE_RESOURCES:
        remarks.append(deployment.say("device_plugin", device=_DEVICE_RESOURCES[str(deployment.plan.processor)]))
    if deployment.has_option("efa"):
        remarks.append(deployment.say("efa_plugin"))
    apply = (deployment.say("apply_manifest"),) if deployment.is_declarative else ()
    return Blueprint(
        tuple(_build_nodes(deployment)),
        (Output("Manifest", _render_manifest(deployment)),),
        remarks=tuple(remarks),
        next_commands=(*apply, deployment.say("watch_manifest", name=deployment.name)),
    )


def _build_nodes(deployment: Deployment) -> Iterator[Resource]:
    minimum, maximum = deployment.instance_limits
    properties: dict[str, Node] = {
        "ClusterName": EKS_CLUSTER,
        "NodeRole": NODE_ROLE,
        "Subnets": SUBNETS,
        "AmiType": _IMAGE_TYPES.get((str(deployment.plan.processor), deployment.instance.arch), "AL2023_x86_64_STANDARD"),
        "CapacityType": _CAPACITY_TYPES.get(deployment.plan.purchase, "ON_DEMAND"),
        "ScalingConfig": {"MinSize": minimum, "DesiredSize": max(deployment.instance_count, minimum), "MaxSize": maximum},
        "Labels": DataMap({_LABEL: deployment.name}),
    }
    if deployment.has_option("efa") or deployment.plan.purchase == "capacity-block":
        yield from build_launch_template(deployment, None, sets_subnet=False)
        template = {"Id": AttributeRef(LAUNCH_TEMPLATE, "id"), "Version": AttributeRef(LAUNCH_TEMPLATE, "version")}
        properties["LaunchTemplate"] = template
    else:
        properties |= {"InstanceTypes": [deployment.type_name], "DiskSize": deployment.volume_gb}
    yield Resource("eks-node-group", _NODE_GROUP, properties)


def _render_manifest(deployment: Deployment) -> JoinedText:
    """The manifest as YAML documents, without a line break at its end."""
    parts: list[Any] = []
    for document in _list_documents(deployment):
        parts += (*(("---\n",) if parts else ()), *render_document(document, render_yaml).parts)
    *rest, last = parts
    return JoinedText((*rest, last.rstrip("\n") if isinstance(last, str) else last))


def _list_documents(deployment: Deployment) -> Iterator[Mapping[str, Node]]:
    if deployment.plan.scaling is None:
        yield _make_job(deployment)
        return
    labels: Node = {"app": deployment.name}
    template: Node = {"metadata": {"labels": labels}, "spec": _make_pod(deployment)}
    replicas: Node = {"replicas": deployment.instance_count, "selector": {"matchLabels": labels}, "template": template}
    yield _make_document(deployment, "apps/v1", "Deployment", replicas)
    yield _make_document(deployment, "v1", "Service", {"selector": labels, "ports": [{"port": 80, "targetPort": PORT}]})
    yield from _make_autoscaler(deployment)


def _make_document(deployment: Deployment, api_version: str, kind: str, spec: Node) -> Mapping[str, Node]:
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": deployment.name}, "spec": spec}


def _make_autoscaler(deployment: Deployment) -> Iterator[Mapping[str, Node]]:
    scaling = deployment.plan.scaling
    if not tracks_target(scaling):
        return
    target: Node = {"type": "AverageValue", "averageValue": f"{scaling.target or 0:g}"}
    spec: Node = {
        "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": deployment.name},
        "minReplicas": max(scaling.min, 1),
        "maxReplicas": scaling.max,
        "metrics": [{"type": "Pods", "pods": {"metric": {"name": METRIC}, "target": target}}],
    }
    yield _make_document(deployment, "autoscaling/v2", "HorizontalPodAutoscaler", spec)


def _make_job(deployment: Deployment) -> Mapping[str, Node]:
    """A job with one pod per instance, which find each other by index; a CronJob where it repeats."""
    count, runs = deployment.instance_count, runs_per_month(deployment)
    spec: dict[str, Node] = {"completions": count, "parallelism": count, "backoffLimit": 0}
    spec |= {"completionMode": "Indexed"} if count > 1 else {}
    spec["template"] = {"spec": {"restartPolicy": "Never", **_make_pod(deployment)}}
    if not runs:
        return _make_document(deployment, "batch/v1", "Job", spec)
    repeated: Node = {"schedule": cron_expression(runs), "concurrencyPolicy": "Forbid", "jobTemplate": {"spec": spec}}
    return _make_document(deployment, "batch/v1", "CronJob", repeated)


def _make_pod(deployment: Deployment) -> dict[str, Node]:
    """One container that has all devices of an instance."""
    limits: dict[str, Node] = {}
    device = _DEVICE_RESOURCES.get(str(deployment.plan.processor))
    if device is not None:
        limits[device] = max(1, int(deployment.instance.accelerator_count))
    if deployment.has_option("efa"):
        limits["vpc.amazonaws.com/efa"] = count_adapters(deployment)
    memory: Node = f"{deployment.host_memory_mib('pod_mib_least')}Mi"
    container: dict[str, Node] = {
        "name": "model",
        "image": IMAGE,
        "resources": {"requests": {"memory": memory, **limits}, **({"limits": limits} if limits else {})},
    }
    if deployment.plan.scaling is not None:
        container["ports"] = [{"containerPort": PORT}]
    else:
        container["env"] = [{"name": "INPUT_S3_URI", "value": INPUT}, {"name": "OUTPUT_S3_URI", "value": OUTPUT}]
    return {"nodeSelector": {_LABEL: deployment.name}, "containers": [container]}


def cron_expression(runs: float) -> str:
    """A cron schedule of at least so many runs a month. Its steps restart with every hour, day and month, so they must divide them."""
    hours = HOURS_A_MONTH / runs
    if hours >= _HOURS_A_DAY:
        return f"0 3 */{min(int(hours / _HOURS_A_DAY), _SHORTEST_MONTH_DAYS)} * *"
    if hours >= 1:
        return f"0 */{_largest_divisor(_HOURS_A_DAY, hours)} * * *"
    return f"*/{_largest_divisor(_MINUTES_AN_HOUR, hours * _MINUTES_AN_HOUR)} * * * *"


def _largest_divisor(whole: int, maximum: float) -> int:
    """The largest divisor of `whole` up to `maximum`, at least 1."""
    return max(part for part in range(1, whole) if whole % part == 0 and part <= max(maximum, 1))
