"""EC2: an Auto Scaling group behind a load balancer, or instances that run a container once and terminate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, JsonText, Node, Resource
from engine.handover.template.container_image import explain_image
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import SCHEDULER_ROLE, TARGET_GROUP
from engine.handover.template.places.autoscaling import load_metric, tracks_target
from engine.handover.template.places.ec2_fleet import (
    INSTANCE_GROUP,
    LAUNCH_TEMPLATE,
    NEWEST_VERSION,
    build_instance_group,
    build_launch_template,
    explain_network,
)
from engine.handover.template.places.ec2_user_data import LOGS, write_run, write_service_start
from engine.handover.template.places.scheduled_runs import explain_schedule, runs_per_month, schedule_runs

_RUN_INSTANCES: Final = "arn:aws:scheduler:::aws-sdk:ec2:runInstances"


def build_instances(deployment: Deployment) -> Blueprint:
    """A group where the plan scales, else a run."""
    build = _build_group if deployment.plan.scaling is not None else _build_run
    return build(deployment)


def _build_group(deployment: Deployment) -> Blueprint:
    return Blueprint(
        (
            Resource("log-group", LOGS, {}),
            *build_launch_template(deployment, write_service_start(deployment), sets_subnet=False),
            build_instance_group(deployment, TARGET_GROUP),
            *_scale_group(deployment),
        ),
        exports=(AttributeRef(INSTANCE_GROUP, "name"),),
        remarks=(deployment.say("root_disk", gb=deployment.root_volume_gb), *explain_network(deployment), *explain_image(deployment)),
    )


def _build_run(deployment: Deployment) -> Blueprint:
    """Instances started by a schedule, by an API call, or by a command after deployment."""
    count = deployment.instance_count
    request: dict[str, Node] = {"MinCount": count, "MaxCount": count, "LaunchTemplate": NEWEST_VERSION}
    terminates = deployment.get_fact("stage") != "experimentation"
    user_data = write_run(deployment) if terminates else write_service_start(deployment)
    resources = [Resource("log-group", LOGS, {}), *build_launch_template(deployment, user_data, sets_subnet=True, terminates=terminates)]
    if runs_per_month(deployment):
        newest: Node = {"LaunchTemplateId": AttributeRef(LAUNCH_TEMPLATE, "id"), "Version": "$Latest"}
        scheduled = JsonText(request | {"LaunchTemplate": newest})
        resources += schedule_runs(deployment, {"Arn": _RUN_INSTANCES, "RoleArn": SCHEDULER_ROLE, "Input": scheduled})
    elif not deployment.is_declarative:
        resources.append(Resource("machines", "Machines", request))
    together: tuple[str, ...] = (deployment.say("several_machines"),) if count > 1 else ()
    if terminates:
        together += (deployment.say("run_ends", attempts=int(deployment.get_threshold("run_attempts"))),)
    if terminates and deployment.plan.purchase == "spot":
        together += (deployment.say("spot_restarts", starts=int(deployment.get_threshold("spot_starts"))),)
    return Blueprint(
        tuple(resources),
        exports=(AttributeRef(LAUNCH_TEMPLATE, "id"),),
        remarks=(
            deployment.say("root_disk", gb=deployment.root_volume_gb),
            *together,
            *explain_network(deployment),
            *explain_schedule(deployment),
            *explain_image(deployment),
        ),
    )


def _scale_group(deployment: Deployment) -> Iterator[Resource]:
    scaling = deployment.plan.scaling
    if tracks_target(scaling):
        tracking: dict[str, Node] = {"TargetValue": scaling.target or 0.0, **load_metric(deployment, scaling.metric)}
        policy: dict[str, Node] = {"AutoScalingGroupName": AttributeRef(INSTANCE_GROUP, "name"), "PolicyType": "TargetTrackingScaling"}
        yield Resource("group-scaling-policy", "ScalingPolicy", {**policy, "TargetTrackingConfiguration": tracking})
