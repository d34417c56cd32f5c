"""The way of a deployment, step by step: account, quota, bucket, roles, network, images, deployment, first answer, alarms, end."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from engine.handover.plain_text import to_plain_line
from engine.handover.template.blueprint import Blueprint, Parameter
from engine.handover.template.container_image import health_parameter, port_parameter
from engine.handover.template.deployment import Deployment
from engine.handover.template.formats import FORMATS, Format
from engine.handover.template.name_casing import to_constant_case, to_kebab_case, to_snake_case
from engine.handover.template.steps.call import list_call_steps
from engine.handover.template.steps.quotas import quota_step
from engine.handover.template.steps.roles import AUTOSCALER, Role, list_roles, write_policy
from engine.handover.template.steps.watch import alarm_names, list_watch_steps
from knowledge.schema.instance import HOME_REGION
from knowledge.schema.record import Record
from knowledge.sentences import Say, bind_subject, fill_placeholders

_S3_PARAMETERS: Final = (
    "ModelDataUrl",
    "ModelFilesUri",
    "ModelDataPrefix",
    "SourceCodeUri",
    "CaptureS3Uri",
    "InputS3Uri",
    "OutputS3Uri",
    "CheckpointS3Uri",
)
_BALANCED: Final = ("TargetGroupArn", "ResourceLabel")
_MACHINE_IMAGES: Final = {
    ("ecs", "cpu", "x86_64"): "/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id",
    ("ecs", "cpu", "arm64"): "/aws/service/ecs/optimized-ami/amazon-linux-2023/arm64/recommended/image_id",
    ("ecs", "gpu", "x86_64"): "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id",
    ("ecs", "inferentia", "x86_64"): "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id",
    ("ecs", "trainium", "x86_64"): "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id",
    ("ec2", "gpu", "x86_64"): "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-amazon-linux-2023/latest/ami-id",
}
"""Place, processor, instruction set -> the public parameter that names the newest image (sources: `resources/launch-template`)."""
_ORIGINS: Final = ("said", "answered")
_INDENT: Final = "    "


class Step(Record):
    """One step of the way."""

    title: str
    commands: tuple[str, ...]
    """Lines of bash, which share one shell with those of the other steps."""


def list_steps(deployment: Deployment, blueprint: Blueprint, wanted: Format) -> tuple[Step, ...]:
    """The steps, in order; those that the deployment does not need are left out."""
    path = _Path(deployment, blueprint, wanted)
    return tuple(Step(title=title, commands=tuple(commands)) for title, commands in path.list_steps() if commands)


def write_steps(steps: Sequence[Step], say: Say) -> str:
    """The steps as a comment."""
    lines = [say("heading")]
    for number, step in enumerate(steps, start=1):
        lines += [f"{number:2}. {to_plain_line(step.title)}", *(f"{_INDENT}{to_plain_line(command)}" for command in step.commands)]
    return "\n".join(f"# {line}".rstrip() for line in lines)


class _Path:
    def __init__(self, deployment: Deployment, blueprint: Blueprint, wanted: Format) -> None:
        self._deployment, self._blueprint, self._format = deployment, blueprint, wanted
        self._say = bind_subject(deployment.knowledge, "template_steps")
        self._parameters = blueprint.list_parameters()
        self._roles = list_roles(deployment, blueprint)
        self._asked = {parameter.id for parameter in self._parameters if not parameter.default}

    def list_steps(self) -> Iterator[tuple[str, list[str]]]:
        """Title and lines of bash of every step, in the order of doing; a step without a line is none that this deployment needs."""
        deployment, say = self._deployment, self._say
        yield say("keep_title"), self._keep_advice()
        yield say("account_title"), self._lines("account", region=deployment.region, name=deployment.name)
        quota = quota_step(deployment, say)
        if quota is not None:
            yield quota
        yield say("bucket_title"), list(self._make_bucket())
        yield say("key_title"), self._lines("key") if "KmsKeyArn" in self._asked else []
        yield say("roles_title"), [line for role in self._roles for line in self._make_role(role)]
        yield say("cluster_choose_title"), self._lines("cluster_choose") if deployment.place.id == "eks" else []
        yield say("network_title"), list(self._choose_network())
        yield say("balancer_title", path=self._health_path), self._make_balancer()
        yield say("machine_title"), self._find_machine_image()
        yield say("image_title"), self._build_image()
        yield say("known_title"), list(self._fill_in())
        yield say("cluster_title"), list(self._equip_cluster())
        yield say("deploy_title"), [*self._deploy(), *self._read_outputs()]
        yield say("manifest_title"), self._apply_manifest()
        yield from list_call_steps(deployment, self._blueprint, say)
        yield say("verify_title"), self._lines("verify") if deployment.plan.scaling is not None else []
        yield from list_watch_steps(deployment, say)
        yield say("teardown_title"), list(self._take_down())
        yield say("recheck_title"), self._lines("recheck")

    def _lines(self, key: str, /, **values: object) -> list[str]:
        return self._say(key, **values).splitlines()

    def _keep_advice(self) -> list[str]:
        """The advice from the facts that the person gave; from its file where it rests on more than these."""
        facts = {name: fact.get("value") for name, fact in self._deployment.advice.workload.items() if fact.get("origin") in _ORIGINS}
        if not facts or self._deployment.advice.policy is not None or self._deployment.advice.measured:
            return self._lines("keep_file")
        words = " ".join(f"--set {shlex.quote(f'{name}={_write_value(value)}')}" for name, value in facts.items())
        return self._lines("keep", facts=to_plain_line(words))

    def _make_bucket(self) -> Iterator[str]:
        wanted = [name for name in _S3_PARAMETERS if name in self._asked]
        if not wanted and not any("bucket" in role.statements for role in self._roles):
            return
        region = self._deployment.region
        location = self._say("bucket_location", region=region) if region != HOME_REGION else ""
        yield from self._lines("bucket", location=location)
        for name in wanted:
            yield from self._lines(f"put_{name}")

    def _make_role(self, role: Role) -> Iterator[str]:
        trust = self._say("trust", service=role.service)
        yield from self._lines("role", role=role.suffix, trust=trust, policy=write_policy(role, self._deployment, self._say))
        for managed in role.managed:
            yield from self._lines("role_managed", role=role.suffix, managed=managed)
        key = "role_profile" if role.is_profile else "role_arn"
        yield from self._lines(key, role=role.suffix, variable=to_constant_case(role.parameter))

    def _choose_network(self) -> Iterator[str]:
        if not self._asked & {"SubnetIds", "SubnetId", "SecurityGroupIds"}:
            return
        if self._deployment.place.id != "eks":
            yield from self._lines("network_vpc")
        for name, key in (("SubnetIds", "network_subnets"), ("SubnetId", "network_subnet"), ("SecurityGroupIds", "network_group")):
            if name in self._asked:
                yield from self._lines(key)
        if self._deployment.is_isolated:
            yield from self._lines("network_s3", region=self._deployment.region)

    @property
    def _health_path(self) -> str:
        return health_parameter(self._deployment).default or "/health"

    def _make_balancer(self) -> list[str]:
        if not self._asked & set(_BALANCED):
            return []
        return self._lines("balancer", port=port_parameter(self._deployment).default or "8080", path=self._health_path)

    def _find_machine_image(self) -> list[str]:
        if "MachineImageId" not in self._asked:
            return []
        plan, arch = self._deployment.plan, self._deployment.instance.arch
        parameter = _MACHINE_IMAGES.get((plan.place, str(plan.processor), arch))
        if parameter is not None:
            self._asked.discard("MachineImageId")
            return self._lines("machine", parameter=parameter)
        return self._lines("machine_search", path=f"/aws/service/deeplearning/ami/{arch}")

    def _build_image(self) -> list[str]:
        if "ImageUri" not in self._asked:
            return []
        is_arm = self._deployment.plan.instance_type is not None and self._deployment.instance.arch == "arm64"
        return self._lines("image", platform="linux/arm64" if is_arm else "linux/amd64")

    def _equip_cluster(self) -> Iterator[str]:
        """What pods and machines need in the cluster: a device plugin, the node autoscaler, and KEDA with Prometheus where pods scale."""
        plan = self._deployment.plan
        if plan.place != "eks":
            return
        policy = write_policy(AUTOSCALER, self._deployment, self._say)
        yield from self._lines("cluster", trust=self._say("trust_pods"), policy=policy)
        plugin = {"gpu": "cluster_nvidia", "inferentia": "cluster_neuron", "trainium": "cluster_neuron"}.get(str(plan.processor))
        keys = [plugin] if plugin is not None else []
        keys += ["cluster_efa"] if self._deployment.has_option("efa") else []
        keys += ["cluster_scaling"] if "PrometheusUrl" in self._asked else []
        for key in keys:
            yield from self._lines(key)

    def _fill_in(self) -> Iterator[str]:
        """What no step before has found."""
        found = {
            *_S3_PARAMETERS,
            *(role.parameter for role in self._roles),
            "SubnetIds",
            "SubnetId",
            "SecurityGroupIds",
            "ImageUri",
            "KmsKeyArn",
        }
        found |= set(_BALANCED) if self._asked & set(_BALANCED) else set()
        for parameter in self._parameters:
            if parameter.id in self._asked and parameter.id not in found:
                description = self._deployment.say(parameter.name).replace("'", "’").replace('"', "”")
                yield from self._lines("known", variable=to_constant_case(parameter.id), description=description)

    def _deploy(self) -> list[str]:
        given = "".join(self._assign(parameter) for parameter in self._parameters if not parameter.default)
        if self._format == "cloudformation" and given:
            given = self._say("deploy_cloudformation_given", given=given)
        return self._lines(f"deploy_{self._format}", given=given)

    def _assign(self, parameter: Parameter) -> str:
        """How the command passes a parameter from a variable of the shell; scripts read the variable themselves."""
        name, variable = FORMATS[self._format].name_parameter(parameter.id), to_constant_case(parameter.id)
        if self._format == "terraform":
            value = f'[\\"${{{variable}//,/\\",\\"}}\\"]' if parameter.type == "list" else f"${variable}"
            return f' -var "{name}={value}"'
        value = f'{name}="${variable}"'
        return {"cloudformation": f" {value}", "cdk": f" --parameters {value}"}.get(self._format, "")

    def _read_outputs(self) -> Iterator[str]:
        """What later steps need of what was deployed."""
        outputs = [reference.export_name for reference in self._blueprint.exports]
        if self._format in ("cloudformation", "cdk", "terraform"):
            outputs += [output.id for output in self._blueprint.outputs]
        for output in outputs:
            variable = to_constant_case(output)
            yield from self._lines(f"output_{self._format}", variable=variable, output=output, snake=to_snake_case(output))

    def _apply_manifest(self) -> list[str]:
        if not self._blueprint.outputs or self._format == "cli":
            return []
        return self._lines("manifest_sdk" if self._format == "sdk" else "manifest")

    def _take_down(self) -> Iterator[str]:
        if self._blueprint.outputs:
            key = {"sdk": "teardown_manifest_sdk", "cli": "teardown_manifest_cli"}.get(self._format, "teardown_manifest")
            yield from self._lines(key, name=self._deployment.name)
        yield from self._delete_resources()
        yield from self._delete_network()
        is_cluster = self._deployment.place.id == "eks"
        yield from self._lines("teardown_cluster") if is_cluster else ()
        for role in (*self._roles, *((AUTOSCALER,) if is_cluster else ())):
            yield from self._delete_role(role)
        if "ImageUri" in self._asked:
            yield from self._lines("teardown_image")
        if any(line.startswith("BUCKET=") for line in self._make_bucket()):
            yield from self._lines("teardown_bucket")
        alarms = alarm_names(self._deployment)
        if alarms:
            yield from self._lines("teardown_alarms", alarms=" ".join(f'"$NAME-{alarm}"' for alarm in alarms))
        if self._deployment.plan.cost.usd_per_month:
            yield from self._lines("teardown_budget")

    def _delete_network(self) -> Iterator[str]:
        """Balancer, endpoint of S3, security group, and the key."""
        if self._asked & set(_BALANCED):
            yield from self._lines("teardown_balancer")
        if any(line.startswith("ENDPOINT_ID=") for line in self._choose_network()):
            yield from self._lines("teardown_s3")
        if "SecurityGroupIds" in self._asked:
            yield from self._lines("teardown_group")
        if "KmsKeyArn" in self._asked:
            yield from self._lines("teardown_key")

    def _delete_resources(self) -> Iterator[str]:
        given = "".join(self._assign(parameter) for parameter in self._parameters if not parameter.default)
        if self._format in ("cloudformation", "cdk", "terraform"):
            yield from self._lines(f"teardown_{self._format}", given=given)
            return
        for resource in reversed(self._blueprint.resources):
            delete = self._deployment.knowledge.resources[resource.kind].delete
            yield from fill_placeholders(delete, {"name": f'"$NAME-{to_kebab_case(resource.id)}"'}).splitlines()

    def _delete_role(self, role: Role) -> Iterator[str]:
        if role.is_profile:
            yield from self._lines("teardown_profile", role=role.suffix)
        for managed in role.managed:
            yield from self._lines("teardown_managed", role=role.suffix, managed=managed)
        yield from self._lines("teardown_role", role=role.suffix)


def _write_value(value: object) -> str:
    """A fact as `--set` takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(_write_value, value))
    return f"{value:.12g}" if isinstance(value, float) else str(value)
