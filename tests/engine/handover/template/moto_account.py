"""An account in moto with what templates expect to find, and a template without what moto has no resource for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import boto3
import pytest
from botocore import xform_name
from moto import mock_aws
from moto.sagemaker import models

from tests.engine.handover.template.botocore_models import operation, session
from tests.engine.handover.template.conftest import parameter_value
from tests.engine.handover.template.script_runs import make_answer

REGION: Final = "us-east-1"
NOT_IN_MOTO: Final = frozenset(
    {
        "AWS::ApplicationAutoScaling::ScalableTarget",
        "AWS::ApplicationAutoScaling::ScalingPolicy",
        "AWS::AutoScaling::ScalingPolicy",
        "AWS::Bedrock::ApplicationInferenceProfile",
        "AWS::CloudWatch::Alarm",
        "AWS::EC2::PlacementGroup",
        "AWS::ECS::CapacityProvider",
        "AWS::ECS::ClusterCapacityProviderAssociations",
        "AWS::EKS::Nodegroup",
        "AWS::SageMaker::InferenceComponent",
        "AWS::Scheduler::Schedule",
    }
)
"""Types that moto 5.2.5 cannot make from a stack; cfn-lint alone checks their properties."""
NOT_SERVED: Final = {
    ("bedrock", "CreateInferenceProfile"),
    ("ec2", "CreatePlacementGroup"),
    ("ecs", "RunTask"),
    ("lambda", "PutProvisionedConcurrencyConfig"),
}
"""Operations that moto 5.2.5 does not serve, the task because no machine joins a cluster there; botocore's models alone check them."""
_NOT_HERE: Final = ("Not yet implemented", "No instances found in cluster")
_ROLES: Final = ("service", "workflow", "scheduler", "task", "node")


@contextmanager
def account(patch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """An account; gives the values that a template is filled in with, networks and images of that account among them."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        patch.setenv(name, "testing")
    patch.setenv("AWS_DEFAULT_REGION", REGION)
    patch.setenv("MOTO_EC2_LOAD_DEFAULT_AMIS", "false")  # hundreds of images, of which one is wanted: it is made below
    for faked in (models.FakeEndpointConfig, models.FakeSagemakerNotebookInstance):
        patch.setattr(faked, "validate_instance_type", _known_today)
    with mock_aws():
        patch.setattr(boto3, "DEFAULT_SESSION", boto3.Session(botocore_session=session()))  # which has read the models of services already
        yield _fill_account()


def _known_today(_: object, instance_type: str) -> None:
    """Stands in for moto's own list, which ends some years ago: the names that botocore has."""
    assert instance_type in _names_today()


@cache
def _names_today() -> frozenset[str]:
    model = session().get_service_model("sagemaker")
    return frozenset(name for shape in ("ProductionVariantInstanceType", "InstanceType") for name in model.shape_for(shape).enum)  # type: ignore[attr-defined]  # an enumeration


def _fill_account() -> dict[str, str]:
    iam, ec2 = boto3.client("iam"), boto3.client("ec2")
    for name in _ROLES:
        iam.create_role(RoleName=name, AssumeRolePolicyDocument="{}")
    subnets = [subnet["SubnetId"] for subnet in ec2.describe_subnets()["Subnets"][:2]]
    group = ec2.describe_security_groups()["SecurityGroups"][0]["GroupId"]
    image = ec2.register_image(Name="machine")["ImageId"]
    balancer = boto3.client("elbv2").create_target_group(
        Name="model", Port=80, Protocol="HTTP", VpcId=ec2.describe_vpcs()["Vpcs"][0]["VpcId"]
    )["TargetGroups"][0]
    return {
        "SubnetIds": ",".join(subnets),
        "SubnetId": subnets[0],
        "SecurityGroupIds": group,
        "MachineImageId": image,
        "TargetGroupArn": balancer["TargetGroupArn"],
    }


def account_value(name: str, made: Mapping[str, str]) -> str:
    """What a template is filled in with in that account."""
    return made.get(name) or parameter_value(name)


def drop_unserved(document: Mapping[str, Any]) -> dict[str, Any]:
    """The template less what moto has no resource for, and what names it with a name in its place."""
    resources = document["Resources"]
    left_out = {name for name, resource in resources.items() if resource["Type"] in NOT_IN_MOTO}
    kept = {name: _without(resource, left_out) for name, resource in resources.items() if name not in left_out}
    outputs = {name: output for name, output in document.get("Outputs", {}).items() if not _names(output, left_out)}
    return {**document, "Resources": kept, "Outputs": outputs}


def _without(node: Any, left_out: set[str]) -> Any:  # noqa: ANN401  # YAML is of any shape
    if _names_one(node, left_out):
        return "left-out"
    if isinstance(node, dict):
        return {key: _without(value, left_out) for key, value in node.items() if not (key == "DependsOn" and set(value) & left_out)}
    return [_without(value, left_out) for value in node] if isinstance(node, list) else node


def _names(node: Any, left_out: set[str]) -> bool:  # noqa: ANN401  # the same
    if isinstance(node, dict):
        return _names_one(node, left_out) or any(_names(value, left_out) for value in node.values())
    return isinstance(node, list) and any(_names(value, left_out) for value in node)


def _names_one(node: Any, left_out: set[str]) -> bool:  # noqa: ANN401  # the same
    if not isinstance(node, dict):
        return False
    target = node.get("Ref") or node.get("Fn::GetAtt") or ""
    return (target[0] if isinstance(target, list) else str(target).partition(".")[0]) in left_out


class MotoSession:
    """A session whose calls moto serves; what it cannot is answered in its place, and noted."""

    def __init__(self) -> None:
        """Nothing was refused yet."""
        self.refused: set[tuple[str, str]] = set()
        self._clients: dict[str, Any] = {}

    def client(self, service: str) -> Any:  # noqa: ANN401  # clients are made at run time
        """Give the client of a service, made once."""
        if service not in self._clients:
            self._clients[service] = _MotoClient(service, self.refused)
        return self._clients[service]


class _MotoClient:
    """A client; operations that moto has not are answered from their model."""

    def __init__(self, service: str, refused: set[tuple[str, str]]) -> None:
        self._service, self._refused = service, refused
        self._real = boto3.client(service)  # type: ignore[call-overload]  # the name of a service
        self._names = {xform_name(name): name for name in session().get_service_model(service).operation_names}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # any operation
        real = getattr(self._real, name)

        def call(**parameters: Any) -> Any:  # noqa: ANN401  # any request
            try:
                return real(**_as_moto_wants(name, parameters))
            except Exception as error:
                if not isinstance(error, NotImplementedError) and not any(words in str(error) for words in _NOT_HERE):
                    raise
                self._refused.add((self._service, self._names[name]))
                return make_answer(operation(self._service, self._names[name]).output_shape, "")

        return call if name in self._names else real


def _as_moto_wants(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Moto wants a hard limit of memory where ECS is content with a reservation."""
    if name != "register_task_definition":
        return parameters
    containers = [{**container, "memory": container["memoryReservation"]} for container in parameters["containerDefinitions"]]
    return {**parameters, "containerDefinitions": containers}
