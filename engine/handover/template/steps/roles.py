"""The roles that a template is given: who assumes each, and the least that it has to be allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.handover.template.blueprint import Blueprint
from engine.handover.template.container_image import find_build, publishes_load
from engine.handover.template.deployment import Deployment
from knowledge.schema.place import Place
from knowledge.sentences import Say

_SERVICES: Final = {"lambda": "lambda.amazonaws.com", "ecs": "ecs-tasks.amazonaws.com"}
"""Place -> the service that assumes the role which code and image are read with; SageMaker for all others."""


class Role(NamedTuple):
    """A role to make before the deployment."""

    parameter: str
    """Id of the parameter that takes its ARN."""
    suffix: str
    """How its name ends."""
    service: str
    """The service that assumes it."""
    statements: tuple[str, ...]
    """Keys of the statements of its policy."""
    managed: tuple[str, ...] = ()
    """Managed policies of AWS that its service prescribes."""
    is_profile: bool = False
    """True if instances take it, within an instance profile."""


AUTOSCALER: Final = Role("", "autoscaler", "pods.eks.amazonaws.com", ("autoscaler",))
"""The role of the node autoscaler, which takes it through EKS Pod Identity."""


def list_roles(deployment: Deployment, blueprint: Blueprint) -> tuple[Role, ...]:
    """The roles among the parameters of a blueprint, in their order."""
    wanted = [parameter.id for parameter in blueprint.list_parameters()]
    made = {role.parameter: role for role in _build_roles(deployment, blueprint)}
    return tuple(made[identity] for identity in wanted if identity in made)


def _build_roles(deployment: Deployment, blueprint: Blueprint) -> Iterator[Role]:
    place = deployment.place
    wanted = {parameter.id for parameter in blueprint.list_parameters()}
    private = (*(("key",) if "KmsKeyArn" in wanted else ()), *(("network",) if place.job_kind and "SubnetIds" in wanted else ()))
    yield Role("RoleArn", "service", _SERVICES.get(place.id, "sagemaker.amazonaws.com"), (*_service_statements(place), *private))
    yield Role("TaskRoleArn", "task", "ecs-tasks.amazonaws.com", ("bucket",))
    load = ("load",) if publishes_load(deployment) else ()
    if place.id == "ecs":
        managed = ("service-role/AmazonEC2ContainerServiceforEC2Role",)
        yield Role("InstanceProfileArn", "machines", "ec2.amazonaws.com", ("own-logs", *load), managed, is_profile=True)
    else:
        spot = ("spot",) if deployment.plan.purchase == "spot" else ()
        yield Role("InstanceProfileArn", "machines", "ec2.amazonaws.com", ("bucket", "image", "own-logs", *spot, *load), is_profile=True)
    nodes = ("AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy", "AmazonEC2ContainerRegistryPullOnly")
    yield Role("NodeRoleArn", "nodes", "ec2.amazonaws.com", ("bucket",), nodes)
    yield Role("WorkflowRoleArn", "workflow", "states.amazonaws.com", ("job",))
    yield Role("SchedulerRoleArn", "scheduler", "scheduler.amazonaws.com", (_find_scheduled(deployment, blueprint),))


def _service_statements(place: Place) -> tuple[str, ...]:
    if place.id == "lambda":
        return ("lambda-logs",)
    return ("image", "own-logs") if place.id == "ecs" else ("bucket", "image", "sagemaker-logs")


def _find_scheduled(deployment: Deployment, blueprint: Blueprint) -> str:
    """Key of the statement that allows what is scheduled."""
    if deployment.place.id == "sagemaker-notebook":
        return "stop-notebook"
    kinds = {resource.kind for resource in blueprint.resources}
    return "start-workflow" if "state-machine" in kinds else "start-task" if "ecs-cluster" in kinds else "start-machines"


def write_policy(role: Role, deployment: Deployment, say: Say) -> str:
    """Its policy as one line of JSON, in which the shell puts bucket, account and name."""
    build = find_build(deployment)
    is_published = build is not None and not (build.platform == "ec2" and build.use != "inference")
    values = {
        "bucket": shell_variable("BUCKET"),
        "account": shell_variable("ACCOUNT"),
        "prefix": shell_variable("NAME"),
        "region": deployment.region,
        "key": shell_variable("KMS_KEY_ARN"),
        "registry": "*" if is_published else shell_variable("ACCOUNT"),
        "repository": build.repository if build is not None and is_published else shell_variable("NAME"),
        "job": _name_job(deployment),
    }
    statements = ", ".join(say(f"allow_{key}", **values) for key in role.statements)
    return f'{{"Version": "2012-10-17", "Statement": [{statements}]}}'


def shell_variable(name: str) -> str:
    """A variable within a text in single quotes."""
    return f"""'"${name}"'"""


def _name_job(deployment: Deployment) -> str:
    return {"transform": "TransformJob", "processing": "ProcessingJob"}.get(str(deployment.place.job_kind), "TrainingJob")
