"""ECS on EC2 instances: cluster, instances, task definition, and a service or a run of the task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Base64Text, Blueprint, DataMap, Node, Resource, join_text
from engine.handover.template.container_image import (
    explain_image,
    image_parameter,
    needs_shared_memory,
    port_parameter,
    publish_load,
    server_arguments,
)
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import INPUT, OUTPUT, ROLE, SCHEDULER_ROLE, TARGET_GROUP, TASK_ROLE
from engine.handover.template.places.autoscaling import scale_service, tracks_target
from engine.handover.template.places.ec2_fleet import INSTANCE_GROUP, build_instance_group, build_launch_template, explain_network
from engine.handover.template.places.scheduled_runs import explain_schedule, runs_per_month, schedule_runs
from knowledge.schema.processor import NEURON

_CLUSTER: Final = "Cluster"
_CAPACITY_PROVIDER: Final = "CapacityProvider"
_CLUSTER_CAPACITY: Final = "ClusterCapacity"
_TASK: Final = "TaskDefinition"
_SERVICE: Final = "Service"
_LOGS: Final = "Logs"
_CONTAINER: Final = "model"
_STRATEGY: Final[list[Mapping[str, Node]]] = [{"CapacityProvider": AttributeRef(_CAPACITY_PROVIDER, "name"), "Weight": 1}]


def build_ecs_cluster(deployment: Deployment) -> Blueprint:
    """A service that scales with the load, or a task that runs and ends."""
    is_service = deployment.plan.scaling is not None
    resources = [*_build_cluster(deployment), Resource("log-group", _LOGS, {}), _build_task(deployment, is_service=is_service)]
    exports = [AttributeRef(_CLUSTER, "name")]
    if is_service:
        resources += [_build_service(deployment), *scale_service(deployment, _CLUSTER, _SERVICE)]
    elif runs_per_month(deployment):
        resources += schedule_runs(deployment, _schedule_target(deployment))
        exports += (AttributeRef(_TASK, "arn"), AttributeRef(_CAPACITY_PROVIDER, "name"))
    elif deployment.is_declarative:
        exports += (AttributeRef(_TASK, "arn"), AttributeRef(_CAPACITY_PROVIDER, "name"))
    else:
        request: dict[str, Node] = {
            "Cluster": AttributeRef(_CLUSTER, "name"),
            "TaskDefinition": AttributeRef(_TASK, "arn"),
            "Count": _count_tasks(deployment),
            "CapacityProviderStrategy": _STRATEGY,
        }
        resources.append(Resource("ecs-task", "Task", request, (_CLUSTER_CAPACITY,)))
    return Blueprint(
        tuple(resources),
        exports=tuple(exports),
        remarks=(
            deployment.say("root_disk", gb=deployment.root_volume_gb),
            *_explain_spot_run(deployment, is_service=is_service),
            *explain_image(deployment),
            *explain_network(deployment),
            *explain_schedule(deployment),
        ),
    )


def _build_cluster(deployment: Deployment) -> Iterator[Resource]:
    """The cluster, its instances, and the capacity provider that starts and ends them with the tasks."""
    cluster = AttributeRef(_CLUSTER, "name")
    yield Resource("ecs-cluster", _CLUSTER, {})
    settings = ["ECS_ENABLE_GPU_SUPPORT=true"] if deployment.plan.processor == "gpu" else []
    settings += ["ECS_ENABLE_SPOT_INSTANCE_DRAINING=true"] if deployment.plan.purchase == "spot" else []
    lines = "".join(f'\necho "{setting}" >> /etc/ecs/ecs.config' for setting in settings)
    user_data = join_text('#!/bin/bash\necho "ECS_CLUSTER=', cluster, f'" >> /etc/ecs/ecs.config{lines}', *publish_load(deployment))
    yield from build_launch_template(deployment, Base64Text(user_data), sets_subnet=False)
    yield build_instance_group(deployment, None, is_scaled_by_ecs=True)
    provider: Node = {
        "AutoScalingGroupArn": AttributeRef(INSTANCE_GROUP, "arn"),
        "ManagedScaling": {"Status": "ENABLED", "TargetCapacity": 100},
        "ManagedTerminationProtection": "DISABLED",
    }
    yield Resource("ecs-capacity-provider", _CAPACITY_PROVIDER, {"AutoScalingGroupProvider": provider})
    association: dict[str, Node] = {
        "Cluster": cluster,
        "CapacityProviders": [AttributeRef(_CAPACITY_PROVIDER, "name")],
        "DefaultCapacityProviderStrategy": _STRATEGY,
    }
    yield Resource("ecs-cluster-capacity", _CLUSTER_CAPACITY, association)


def _build_task(deployment: Deployment, *, is_service: bool) -> Resource:
    """One container with all accelerators of an instance, so that one task fills one instance."""
    options: dict[str, Node] = {
        "awslogs-group": AttributeRef(_LOGS, "name"),
        "awslogs-region": deployment.region,
        "awslogs-stream-prefix": _CONTAINER,
    }
    container: dict[str, Node] = {
        "Name": _CONTAINER,
        "Image": image_parameter(deployment),
        "Essential": True,
        "LogConfiguration": {"LogDriver": "awslogs", "Options": DataMap(options)},
        "MemoryReservation": deployment.host_memory_mib("container_mib_least"),
        **_reserve_devices(deployment),
    }
    if is_service:
        port = port_parameter(deployment)
        container["PortMappings"] = [{"ContainerPort": port, "HostPort": port, "Protocol": "tcp"}]
        arguments = server_arguments(deployment)
        container |= {"Command": arguments} if arguments else {}
    else:
        container["Environment"] = [{"Name": "INPUT_S3_URI", "Value": INPUT}, {"Name": "OUTPUT_S3_URI", "Value": OUTPUT}]
    properties: dict[str, Node] = {
        "Family": f"{deployment.name}-task",
        "RequiresCompatibilities": ["EC2"],
        "NetworkMode": "host",
        "ExecutionRoleArn": ROLE,
        "TaskRoleArn": TASK_ROLE,
        "ContainerDefinitions": [container],
    }
    if is_service and needs_shared_memory(deployment):
        properties["IpcMode"] = "host"
    return Resource("ecs-task-definition", _TASK, properties)


def _reserve_devices(deployment: Deployment) -> dict[str, Node]:
    """All accelerators of an instance."""
    count = deployment.device_count
    if deployment.plan.processor == "gpu" and count:
        return {"ResourceRequirements": [{"Type": "GPU", "Value": str(count)}]}
    if deployment.plan.processor in NEURON:
        paths = [f"/dev/neuron{number}" for number in range(count)]
        devices: Node = [{"HostPath": path, "ContainerPath": path, "Permissions": ["read", "write"]} for path in paths]
        return {"LinuxParameters": {"Devices": devices}}
    return {}


def _build_service(deployment: Deployment) -> Resource:
    balancer: Node = {"TargetGroupArn": TARGET_GROUP, "ContainerName": _CONTAINER, "ContainerPort": port_parameter(deployment)}
    properties: dict[str, Node] = {
        "Cluster": AttributeRef(_CLUSTER, "name"),
        "TaskDefinition": AttributeRef(_TASK, "arn"),
        "DesiredCount": deployment.instance_count,
        "LoadBalancers": [balancer],
        "HealthCheckGracePeriodSeconds": deployment.start_seconds,
        "CapacityProviderStrategy": _STRATEGY,
        "PlacementConstraints": [{"Type": "distinctInstance"}],
    }
    scaled = ("DesiredCount",) if tracks_target(deployment.plan.scaling) else ()
    return Resource("ecs-service", _SERVICE, properties, (_CLUSTER_CAPACITY,), scaled)


def _explain_spot_run(deployment: Deployment, *, is_service: bool) -> tuple[str, ...]:
    """ECS replaces the machine that is taken away, and not the task that ran on it."""
    return (deployment.say("spot_task"),) if deployment.plan.purchase == "spot" and not is_service else ()


def _count_tasks(deployment: Deployment) -> int:
    """Tasks that one call starts."""
    return min(deployment.instance_count, int(deployment.get_threshold("schedule_tasks_most")))


def _schedule_target(deployment: Deployment) -> dict[str, Node]:
    task: dict[str, Node] = {
        "TaskDefinitionArn": AttributeRef(_TASK, "arn"),
        "TaskCount": _count_tasks(deployment),
        "CapacityProviderStrategy": _STRATEGY,
    }
    return {"Arn": AttributeRef(_CLUSTER, "arn"), "RoleArn": SCHEDULER_ROLE, "EcsParameters": task}
