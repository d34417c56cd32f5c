"""Jobs of SageMaker: training, processing, batch transform. CloudFormation has no resource for most of them, a workflow starts them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from engine.handover.template.givens import CHECKPOINTS, IMAGE, INPUT, OUTPUT, RESERVATION, ROLE
from engine.handover.template.nodes import Blueprint, Node, Of, without_none
from engine.handover.template.places.disk import volume
from engine.handover.template.places.models import MODEL, model
from engine.handover.template.places.workflow import run_of
from engine.handover.template.subject import Subject

_HOUR = 3600
_DATA = "/opt/ml/processing"
"""Where a processing container finds its input, and leaves its results; the paths are ours to choose below /opt/ml."""
_MIB = 2**20


def training(subject: Subject) -> Blueprint:
    """A training job, on Spot where the plan says so, with checkpoints where it is interrupted."""
    plan = subject.plan
    request = without_none(
        {
            "RoleArn": ROLE,
            "AlgorithmSpecification": {"TrainingImage": IMAGE, "TrainingInputMode": "FastFile" if _streams(subject) else "File"},
            "InputDataConfig": [_channel()],
            "OutputDataConfig": {"S3OutputPath": OUTPUT},
            "ResourceConfig": _training_machines(subject),
            "StoppingCondition": _stopping(subject),
            "EnableManagedSpotTraining": True if plan.purchase == "spot" else None,
            "CheckpointConfig": {"S3Uri": CHECKPOINTS} if plan.purchase == "spot" or subject.stated("checkpointing") else None,
            "EnableNetworkIsolation": True if subject.isolated else None,
        }
    )
    remarks = (subject.say("efa_at_sagemaker"),) if subject.has("efa") else ()
    return run_of(subject, "sagemaker-training-job", request, remarks=remarks)


def processing(subject: Subject) -> Blueprint:
    """A processing job over the input, which the machines share."""
    several = subject.count > 1
    read: Node = {
        "S3Uri": INPUT,
        "LocalPath": f"{_DATA}/input",
        "S3DataType": "S3Prefix",
        "S3InputMode": "File",
        "S3DataDistributionType": "ShardedByS3Key" if several else "FullyReplicated",
    }
    result: Node = {"S3Uri": OUTPUT, "LocalPath": f"{_DATA}/output", "S3UploadMode": "EndOfJob"}
    cluster: Node = {"InstanceType": subject.type_name, "InstanceCount": subject.count, "VolumeSizeInGB": volume(subject)}
    request = without_none(
        {
            "RoleArn": ROLE,
            "AppSpecification": {"ImageUri": IMAGE},
            "ProcessingInputs": [{"InputName": "input", "S3Input": read}],
            "ProcessingOutputConfig": {"Outputs": [{"OutputName": "output", "S3Output": result}]},
            "ProcessingResources": {"ClusterConfig": cluster},
            "StoppingCondition": {"MaxRuntimeInSeconds": _longest(subject)},
            "NetworkConfig": {"EnableNetworkIsolation": True} if subject.isolated else None,
        }
    )
    return run_of(subject, "sagemaker-processing-job", request)


def transform(subject: Subject) -> Blueprint:
    """A batch transform of the input by a model."""
    payload = math.ceil(subject.number("payload_mb") * 1e6 / _MIB)
    request = without_none(
        {
            "ModelName": Of(MODEL, "name"),
            "MaxPayloadInMB": payload or None,
            "TransformInput": {"DataSource": {"S3DataSource": {"S3DataType": "S3Prefix", "S3Uri": INPUT}}},
            "TransformOutput": {"S3OutputPath": OUTPUT},
            "TransformResources": {"InstanceType": subject.type_name, "InstanceCount": subject.count},
        }
    )
    return run_of(subject, "sagemaker-transform-job", request, before=(model(subject),))


def _training_machines(subject: Subject) -> Mapping[str, Node]:
    machines: dict[str, Node] = {
        "InstanceType": subject.type_name,
        "InstanceCount": subject.count,
    }
    if not subject.instance.local_storage_gb:  # else its own disks are mounted in place of a volume
        machines["VolumeSizeInGB"] = volume(subject)
    if subject.has("warm_pool"):
        machines["KeepAlivePeriodInSeconds"] = int(subject.threshold("keep_alive_seconds"))
    if subject.plan.purchase == "capacity-block":
        machines["TrainingPlanArn"] = RESERVATION
    return machines


def _channel() -> Mapping[str, Node]:
    source: Node = {"S3DataType": "S3Prefix", "S3Uri": INPUT, "S3DataDistributionType": "FullyReplicated"}
    return {"ChannelName": "train", "DataSource": {"S3DataSource": source}}


def _streams(subject: Subject) -> bool:
    """Whether the data is better read as it is needed than copied before the start."""
    return subject.number("dataset_gb") > subject.threshold("streamed_gb")


def _stopping(subject: Subject) -> Mapping[str, Node]:
    longest = _longest(subject)
    if subject.plan.purchase != "spot":
        return {"MaxRuntimeInSeconds": longest}
    wait = max(longest * subject.threshold("wait_margin"), subject.number("training_deadline_hours") * _HOUR)
    return {"MaxRuntimeInSeconds": longest, "MaxWaitTimeInSeconds": math.ceil(min(wait, subject.limit("job_seconds")))}


def _longest(subject: Subject) -> int:
    """Seconds after which a run is stopped."""
    wanted = (subject.plan.hours_per_run or 0.0) * _HOUR * subject.threshold("run_margin")
    return math.ceil(min(max(wanted, subject.threshold("least_run_seconds")), subject.limit("job_seconds")))
