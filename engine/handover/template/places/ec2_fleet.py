"""EC2 instances for EC2, ECS and EKS: launch template, placement group, Auto Scaling group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Base64Text, Node, Parameter, Resource
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import BLOCK, MACHINE_IMAGE, PROFILE, SECURITY_GROUPS, SUBNET, SUBNETS
from engine.handover.template.places.autoscaling import tracks_target

LAUNCH_TEMPLATE: Final = "LaunchTemplate"
INSTANCE_GROUP: Final = "MachineGroup"
_ROOT_DEVICE: Final = "/dev/xvda"
"""Of Amazon Linux, on which the images of node groups, of ECS and the Deep Learning Base AMI are built."""
_PLACEMENT_GROUP: Final = "PlacementGroup"
NEWEST_VERSION: Final[Mapping[str, Node]] = {
    "LaunchTemplateId": AttributeRef(LAUNCH_TEMPLATE, "id"),
    "Version": AttributeRef(LAUNCH_TEMPLATE, "version"),
}
"""How what starts instances refers to the launch template."""


def build_launch_template(
    deployment: Deployment, user_data: Base64Text | None, *, sets_subnet: bool, terminates: bool = False
) -> Iterator[Resource]:
    """The launch template, and the placement group where instances are connected with EFA.

    Without user data it is that of an EKS node group, which sets image and role itself. `sets_subnet`: nothing else chooses the subnet.
    `terminates`: the instances shut themselves down.
    """
    data: dict[str, Node] = {"InstanceType": deployment.type_name, "MetadataOptions": {"HttpTokens": "required"}}
    if user_data is not None:
        data |= {"ImageId": MACHINE_IMAGE, "IamInstanceProfile": {"Arn": PROFILE}, "UserData": user_data}
    else:  # pods reach the metadata, and with it the role, over one hop more
        data["MetadataOptions"] = {"HttpTokens": "required", "HttpPutResponseHopLimit": 2}
    disk: Node = {"VolumeSize": deployment.root_volume_gb, "VolumeType": "gp3", "Encrypted": True}
    data["BlockDeviceMappings"] = [{"DeviceName": _ROOT_DEVICE, "Ebs": disk}]
    if terminates:
        data["InstanceInitiatedShutdownBehavior"] = "terminate"
    if sets_subnet or deployment.has_option("efa"):
        data["NetworkInterfaces"] = [*_list_interfaces(deployment, sets_subnet=sets_subnet)]
    else:
        data["SecurityGroupIds"] = SECURITY_GROUPS
    data |= _choose_market(deployment, restarts=terminates)
    if deployment.has_option("efa"):
        yield Resource("placement-group", _PLACEMENT_GROUP, {"Strategy": "cluster"})
        data["Placement"] = {"GroupName": AttributeRef(_PLACEMENT_GROUP, "name")}
    yield Resource("launch-template", LAUNCH_TEMPLATE, {"LaunchTemplateData": data})


def build_instance_group(deployment: Deployment, target_group: Parameter | None, *, is_scaled_by_ecs: bool = False) -> Resource:
    """An Auto Scaling group, registered with the load balancer's target group if there is one.

    `is_scaled_by_ecs`: a capacity provider sets its size, and marks the group as its own with a tag.
    """
    minimum, maximum = deployment.instance_limits
    properties: dict[str, Node] = {
        "MinSize": minimum,
        "MaxSize": maximum,
        "VPCZoneIdentifier": SUBNETS,
        "LaunchTemplate": NEWEST_VERSION,
    }
    if deployment.plan.scaling is not None:
        properties["DesiredCapacity"] = min(max(deployment.instance_count, minimum), maximum)
    if target_group is not None:
        properties |= {"TargetGroupARNs": [target_group], "HealthCheckType": "ELB"}
        properties["HealthCheckGracePeriod"] = deployment.start_seconds
    if is_scaled_by_ecs:
        properties["Tags"] = [{"Key": "AmazonECSManaged", "Value": "true", "PropagateAtLaunch": True}]
    is_scaled = is_scaled_by_ecs or tracks_target(deployment.plan.scaling)
    return Resource("auto-scaling-group", INSTANCE_GROUP, properties, scaled=("DesiredCapacity",) if is_scaled else ())


def count_adapters(deployment: Deployment) -> int:
    """EFA adapters of one instance."""
    known = deployment.knowledge.networking["efa-adapters"].limits.get(deployment.instance.instance_type)
    return int(known.value) if known is not None else 1


def explain_network(deployment: Deployment) -> tuple[str, ...]:
    """A remark on the network that instances connected with EFA need."""
    return (deployment.say("efa_security"),) if deployment.has_option("efa") else ()


def _choose_market(deployment: Deployment, *, restarts: bool) -> dict[str, Node]:
    """Spot or reserved capacity; nothing for on demand. `restarts`: the request replaces a machine that is taken away, as no group does."""
    if deployment.plan.purchase == "spot":
        options: Node = {"SpotInstanceType": "persistent" if restarts else "one-time", "InstanceInterruptionBehavior": "terminate"}
        return {"InstanceMarketOptions": {"MarketType": "spot", "SpotOptions": options}}
    if deployment.plan.purchase == "capacity-block":
        reserved: Node = {"CapacityReservationTarget": {"CapacityReservationId": BLOCK}}
        return {"InstanceMarketOptions": {"MarketType": "capacity-block"}, "CapacityReservationSpecification": reserved}
    return {}


def _list_interfaces(deployment: Deployment, *, sets_subnet: bool) -> Iterator[Mapping[str, Node]]:
    """One network interface, which is also the only EFA adapter; or one for IP, and an adapter on every network card."""
    count = count_adapters(deployment) if deployment.has_option("efa") else 0
    yield _make_interface(0, 0, "efa" if count == 1 else "interface", sets_subnet=sets_subnet)
    if count > 1:
        begin = deployment.knowledge.networking["efa-adapters"].limits.get(f"first_card_{deployment.instance.instance_type}")
        first = int(begin.value) if begin is not None else 0
        for card in range(first, first + count):
            yield _make_interface(card, 0 if card else 1, "efa-only", sets_subnet=sets_subnet)


def _make_interface(card: int, device: int, kind: str, *, sets_subnet: bool) -> Mapping[str, Node]:
    own: dict[str, Node] = {"NetworkCardIndex": card, "DeviceIndex": device, "InterfaceType": kind, "DeleteOnTermination": True}
    return {**own, "Groups": SECURITY_GROUPS, **({"SubnetId": SUBNET} if sets_subnet else {})}
