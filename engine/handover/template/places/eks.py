"""EKS: a node group for a cluster that is there, and the manifest that runs on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.handover.template.formats.documents import opened
from engine.handover.template.formats.yaml_text import yaml_of
from engine.handover.template.givens import EKS_CLUSTER, IMAGE, INPUT, METRIC, NODE_ROLE, OUTPUT, PORT, SUBNETS
from engine.handover.template.nodes import Blueprint, Joined, Keyed, Node, Of, Output, Resource
from engine.handover.template.places.disk import volume
from engine.handover.template.places.launch import LAUNCH, adapters, launched
from engine.handover.template.places.machines import network
from engine.handover.template.places.workflow import often, runs
from engine.handover.template.subject import Subject
from knowledge.schema.instance import HOURS_A_MONTH

NODES: Final = "NodeGroup"
_LABEL: Final = "sizewise/workload"
_DAY, _HOUR, _SHORTEST_MONTH = 24, 60, 28
_CAPACITY: Final = {"spot": "SPOT", "capacity-block": "CAPACITY_BLOCK"}
_PLUGINS: Final = {"gpu": "nvidia.com/gpu", "inferentia": "aws.amazon.com/neuron", "trainium": "aws.amazon.com/neuron"}
"""Processor -> what its device plugin calls the devices."""
_IMAGES: Final = {
    ("gpu", "x86_64"): "AL2023_x86_64_NVIDIA",
    ("gpu", "arm64"): "AL2023_ARM_64_NVIDIA",
    ("inferentia", "x86_64"): "AL2023_x86_64_NEURON",
    ("trainium", "x86_64"): "AL2023_x86_64_NEURON",
    ("cpu", "arm64"): "AL2023_ARM_64_STANDARD",
}
"""Processor and instruction set -> the kind of machine image."""


def eks(subject: Subject) -> Blueprint:
    """Node group and manifest."""
    remarks = [*network(subject), *often(subject)]
    if subject.plan.processor in _PLUGINS:
        remarks.append(subject.say("device_plugin", device=_PLUGINS[str(subject.plan.processor)]))
    if subject.has("efa"):
        remarks.append(subject.say("efa_plugin"))
    documents = [*_manifest(subject)]
    parts = [part for number, document in enumerate(documents) for part in (*(("---\n",) if number else ()), *_written(document).parts)]
    manifest = Output("Manifest", Joined(_trimmed(parts)))
    following = (subject.say("apply_manifest"), subject.say("watch_manifest", name=subject.name))
    return Blueprint(
        tuple(_nodes(subject)), (manifest,), remarks=tuple(remarks), following=following if subject.declared else following[1:]
    )


def _nodes(subject: Subject) -> Iterator[Resource]:
    scaling = subject.plan.scaling
    least, most = (scaling.min, max(scaling.max, subject.count)) if scaling is not None else (0, subject.count)
    properties: dict[str, Node] = {
        "ClusterName": EKS_CLUSTER,
        "NodeRole": NODE_ROLE,
        "Subnets": SUBNETS,
        "AmiType": _IMAGES.get((str(subject.plan.processor), subject.instance.arch), "AL2023_x86_64_STANDARD"),
        "CapacityType": _CAPACITY.get(subject.plan.purchase, "ON_DEMAND"),
        "ScalingConfig": {"MinSize": least, "DesiredSize": max(subject.count, least), "MaxSize": most},
        "Labels": Keyed({_LABEL: subject.name}),
    }
    if subject.has("efa") or subject.plan.purchase == "capacity-block":
        yield from launched(subject, None, placed=False)
        properties["LaunchTemplate"] = {"Id": Of(LAUNCH, "id"), "Version": Of(LAUNCH, "version")}
    else:
        properties |= {"InstanceTypes": [subject.type_name], "DiskSize": volume(subject)}
    yield Resource("eks-node-group", NODES, properties)


def _manifest(subject: Subject) -> Iterator[Mapping[str, Node]]:
    if subject.plan.scaling is None:
        yield _job(subject)
        return
    labels: Node = {"app": subject.name}
    yield {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": subject.name},
        "spec": {
            "replicas": subject.count,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": _pod(subject)},
        },
    }
    yield {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": subject.name},
        "spec": {"selector": labels, "ports": [{"port": 80, "targetPort": PORT}]},
    }
    yield from _autoscaler(subject)


def _autoscaler(subject: Subject) -> Iterator[Mapping[str, Node]]:
    scaling = subject.plan.scaling
    if scaling is None or scaling.policy != "target-tracking" or scaling.max <= scaling.min:
        return
    target: Node = {"type": "AverageValue", "averageValue": f"{scaling.target or 0:g}"}
    yield {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": subject.name},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": subject.name},
            "minReplicas": max(scaling.min, 1),
            "maxReplicas": scaling.max,
            "metrics": [{"type": "Pods", "pods": {"metric": {"name": METRIC}, "target": target}}],
        },
    }


def _job(subject: Subject) -> Mapping[str, Node]:
    """A job of as many pods as machines, which find each other by their index; a repeated one where it repeats."""
    several = subject.count > 1
    spec: dict[str, Node] = {"completions": subject.count, "parallelism": subject.count, "backoffLimit": 0}
    spec |= {"completionMode": "Indexed"} if several else {}
    spec["template"] = {"spec": {"restartPolicy": "Never", **_pod(subject)}}
    if not runs(subject):
        return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": subject.name}, "spec": spec}
    repeated: Node = {"schedule": _cron(runs(subject)), "concurrencyPolicy": "Forbid", "jobTemplate": {"spec": spec}}
    return {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": subject.name}, "spec": repeated}


def _pod(subject: Subject) -> dict[str, Node]:
    """One container that has a machine's devices to itself."""
    limits: dict[str, Node] = {}
    device = _PLUGINS.get(str(subject.plan.processor))
    if device is not None:
        limits[device] = max(1, int(subject.instance.accelerator_count))
    if subject.has("efa"):
        limits["vpc.amazonaws.com/efa"] = adapters(subject)
    memory: Node = f"{subject.host_mib('pod_mib_least')}Mi"
    container: dict[str, Node] = {
        "name": "model",
        "image": IMAGE,
        "resources": {"requests": {"memory": memory, **limits}, **({"limits": limits} if limits else {})},
    }
    if subject.plan.scaling is not None:
        container["ports"] = [{"containerPort": PORT}]
    else:
        container["env"] = [{"name": "INPUT_S3_URI", "value": INPUT}, {"name": "OUTPUT_S3_URI", "value": OUTPUT}]
    return {"nodeSelector": {_LABEL: subject.name}, "containers": [container]}


def _cron(runs_per_month: float) -> str:
    """At least so many runs a month, as cron says it: its steps begin anew with every hour, day and month, so they divide them."""
    hours = HOURS_A_MONTH / runs_per_month
    if hours >= _DAY:
        return f"0 3 */{min(int(hours / _DAY), _SHORTEST_MONTH)} * *"
    if hours >= 1:
        return f"0 */{_divisor(_DAY, hours)} * * *"
    return f"*/{_divisor(_HOUR, hours * _HOUR)} * * * *"


def _divisor(whole: int, most: float) -> int:
    """The largest part of `whole` that fits into it again and again, up to `most`."""
    return max(part for part in range(1, whole) if whole % part == 0 and part <= max(most, 1))


def _written(document: Mapping[str, Any]) -> Joined:
    return opened(document, yaml_of)


def _trimmed(parts: list[Any]) -> tuple[Any, ...]:
    *rest, last = parts
    return (*rest, last.rstrip("\n")) if isinstance(last, str) else (*rest, last)
