"""The launch template of EC2: machine, image, what it runs at its start, how it is paid for, how machines are connected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.handover.template.givens import BLOCK, MACHINE_IMAGE, PROFILE, SECURITY_GROUPS, SUBNET
from engine.handover.template.nodes import Encoded, Node, Of, Resource
from engine.handover.template.places.disk import volume
from engine.handover.template.subject import Subject

LAUNCH: Final = "LaunchTemplate"
TOGETHER: Final = "PlacementGroup"


def launched(subject: Subject, start: Encoded | None, *, placed: bool, ends: bool = False) -> Iterator[Resource]:
    """The launch template, and the placement group of machines that talk to each other.

    `placed` says that it names the subnet itself, since nothing else does; `ends`, that machines end themselves. Without a start it is
    that of a node group, which knows its image and its role.
    """
    data: dict[str, Node] = {"InstanceType": subject.type_name, "MetadataOptions": {"HttpTokens": "required"}}
    if start is not None:
        data |= {"ImageId": MACHINE_IMAGE, "IamInstanceProfile": {"Arn": PROFILE}, "UserData": start}
    else:  # the root of the images that node groups take
        disk: Node = {"VolumeSize": volume(subject), "VolumeType": "gp3"}
        data["BlockDeviceMappings"] = [{"DeviceName": "/dev/xvda", "Ebs": disk}]
    if ends:
        data["InstanceInitiatedShutdownBehavior"] = "terminate"
    if placed or subject.has("efa"):
        data["NetworkInterfaces"] = [*_interfaces(subject, placed=placed)]
    else:
        data["SecurityGroupIds"] = SECURITY_GROUPS
    data |= _market(subject)
    if subject.has("efa"):
        yield Resource("placement-group", TOGETHER, {"Strategy": "cluster"})
        data["Placement"] = {"GroupName": Of(TOGETHER, "name")}
    yield Resource("launch-template", LAUNCH, {"LaunchTemplateData": data})


def latest() -> Mapping[str, Node]:
    """The template in its newest version, as what starts machines names it."""
    return {"LaunchTemplateId": Of(LAUNCH, "id"), "Version": Of(LAUNCH, "version")}


def adapters(subject: Subject) -> int:
    """EFA adapters that one machine takes."""
    known = subject.knowledge.networking["efa-adapters"].limits.get(subject.instance.instance_type)
    return int(known.value) if known is not None else 1


def _market(subject: Subject) -> dict[str, Node]:
    if subject.plan.purchase == "spot":
        return {"InstanceMarketOptions": {"MarketType": "spot", "SpotOptions": {"SpotInstanceType": "one-time"}}}
    if subject.plan.purchase == "capacity-block":
        reserved: Node = {"CapacityReservationTarget": {"CapacityReservationId": BLOCK}}
        return {"InstanceMarketOptions": {"MarketType": "capacity-block"}, "CapacityReservationSpecification": reserved}
    return {}


def _interfaces(subject: Subject, *, placed: bool) -> Iterator[Mapping[str, Node]]:
    """One interface, which is the adapter of a machine that has one; or one for the network, and an adapter on every card."""
    count = adapters(subject) if subject.has("efa") else 0
    yield _interface(0, 0, "efa" if count == 1 else "interface", placed=placed)
    if count > 1:
        begin = subject.knowledge.networking["efa-adapters"].limits.get(f"first_card_{subject.instance.instance_type}")
        first = int(begin.value) if begin is not None else 0
        for card in range(first, first + count):
            yield _interface(card, 0 if card else 1, "efa-only", placed=placed)


def _interface(card: int, device: int, kind: str, *, placed: bool) -> Mapping[str, Node]:
    own: dict[str, Node] = {"NetworkCardIndex": card, "DeviceIndex": device, "InterfaceType": kind, "DeleteOnTermination": True}
    return {**own, "Groups": SECURITY_GROUPS, **({"SubnetId": SUBNET} if placed else {})}
