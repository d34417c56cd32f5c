"""The SageMaker model of an endpoint or a batch transform: one container, several, or many models in one container."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Final

from engine.handover.template.blueprint import DataMap, Node, Parameter, Resource, drop_unset
from engine.handover.template.container_image import container_environment, image_parameter
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import IMAGE, MODEL_DATA, MODEL_FILES, MODEL_PREFIX, ROLE
from engine.handover.template.places.private_network import join_network

MODEL: Final = "Model"
"""Id of the resource."""
_PIPELINE_STEPS: Final = 2
"""Containers of an inference pipeline: preprocessing and prediction."""


def build_model(deployment: Deployment) -> Resource:
    """The model with the containers that the place options ask for."""
    properties: dict[str, Node | None] = {"ExecutionRoleArn": ROLE, "EnableNetworkIsolation": True if deployment.is_isolated else None}
    if deployment.has_option("multi_container"):  # called one by one, by host name
        numbers = range(1, deployment.model_count + 1)
        properties["Containers"] = [{"ContainerHostname": f"model-{number}", **_build_container(number)} for number in numbers]
        properties["InferenceExecutionConfig"] = {"Mode": "Direct"}
    elif deployment.has_option("inference_pipeline"):
        properties["Containers"] = [_build_container(number) for number in range(1, _PIPELINE_STEPS + 1)]
    elif deployment.has_option("multi_model"):
        properties["PrimaryContainer"] = {"Image": IMAGE, "Mode": "MultiModel", "ModelDataUrl": MODEL_PREFIX}
    else:
        environment = container_environment(deployment)
        variables: dict[str, Node] = {"Environment": DataMap(environment)} if environment else {}
        properties["PrimaryContainer"] = {"Image": image_parameter(deployment), **_locate_data(deployment), **variables}
    return Resource("sagemaker-model", MODEL, {**drop_unset(properties), **join_network(deployment)})


def is_large_model(deployment: Deployment) -> bool:
    """True if the weights are too large to be unpacked from an archive at every start."""
    return deployment.advice.needs.memory_gb.weights >= deployment.get_threshold("large_weights_gb")


def number_parameter(parameter: Parameter, number: int) -> Parameter:
    """The parameter for one of several models."""
    return dataclasses.replace(parameter, number=number)


def _locate_data(deployment: Deployment) -> Mapping[str, Node]:
    """Nothing where the container fetches the model itself; else one archive, or uncompressed files where the model is large."""
    if isinstance(container_environment(deployment).get("HF_MODEL_ID"), Parameter):
        return {}
    if not is_large_model(deployment) and "HF_MODEL_ID" not in container_environment(deployment):
        return {"ModelDataUrl": MODEL_DATA}
    return {"ModelDataSource": {"S3DataSource": {"S3Uri": MODEL_FILES, "S3DataType": "S3Prefix", "CompressionType": "None"}}}


def _build_container(number: int) -> Mapping[str, Node]:
    return {"Image": number_parameter(IMAGE, number), "ModelDataUrl": number_parameter(MODEL_DATA, number)}
