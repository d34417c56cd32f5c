"""SageMaker jobs: training, processing, batch transform. CloudFormation has no resource for most of them; a workflow starts them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, DataMap, Node, drop_unset
from engine.handover.template.container_image import explain_image, find_build, image_parameter
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import CHECKPOINTS, CONTENT_TYPE, INPUT, OUTPUT, RESERVATION, ROLE, SOURCE_CODE
from engine.handover.template.places.private_network import encrypt_results, join_network
from engine.handover.template.places.sagemaker_model import MODEL, build_model
from engine.handover.template.places.scheduled_runs import build_job

_HOUR_SECONDS: Final = 3600
_DATA_FOLDER: Final = "/opt/ml/processing"
"""Where a processing container finds its input and leaves its results; any path below /opt/ml would do."""
_BYTES_PER_MB, _BYTES_PER_MIB = 1e6, 2**20
_NEWER_HOST: Final = "al2-ami-sagemaker-batch-gpu-535"
_NEWER_HOST_FAMILIES: Final = ("g4dn", "g5", "g6")
"""Families for which batch transform has a host image whose driver serves CUDA 12, as `software/sagemaker-inference-ami` tells."""
_LINE_CONTENT: Final[Mapping[str, str]] = {"tabular": "text/csv", "time-series": "text/csv", "text": "application/jsonlines"}
"""Kind of data -> the content type of files that hold a record a line; a file of another kind is one record."""


def build_training(deployment: Deployment) -> Blueprint:
    """A training job; with checkpoints where it runs on Spot or they were asked for."""
    is_spot = deployment.plan.purchase == "spot"
    is_streamed = deployment.get_number("dataset_gb") > deployment.get_threshold("streamed_gb")
    source: Node = {"S3DataType": "S3Prefix", "S3Uri": INPUT, "S3DataDistributionType": "FullyReplicated"}
    build = find_build(deployment)
    content_type = "text/csv" if build is not None and build.runs == "xgboost" else None
    request = drop_unset(
        {
            "RoleArn": ROLE,
            "AlgorithmSpecification": {
                "TrainingImage": image_parameter(deployment),
                "TrainingInputMode": "FastFile" if is_streamed else "File",
            },
            "HyperParameters": _set_hyperparameters(deployment),
            "InputDataConfig": [drop_unset({"ChannelName": "train", "DataSource": {"S3DataSource": source}, "ContentType": content_type})],
            "OutputDataConfig": {"S3OutputPath": OUTPUT, **encrypt_results(deployment)},
            "ResourceConfig": _configure_instances(deployment),
            "StoppingCondition": _limit_run_time(deployment),
            "EnableManagedSpotTraining": True if is_spot else None,
            "CheckpointConfig": {"S3Uri": CHECKPOINTS} if is_spot or deployment.get_stated_fact("checkpointing") else None,
            "EnableNetworkIsolation": True if deployment.is_isolated else None,
            **join_network(deployment),
        }
    )
    remarks = (deployment.say("efa_at_sagemaker"),) if deployment.has_option("efa") else ()
    return build_job(deployment, "sagemaker-training-job", request, remarks=(*remarks, *explain_image(deployment)))


def _set_hyperparameters(deployment: Deployment) -> Node | None:
    """What the published image has to be told: where the training script is, or what XGBoost optimises; None for an image of one's own."""
    build = find_build(deployment)
    if build is None:
        return None
    if build.runs == "xgboost":
        objective = "reg:squarederror" if deployment.get_fact("task") in ("regression", "forecasting") else "binary:logistic"
        return DataMap({"objective": objective, "num_round": str(int(deployment.get_threshold("boosting_rounds")))})
    return DataMap({"sagemaker_program": "train.py", "sagemaker_submit_directory": SOURCE_CODE})


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
            "AppSpecification": {"ImageUri": image_parameter(deployment)},
            "ProcessingInputs": [{"InputName": "input", "S3Input": source}],
            "ProcessingOutputConfig": {"Outputs": [{"OutputName": "output", "S3Output": result}], **encrypt_results(deployment)},
            "ProcessingResources": {"ClusterConfig": cluster},
            "StoppingCondition": {"MaxRuntimeInSeconds": deployment.max_run_seconds},
            "NetworkConfig": {"EnableNetworkIsolation": True, **join_network(deployment)} if deployment.is_isolated else None,
        }
    )
    return build_job(deployment, "sagemaker-processing-job", request, remarks=explain_image(deployment))


