"""Machines of EC2: a group behind a load balancer for requests, or machines that run a container once and end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.template.givens import (
    IMAGE,
    INPUT,
    METRIC,
    METRIC_SPACE,
    OUTPUT,
    RESOURCE_LABEL,
    SCHEDULER_ROLE,
    SUBNETS,
    TARGET_GROUP,
)
from engine.handover.template.nodes import Blueprint, Encoded, Given, Json, Node, Of, Resource, text
from engine.handover.template.places.launch import LAUNCH, latest, launched
from engine.handover.template.places.workflow import often, runs, scheduled
from engine.handover.template.subject import Subject
from knowledge.schema.processor import NEURON

GROUP: Final = "MachineGroup"


def machines(subject: Subject) -> Blueprint:
    """A group that follows the load, or a run."""
    return _served(subject) if subject.plan.scaling is not None else _run(subject)


def _served(subject: Subject) -> Blueprint:
    resources = (*launched(subject, _start(subject, ends=False), placed=False), group(subject, TARGET_GROUP), *_scaling(subject))
    remarks = (subject.say("root_disk"), *network(subject))
    return Blueprint(resources, told=(Of(GROUP, "name"),), finding=finding(subject), remarks=remarks)


def _run(subject: Subject) -> Blueprint:
    """Machines that end themselves: started by a schedule, by the call itself, or by a command once the template stands."""
    started: dict[str, Node] = {"MinCount": subject.count, "MaxCount": subject.count, "LaunchTemplate": latest()}
    ends = subject.fact("stage") != "experimentation"
    resources = [*launched(subject, _start(subject, ends=ends), placed=True, ends=ends)]
    following: tuple[str, ...] = ()
    if runs(subject):
        asked: dict[str, Node] = {
            "MinCount": subject.count,
            "MaxCount": subject.count,
            "LaunchTemplate": {"LaunchTemplateId": Of(LAUNCH, "id"), "Version": "$Latest"},
        }
        target: dict[str, Node] = {"Arn": "arn:aws:scheduler:::aws-sdk:ec2:runInstances", "RoleArn": SCHEDULER_ROLE, "Input": Json(asked)}
        resources += scheduled(subject, target)
    elif subject.declared:
        following = (subject.say("start_machines", count=subject.count),)
    else:
        resources.append(Resource("machines", "Machines", started))
    together = (subject.say("several_machines"),) if subject.count > 1 else ()
    remarks = (subject.say("root_disk"), *together, *network(subject), *often(subject))
    return Blueprint(tuple(resources), told=(Of(LAUNCH, "id"),), finding=finding(subject), remarks=remarks, following=following)


def network(subject: Subject) -> tuple[str, ...]:
    """What the network of connected machines needs."""
    return (subject.say("efa_security"),) if subject.has("efa") else ()


def finding(subject: Subject) -> tuple[str, ...]:
    """How to find the machine image."""
    return (subject.say("find_image", arch=subject.instance.arch, region=subject.region),)


def group(subject: Subject, balanced: Given | None) -> Resource:
    """Machines as many as the plan says, up to the most of its scaling."""
    scaling = subject.plan.scaling
    least, most = (scaling.min, max(scaling.max, subject.count)) if scaling is not None else (0, subject.count)
    properties: dict[str, Node] = {"MinSize": least, "MaxSize": most, "VPCZoneIdentifier": SUBNETS, "LaunchTemplate": latest()}
    if scaling is not None:
        properties["DesiredCapacity"] = min(max(subject.count, least), most)
    if balanced is not None:
        properties |= {"TargetGroupARNs": [balanced], "HealthCheckType": "ELB"}
        properties["HealthCheckGracePeriod"] = int(subject.threshold("health_grace_seconds"))
    return Resource("auto-scaling-group", GROUP, properties)


def _scaling(subject: Subject) -> Iterator[Resource]:
    scaling = subject.plan.scaling
    if scaling is None or scaling.policy != "target-tracking" or scaling.max <= scaling.min:
        return
    tracked: dict[str, Node] = {"TargetValue": scaling.target or 0.0, **metric_of(scaling.metric)}
    own: dict[str, Node] = {"AutoScalingGroupName": Of(GROUP, "name"), "PolicyType": "TargetTrackingScaling"}
    yield Resource("group-scaling-policy", "ScalingPolicy", {**own, "TargetTrackingConfiguration": tracked})


def metric_of(metric: str) -> dict[str, Node]:
    """The metric of a plan: that of the load balancer, or one that the server of the model publishes."""
    if metric == "ALBRequestCountPerTarget":
        return {"PredefinedMetricSpecification": {"PredefinedMetricType": metric, "ResourceLabel": RESOURCE_LABEL}}
    return {"CustomizedMetricSpecification": {"MetricName": METRIC, "Namespace": METRIC_SPACE, "Statistic": "Average"}}


def _start(subject: Subject, *, ends: bool) -> Encoded:
    """What a machine does at its start: it runs the container, and ends where that is all."""
    lines = (
        "#!/bin/bash\nset -eux\n",
        'IMAGE="', IMAGE, '"\n',
        f'aws ecr get-login-password --region {subject.region} | docker login --username AWS --password-stdin "${{IMAGE%%/*}}"\n',
        f"docker run {'--rm' if ends else '--detach --restart always'} --network host{_devices(subject)}",
        *((' --env INPUT_S3_URI="', INPUT, '" --env OUTPUT_S3_URI="', OUTPUT, '"') if ends else ()),
        ' "$IMAGE"',
        "\nshutdown -h now" if ends else "",
    )  # fmt: skip
    return Encoded(text(*(line for line in lines if line != "")))


def _devices(subject: Subject) -> str:
    """How a container is given the accelerators of its machine."""
    if subject.plan.processor == "gpu":
        return " --gpus all"
    if subject.plan.processor in NEURON:
        return "".join(f" --device /dev/neuron{number}" for number in range(int(subject.instance.accelerator_count)))
    return ""
