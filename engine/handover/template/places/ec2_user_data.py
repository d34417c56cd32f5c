"""The start script of an EC2 instance: it serves a container, or runs one to its end and shuts the machine down whatever happens."""

from __future__ import annotations

from typing import Final

from engine.handover.template.blueprint import AttributeRef, Base64Text, Node, Parameter, join_text
from engine.handover.template.container_image import image_parameter, needs_shared_memory, publish_load, server_arguments
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import CHECKPOINTS, INPUT, OUTPUT
from knowledge.schema.processor import NEURON

LOGS: Final = "Logs"
"""Id of the log group that the containers write to."""
Part = str | Parameter | AttributeRef
_READ_METADATA: Final = """meta() {
  curl -sf -H "X-aws-ec2-metadata-token: $(curl -sf -X PUT http://169.254.169.254/latest/api/token \\
    -H 'X-aws-ec2-metadata-token-ttl-seconds: 60')" "http://169.254.169.254/latest/meta-data/$1"
}
INSTANCE="$(meta instance-id)"
"""
_WATCH_RUN: Final = """finish() {
  aws s3 cp /var/log/cloud-init-output.log "$OUTPUT/logs/$INSTANCE.log" || true
  shutdown -h now
}
trap finish EXIT
"""
"""The machine shuts down on every exit, and its own log stays: a container that never started has none."""
_WATCH_SPOT_RUN: Final = """finish() {
  aws s3 cp /var/log/cloud-init-output.log "$OUTPUT/logs/$INSTANCE.log" || true
  meta spot/instance-action || aws ec2 cancel-spot-instance-requests --spot-instance-request-ids "$REQUEST" || true
  shutdown -h now
}
trap finish EXIT
trap 'trap - EXIT; exit 143' TERM
"""
"""The request is cancelled first, else it would start another machine for one that ended by itself. It stays if AWS takes the machine."""


def write_service_start(deployment: Deployment) -> Base64Text:
    """It starts the container, which starts again by itself after a failure."""
    run = f"docker run --detach --restart always --network host{_log_options(deployment)}"
    shared = " --ipc=host" if needs_shared_memory(deployment) else ""
    arguments = [part for argument in server_arguments(deployment) for part in _quote_argument(argument)]
    options = (*_name_logs(), _device_options(deployment), shared)
    parts = ("#!/bin/bash\nset -eux\n", *_log_in(deployment), run, *options, ' "$IMAGE"', *arguments, *publish_load(deployment))
    return Base64Text(join_text(*(part for part in parts if part != "")))


def _quote_argument(argument: Node) -> tuple[Part, ...]:
    """An argument of a command line, quoted where the person gives it."""
    return (' "', argument, '"') if isinstance(argument, Parameter) else (f" {argument}",)


def write_run(deployment: Deployment) -> Base64Text:
    """It runs the container up to the number of attempts and then shuts the machine down, however the attempts ended."""
    attempts = int(deployment.get_threshold("run_attempts"))
    is_spot = deployment.plan.purchase == "spot"
    region = f"export AWS_DEFAULT_REGION={deployment.region}\n"
    lines: list[Part] = ["#!/bin/bash\nset -ux\n", region, _READ_METADATA, 'OUTPUT="', OUTPUT, '"\nOUTPUT="${OUTPUT%/}"\n']
    lines += _count_spot_starts(deployment) if is_spot else [_WATCH_RUN]
    lines += [
        *_log_in(deployment, indent="  ", loop=f"for attempt in $(seq {attempts}); do\n"),
        f"  timeout {deployment.max_run_seconds} docker run --rm --network host{_log_options(deployment)}",
        *_name_logs(),
        _device_options(deployment),
        ' --env INPUT_S3_URI="', INPUT, '" --env OUTPUT_S3_URI="$OUTPUT"',
        *((' --env CHECKPOINT_S3_URI="', CHECKPOINTS, '"') if _has_checkpoints(deployment) else ()),
        ' "$IMAGE" && exit 0\n',
        '  sleep "$((attempt * 10))"\ndone\nexit 1',
    ]  # fmt: skip
    return Base64Text(join_text(*(line for line in lines if line != "")))


def _has_checkpoints(deployment: Deployment) -> bool:
    """True for training that may be interrupted, or for which checkpoints were asked."""
    is_training = deployment.get_fact("stage") in ("training", "fine-tuning")
    return is_training and (deployment.plan.purchase == "spot" or bool(deployment.get_stated_fact("checkpointing")))


def _count_spot_starts(deployment: Deployment) -> list[Part]:
    """A persistent request starts another machine after an interruption; a mark in S3 for each start bounds how often."""
    most = int(deployment.get_threshold("spot_starts"))
    return [
        'REQUEST="$(aws ec2 describe-instances --instance-ids "$INSTANCE" --output text',
        " --query 'Reservations[].Instances[].SpotInstanceRequestId')\"\n",
        _WATCH_SPOT_RUN,
        'date | aws s3 cp - "$OUTPUT/starts/$REQUEST/$INSTANCE" || exit 1\n',
        'STARTS="$(aws s3 ls "$OUTPUT/starts/$REQUEST/" | wc -l)"\n',
        f'[ "$STARTS" -le {most} ] || exit 1\n',
    ]


def _log_in(deployment: Deployment, indent: str = "", loop: str = "") -> list[Part]:
    """Docker logs in to the registry of the image; `loop` stands before what is repeated."""
    password = f"aws ecr get-login-password --region {deployment.region}"
    image = image_parameter(deployment)
    return ['IMAGE="', image, f'"\n{loop}{indent}{password} | docker login --username AWS --password-stdin "${{IMAGE%%/*}}"\n']


def _log_options(deployment: Deployment) -> str:
    """Docker's own driver for CloudWatch Logs, so that logs outlive the machine."""
    return f" --log-driver awslogs --log-opt awslogs-region={deployment.region}"


def _name_logs() -> tuple[Part, ...]:
    return (' --log-opt awslogs-group="', AttributeRef(LOGS, "name"), '"')


def _device_options(deployment: Deployment) -> str:
    """Options of `docker run` that give a container the accelerators of its instance."""
    if deployment.plan.processor == "gpu":
        return " --gpus all"
    if deployment.plan.processor in NEURON:
        return "".join(f" --device /dev/neuron{number}" for number in range(deployment.device_count))
    return ""