def build_transform(deployment: Deployment) -> Blueprint:
    """A batch transform of the input with a model: as many payloads at once as the container has workers and the limit leaves room for."""
    data_type = _find_data_type(deployment)
    is_split = data_type in _LINE_CONTENT
    payload = _payload_mib(deployment, is_split=is_split)
    split: dict[str, Node] = {"SplitType": "Line"} if is_split else {}
    content: Node = _LINE_CONTENT[data_type] if is_split else CONTENT_TYPE
    resources: dict[str, Node | None] = {"InstanceType": deployment.type_name, "InstanceCount": deployment.instance_count}
    if find_build(deployment) is not None and deployment.instance.family in _NEWER_HOST_FAMILIES:
        resources["TransformAmiVersion"] = _NEWER_HOST
    request = drop_unset(
        {
            "ModelName": AttributeRef(MODEL, "name"),
            "MaxPayloadInMB": payload,
            "MaxConcurrentTransforms": _count_concurrent(deployment, payload),
            "BatchStrategy": "MultiRecord" if is_split else "SingleRecord",
            "TransformInput": {"DataSource": {"S3DataSource": {"S3DataType": "S3Prefix", "S3Uri": INPUT}}, "ContentType": content, **split},
            "TransformOutput": {
                "S3OutputPath": OUTPUT,
                **encrypt_results(deployment),
                **({"AssembleWith": "Line", "Accept": content} if is_split else {}),
            },
            "TransformResources": drop_unset(resources),
        }
    )
    model = build_model(deployment)
    return build_job(deployment, "sagemaker-transform-job", request, before=(model,), remarks=explain_image(deployment))


def _find_data_type(deployment: Deployment) -> str:
    """What the records are, by the facts, else by the model or the algorithm; "" where nothing tells."""
    known = deployment.knowledge
    entries = (known.models.get(str(deployment.get_fact("model"))), known.algorithms.get(str(deployment.get_fact("algorithm"))))
    return str(deployment.get_stated_fact("data_type") or next((entry.data_type for entry in entries if entry is not None), ""))


def _payload_mib(deployment: Deployment, *, is_split: bool) -> int:
    """Size of one payload in MiB: the largest record, or as many lines together as SageMaker takes by itself."""
    record = math.ceil(deployment.get_number("payload_mb") * _BYTES_PER_MB / _BYTES_PER_MIB)
    least = int(deployment.get_threshold("transform_payload_mib")) if is_split else 1
    return max(record, least) if record or is_split else int(deployment.get_threshold("transform_payload_mib"))


def _count_concurrent(deployment: Deployment, payload: int) -> int:
    """Payloads that one instance works on at once: its workers, within the limit on all payloads together."""
    instance = deployment.instance
    workers = deployment.device_count * int(deployment.get_threshold("workers_per_device")) or instance.physical_cores
    return max(1, min(int(workers), int(deployment.get_limit("payload_mb") // payload)))


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
    seconds = deployment.max_run_seconds
    if deployment.plan.purchase != "spot":
        return {"MaxRuntimeInSeconds": seconds}
    wait = max(seconds * deployment.get_threshold("wait_margin"), deployment.get_number("training_deadline_hours") * _HOUR_SECONDS)
    return {"MaxRuntimeInSeconds": seconds, "MaxWaitTimeInSeconds": math.ceil(min(wait, deployment.get_limit("job_seconds")))}
