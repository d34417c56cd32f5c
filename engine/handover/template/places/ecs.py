"""ECS on machines of one's own: cluster, machines, task, and a service or a run of the task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.handover.template.givens import IMAGE, INPUT, OUTPUT, PORT, ROLE, SCHEDULER_ROLE, TARGET_GROUP, TASK_ROLE
from engine.handover.template.nodes import Blueprint, Encoded, Keyed, Node, Of, Resource, text
from engine.handover.template.places.launch import launched
from engine.handover.template.places.machines import GROUP, group, metric_of, network
from engine.handover.template.places.workflow import often, runs, scheduled
from engine.handover.template.subject import Subject
from knowledge.schema.processor import NEURON

CLUSTER: Final = "Cluster"
CAPACITY: Final = "CapacityProvider"
ATTACHED: Final = "ClusterCapacity"
TASK: Final = "TaskDefinition"
SERVICE: Final = "Service"
LOGS: Final = "Logs"
CONTAINER: Final = "model"


def ecs(subject: Subject) -> Blueprint:
    """A service that follows the load, or a task that runs and ends."""
    served = subject.plan.scaling is not None
    resources = [*_cluster(subject), Resource("log-group", LOGS, {}), _task(subject, served=served)]
    following: tuple[str, ...] = ()
    if served:
        resources += [_service(subject), *_scaling(subject)]
    elif runs(subject):
        resources += scheduled(subject, _scheduled_task(subject))
    elif subject.declared:
        following = (subject.say("start_task", count=subject.count),)
    else:
        resources.append(Resource("ecs-task", "Task", _started(subject), (ATTACHED,)))
    return Blueprint(
        tuple(resources),
        told=(Of(CLUSTER, "name"),),
        remarks=(subject.say("root_disk"), *network(subject), *often(subject)),
        finding=(subject.say("find_ecs_image", region=subject.region),),
        following=following,
    )


def _cluster(subject: Subject) -> Iterator[Resource]:
    """The cluster, its machines, and what starts and ends them as tasks come and go."""
    yield Resource("ecs-cluster", CLUSTER, {})
    joins = text('#!/bin/bash\necho "ECS_CLUSTER=', Of(CLUSTER, "name"), f'" >> /etc/ecs/ecs.config{_gpu(subject)}')
    yield from launched(subject, Encoded(joins), placed=False)
    yield group(subject, None)
    managed: Node = {"Status": "ENABLED", "TargetCapacity": 100}
    provider: Node = {
        "AutoScalingGroupArn": Of(GROUP, "name"),
        "ManagedScaling": managed,
        "ManagedTerminationProtection": "DISABLED",
    }
    yield Resource("ecs-capacity-provider", CAPACITY, {"AutoScalingGroupProvider": provider})
    attached: dict[str, Node] = {
        "Cluster": Of(CLUSTER, "name"),
        "CapacityProviders": [Of(CAPACITY, "name")],
        "DefaultCapacityProviderStrategy": _strategy(),
    }
    yield Resource("ecs-cluster-capacity", ATTACHED, attached)


def _gpu(subject: Subject) -> str:
    return '\necho "ECS_ENABLE_GPU_SUPPORT=true" >> /etc/ecs/ecs.config' if subject.plan.processor == "gpu" else ""


def _strategy() -> list[Mapping[str, Node]]:
    return [{"CapacityProvider": Of(CAPACITY, "name"), "Weight": 1}]


def _task(subject: Subject, *, served: bool) -> Resource:
    """One container with all accelerators of a machine, so that one task fills one machine."""
    container: dict[str, Node] = {
        "Name": CONTAINER,
        "Image": IMAGE,
        "Essential": True,
        "LogConfiguration": _logs(subject),
        "MemoryReservation": subject.host_mib("container_mib_least"),
        **_devices(subject),
    }
    if served:
        container["PortMappings"] = [{"ContainerPort": PORT, "HostPort": PORT, "Protocol": "tcp"}]
    else:
        container["Environment"] = [{"Name": "INPUT_S3_URI", "Value": INPUT}, {"Name": "OUTPUT_S3_URI", "Value": OUTPUT}]
    properties: dict[str, Node] = {
        "Family": f"{subject.name}-task",
        "RequiresCompatibilities": ["EC2"],
        "NetworkMode": "host",
        "ExecutionRoleArn": ROLE,
        "TaskRoleArn": TASK_ROLE,
        "ContainerDefinitions": [container],
    }
    return Resource("ecs-task-definition", TASK, properties)


def _logs(subject: Subject) -> Mapping[str, Node]:
    options: dict[str, Node] = {"awslogs-group": Of(LOGS, "name"), "awslogs-region": subject.region, "awslogs-stream-prefix": CONTAINER}
    return {"LogDriver": "awslogs", "Options": Keyed(options)}


def _devices(subject: Subject) -> dict[str, Node]:
    count = int(subject.instance.accelerator_count)
    if subject.plan.processor == "gpu" and count:
        return {"ResourceRequirements": [{"Type": "GPU", "Value": str(count)}]}
    if subject.plan.processor in NEURON:
        devices: Node = [
            {"HostPath": f"/dev/neuron{number}", "ContainerPath": f"/dev/neuron{number}", "Permissions": ["read", "write"]}
            for number in range(count)
        ]
        return {"LinuxParameters": {"Devices": devices}}
    return {}


def _service(subject: Subject) -> Resource:
    balanced: Node = {"TargetGroupArn": TARGET_GROUP, "ContainerName": CONTAINER, "ContainerPort": PORT}
    properties: dict[str, Node] = {
        "Cluster": Of(CLUSTER, "name"),
        "TaskDefinition": Of(TASK, "arn"),
        "DesiredCount": subject.count,
        "LoadBalancers": [balanced],
        "CapacityProviderStrategy": _strategy(),
        "PlacementConstraints": [{"Type": "distinctInstance"}],
    }
    return Resource("ecs-service", SERVICE, properties, (ATTACHED,))


def _scaling(subject: Subject) -> Iterator[Resource]:
    scaling = subject.plan.scaling
    if scaling is None or scaling.policy != "target-tracking" or scaling.max <= scaling.min:
        return
    scaled: dict[str, Node] = {
        "ServiceNamespace": "ecs",
        "ResourceId": text("service/", Of(CLUSTER, "name"), "/", Of(SERVICE, "name")),
        "ScalableDimension": "ecs:service:DesiredCount",
    }
    most = max(scaling.max, scaling.min, 1)
    yield Resource("scalable-target", "ScalableTarget", {**scaled, "MinCapacity": scaling.min, "MaxCapacity": most}, (SERVICE,))
    tracked: dict[str, Node] = {
        "TargetValue": scaling.target or 0.0,
        **metric_of(scaling.metric),
        "ScaleInCooldown": int(subject.threshold("cooldown_in_seconds")),
        "ScaleOutCooldown": int(subject.threshold("cooldown_out_seconds")),
    }
    own: dict[str, Node] = {"PolicyName": "target-tracking", "PolicyType": "TargetTrackingScaling", **scaled}
    own["TargetTrackingScalingPolicyConfiguration"] = tracked
    yield Resource("scaling-policy", "ScalingPolicy", own, ("ScalableTarget",))


def _started(subject: Subject) -> dict[str, Node]:
    return {
        "Cluster": Of(CLUSTER, "name"),
        "TaskDefinition": Of(TASK, "arn"),
        "Count": _tasks(subject),
        "CapacityProviderStrategy": _strategy(),
    }


def _tasks(subject: Subject) -> int:
    """Tasks that are started at once."""
    return min(subject.count, int(subject.threshold("schedule_tasks_most")))


def _scheduled_task(subject: Subject) -> dict[str, Node]:
    """A target of the scheduler."""
    task: dict[str, Node] = {
        "TaskDefinitionArn": Of(TASK, "arn"),
        "TaskCount": _tasks(subject),
        "CapacityProviderStrategy": _strategy(),
    }
    return {"Arn": Of(CLUSTER, "arn"), "RoleArn": SCHEDULER_ROLE, "EcsParameters": task}
