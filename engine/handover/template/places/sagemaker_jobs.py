"""SageMaker jobs: training, processing, batch transform. CloudFormation has no resource for most of them; a workflow starts them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, Node, drop_unset
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import CHECKPOINTS, IMAGE, INPUT, OUTPUT, RESERVATION, ROLE
from engine.handover.template.places.sagemaker_model import MODEL, build_model
from engine.handover.template.places.scheduled_runs import build_job

_HOUR_SECONDS: Final = 3600
_DATA_FOLDER: Final = "/opt/ml/processing"
"""Where a processing container finds its input and leaves its results; any path below /opt/ml would do."""
_BYTES_PER_MB, _BYTES_PER_MIB = 1e6, 2**20


def build_training(deployment: Deployment) -> Blueprint:
    """A training job; with checkpoints where it runs on Spot or they were asked for."""
    is_spot = deployment.plan.purchase == "spot"
    is_streamed = deployment.get_number("dataset_gb") > deployment.get_threshold("streamed_gb")
    source: Node = {"S3DataType": "S3Prefix", "S3Uri": INPUT, "S3DataDistributionType": "FullyReplicated"}
    request = drop_unset(
        {
            "RoleArn": ROLE,
            "AlgorithmSpecification": {"TrainingImage": IMAGE, "TrainingInputMode": "FastFile" if is_streamed else "File"},
            "InputDataConfig": [{"ChannelName": "train", "DataSource": {"S3DataSource": source}}],
            "OutputDataConfig": {"S3OutputPath": OUTPUT},
            "ResourceConfig": _configure_instances(deployment),
            "StoppingCondition": _limit_run_time(deployment),
            "EnableManagedSpotTraining": True if is_spot else None,
            "CheckpointConfig": {"S3Uri": CHECKPOINTS} if is_spot or deployment.get_stated_fact("checkpointing") else None,
            "EnableNetworkIsolation": True if deployment.is_isolated else None,
        }
    )
    remarks = (deployment.say("efa_at_sagemaker"),) if deployment.has_option("efa") else ()
    return build_job(deployment, "sagemaker-training-job", request, remarks=remarks)


def build_processing(deployment: Deployment) -> Blueprint:
    """A processing job whose instances share the input."""
    count = deployment.instance_count
    source: Node = {
        "S3Uri": INPUT,
        "LocalPath": f"{_DATA_FOLDER}/input",
        "S3DataType": "S3Prefix",
        "S3InputMode": "File",
        "S3DataDistributionType": "ShardedByS3Key" if count > 1 else "FullyReplicated",
    }
    result: Node = {"S3Uri": OUTPUT, "LocalPath": f"{_DATA_FOLDER}/output", "S3UploadMode": "EndOfJob"}
    cluster: Node = {"InstanceType": deployment.type_name, "InstanceCount": count, "VolumeSizeInGB": deployment.volume_gb}
    request = drop_unset(
        {
            "RoleArn": ROLE,
            "AppSpecification": {"ImageUri": IMAGE},
            "ProcessingInputs": [{"InputName": "input", "S3Input": source}],
            "ProcessingOutputConfig": {"Outputs": [{"OutputName": "output", "S3Output": result}]},
            "ProcessingResources": {"ClusterConfig": cluster},
            "StoppingCondition": {"MaxRuntimeInSeconds": _max_run_seconds(deployment)},
            "NetworkConfig": {"EnableNetworkIsolation": True} if deployment.is_isolated else None,
        }
    )
    return build_job(deployment, "sagemaker-processing-job", request)


def build_transform(deployment: Deployment) -> Blueprint:
    """A batch transform of the input with a model."""
    payload_mib = math.ceil(deployment.get_number("payload_mb") * _BYTES_PER_MB / _BYTES_PER_MIB)
    request = drop_unset(
        {
            "ModelName": AttributeRef(MODEL, "name"),
            "MaxPayloadInMB": payload_mib or None,
            "TransformInput": {"DataSource": {"S3DataSource": {"S3DataType": "S3Prefix", "S3Uri": INPUT}}},
            "TransformOutput": {"S3OutputPath": OUTPUT},
            "TransformResources": {"InstanceType": deployment.type_name, "InstanceCount": deployment.instance_count},
        }
    )
    return build_job(deployment, "sagemaker-transform-job", request, before=(build_model(deployment),))


def _configure_instances(deployment: Deployment) -> Mapping[str, Node]:
    config: dict[str, Node] = {"InstanceType": deployment.type_name, "InstanceCount": deployment.instance_count}
    if not deployment.instance.local_storage_gb:  # else local disks are mounted instead of a volume
        config["VolumeSizeInGB"] = deployment.volume_gb
    if deployment.has_option("warm_pool"):
        config["KeepAlivePeriodInSeconds"] = int(deployment.get_threshold("keep_alive_seconds"))
    if deployment.plan.purchase == "capacity-block":
        config["TrainingPlanArn"] = RESERVATION
    return config


def _limit_run_time(deployment: Deployment) -> Mapping[str, Node]:
    """The stopping condition; on Spot also the limit on run and waiting time together."""
    seconds = _max_run_seconds(deployment)
    if deployment.plan.purchase != "spot":
        return {"MaxRuntimeInSeconds": seconds}
    wait = max(seconds * deployment.get_threshold("wait_margin"), deployment.get_number("training_deadline_hours") * _HOUR_SECONDS)
    return {"MaxRuntimeInSeconds": seconds, "MaxWaitTimeInSeconds": math.ceil(min(wait, deployment.get_limit("job_seconds")))}


def _max_run_seconds(deployment: Deployment) -> int:
    """Time after which a run is stopped."""
    expected = (deployment.plan.hours_per_run or 0.0) * _HOUR_SECONDS * deployment.get_threshold("run_margin")
    return math.ceil(min(max(expected, deployment.get_threshold("least_run_seconds")), deployment.get_limit("job_seconds")))
