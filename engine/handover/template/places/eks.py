"""EKS: a node group for an existing cluster, and the Kubernetes manifest that runs on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, DataMap, JoinedText, Node, Output, Resource, join_text
from engine.handover.template.container_image import (
    explain_image,
    health_parameter,
    image_parameter,
    load_gauge_parameter,
    needs_shared_memory,
    port_parameter,
    server_arguments,
)
from engine.handover.template.deployment import Deployment
from engine.handover.template.document_text import render_document, render_yaml
from engine.handover.template.parameters import (
    EKS_CLUSTER,
    INPUT,
    LOAD_COUNTER,
    NODE_ROLE,
    OUTPUT,
    PROMETHEUS,
    SUBNETS,
)
from engine.handover.template.places.autoscaling import tracks_target
from engine.handover.template.places.ec2_fleet import LAUNCH_TEMPLATE, build_launch_template, count_adapters, explain_network
from engine.handover.template.places.scheduled_runs import explain_schedule, runs_per_month
from engine.number_format import format_money
from knowledge.schema.instance import HOURS_A_MONTH

_NODE_GROUP: Final = "NodeGroup"
_LABEL: Final = "sizewise/workload"
_GPU_LABEL: Final = "nvidia.com/gpu.present"
"""Without it the chart of the device plugin leaves a GPU node out (source: `nvidia-device-plugin-chart`)."""
_HOURS_A_DAY, _MINUTES_AN_HOUR, _SHORTEST_MONTH_DAYS = 24, 60, 28
_SECONDS_A_MINUTE: Final = 60
_HOSTNAME: Final = "kubernetes.io/hostname"
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
    remarks += (*_explain_scaling(deployment), *explain_image(deployment))
    configure = join_text("aws eks update-kubeconfig --name ", EKS_CLUSTER, f" --region {deployment.region}")
    return Blueprint(
        tuple(_build_nodes(deployment)),
        (Output("Manifest", _render_manifest(deployment), configure),),
        remarks=tuple(remarks),
    )


def _explain_scaling(deployment: Deployment) -> Iterator[str]:
    """What has to run in the cluster so that pods and machines come and go."""
    if deployment.plan.scaling is None:
        hourly = deployment.plan.cost.usd_per_hour
        cost = format_money(hourly * HOURS_A_MONTH) if hourly else ""
        yield deployment.say("node_group_at_zero", cost=cost) if cost else deployment.say("node_group_at_zero_unpriced")
    elif tracks_target(deployment.plan.scaling):
        yield deployment.say("pods_need_keda")
        yield deployment.say("machines_need_autoscaler")


def _build_nodes(deployment: Deployment) -> Iterator[Resource]:
    minimum, maximum = deployment.instance_limits
    desired = max(deployment.instance_count, minimum) if deployment.plan.scaling is not None else 0
    properties: dict[str, Node] = {
        "ClusterName": EKS_CLUSTER,
        "NodeRole": NODE_ROLE,
        "Subnets": SUBNETS,
        "AmiType": _IMAGE_TYPES.get((str(deployment.plan.processor), deployment.instance.arch), "AL2023_x86_64_STANDARD"),
        "CapacityType": _CAPACITY_TYPES.get(deployment.plan.purchase, "ON_DEMAND"),
        "ScalingConfig": {"MinSize": minimum, "DesiredSize": desired, "MaxSize": maximum},
        "Labels": DataMap({_LABEL: deployment.name, **({_GPU_LABEL: "true"} if deployment.plan.processor == "gpu" else {})}),
    }
    if deployment.has_option("efa") or deployment.plan.purchase == "capacity-block":
        yield from build_launch_template(deployment, None, sets_subnet=False)
        template = {"Id": AttributeRef(LAUNCH_TEMPLATE, "id"), "Version": AttributeRef(LAUNCH_TEMPLATE, "version")}
        properties["LaunchTemplate"] = template
    else:
        properties |= {"InstanceTypes": [deployment.type_name], "DiskSize": deployment.root_volume_gb}
    yield Resource("eks-node-group", _NODE_GROUP, properties, scaled=("ScalingConfig.DesiredSize",))


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
    scraped: Node = {"prometheus.io/scrape": "true", "prometheus.io/port": join_text(port_parameter(deployment))}
    template: Node = {"metadata": {"labels": labels, "annotations": scraped}, "spec": _make_pod(deployment)}
    replicas: dict[str, Node] = {} if tracks_target(deployment.plan.scaling) else {"replicas": deployment.instance_count}
    replicas |= {"selector": {"matchLabels": labels}, "progressDeadlineSeconds": 2 * deployment.start_seconds, "template": template}
    yield _make_document(deployment, "apps/v1", "Deployment", replicas)
    yield _make_document(
        deployment, "v1", "Service", {"selector": labels, "ports": [{"port": 80, "targetPort": port_parameter(deployment)}]}
    )
    yield from _make_autoscaler(deployment)


def _make_document(deployment: Deployment, api_version: str, kind: str, spec: Node) -> Mapping[str, Node]:
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": deployment.name}, "spec": spec}


def _make_autoscaler(deployment: Deployment) -> Iterator[Mapping[str, Node]]:
    """KEDA asks Prometheus for the load of all copies, and keeps the target for each; CloudWatch metrics do not reach Kubernetes."""
    scaling = deployment.plan.scaling
    if not tracks_target(scaling):
        return
    pods = f'{{pod=~"{deployment.name}-.*"}}'
    is_rate = scaling.metric == "ALBRequestCountPerTarget"
    target = (scaling.target or 0.0) / (_SECONDS_A_MINUTE if is_rate else 1)
    query = (
        join_text("sum(rate(", LOAD_COUNTER, f"{pods}[2m]))")
        if is_rate
        else join_text("sum(", load_gauge_parameter(deployment), f"{pods})")
    )
    metadata: Node = {"serverAddress": PROMETHEUS, "query": query, "threshold": f"{target:.6g}"}
    spec: Node = {
        "scaleTargetRef": {"name": deployment.name},
        "minReplicaCount": max(scaling.min, 1),
        "maxReplicaCount": scaling.max,
        "pollingInterval": int(deployment.get_threshold("keda_polling_seconds")),
        "advanced": {
            "horizontalPodAutoscalerConfig": {
                "behavior": {"scaleDown": {"stabilizationWindowSeconds": int(deployment.get_threshold("cooldown_in_seconds"))}}
            }
        },
        "triggers": [{"type": "prometheus", "metricType": "AverageValue", "metadata": metadata}],
    }
    yield _make_document(deployment, "keda.sh/v1alpha1", "ScaledObject", spec)


def _make_job(deployment: Deployment) -> Mapping[str, Node]:
    """A job with one pod per instance, which find each other by index; a CronJob where it repeats."""
    count, runs = deployment.instance_count, runs_per_month(deployment)
    spec: dict[str, Node] = {"completions": count, "parallelism": count}
    spec |= {"backoffLimit": int(deployment.get_threshold("run_attempts")) - 1, "activeDeadlineSeconds": deployment.max_run_seconds}
    spec |= {"completionMode": "Indexed"} if count > 1 else {}
    spec["template"] = {"metadata": {"labels": {"app": deployment.name}}, "spec": {"restartPolicy": "Never", **_make_pod(deployment)}}
    if not runs:
        return _make_document(deployment, "batch/v1", "Job", spec)
    repeated: Node = {"schedule": cron_expression(runs), "concurrencyPolicy": "Forbid", "jobTemplate": {"spec": spec}}
    return _make_document(deployment, "batch/v1", "CronJob", repeated)


def _make_pod(deployment: Deployment) -> dict[str, Node]:
    """One container that has all devices of an instance."""
    limits: dict[str, Node] = {}
    device = _DEVICE_RESOURCES.get(str(deployment.plan.processor))
    if device is not None:
        limits[device] = deployment.device_count
    if deployment.has_option("efa"):
        limits["vpc.amazonaws.com/efa"] = count_adapters(deployment)
    memory: Node = f"{deployment.host_memory_mib('pod_mib_least')}Mi"
    container: dict[str, Node] = {
        "name": "model",
        "image": image_parameter(deployment),
        "resources": {"requests": {"memory": memory, **limits}, **({"limits": limits} if limits else {})},
    }
    if deployment.plan.scaling is not None:
        arguments = server_arguments(deployment)
        container |= {"args": arguments} if arguments else {}
        container["ports"] = [{"containerPort": port_parameter(deployment)}]
        container |= _make_probes(deployment)
    else:
        container["env"] = [{"name": "INPUT_S3_URI", "value": INPUT}, {"name": "OUTPUT_S3_URI", "value": OUTPUT}]
    apart = {} if device is not None else {"affinity": _keep_apart(deployment)}
    shared: dict[str, Node] = {}
    if deployment.plan.scaling is not None and needs_shared_memory(deployment):
        container["volumeMounts"] = [{"name": "shared-memory", "mountPath": "/dev/shm"}]  # noqa: S108  # of the pod, in memory
        shared = {"volumes": [{"name": "shared-memory", "emptyDir": {"medium": "Memory"}}]}
    return {"nodeSelector": {_LABEL: deployment.name}, **apart, **shared, "containers": [container]}


def _make_probes(deployment: Deployment) -> dict[str, Node]:
    """No traffic before the model answers, and no restart before the slow end of the estimated start."""
    period = int(deployment.get_threshold("probe_seconds"))
    check: Node = {"path": health_parameter(deployment), "port": port_parameter(deployment)}
    return {
        "startupProbe": {"httpGet": check, "periodSeconds": period, "failureThreshold": math.ceil(deployment.start_seconds / period)},
        "readinessProbe": {"httpGet": check, "periodSeconds": period},
    }


def _keep_apart(deployment: Deployment) -> Node:
    """One pod a machine where no device divides them, as the plan counts."""
    term: Node = {"labelSelector": {"matchLabels": {"app": deployment.name}}, "topologyKey": _HOSTNAME}
    return {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}


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
