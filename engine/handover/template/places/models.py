"""The model behind an endpoint or a batch: one container, several, or many models that one container loads as they are asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from engine.handover.template.givens import IMAGE, MODEL_DATA, MODEL_FILES, MODEL_PREFIX, ROLE
from engine.handover.template.nodes import Given, Node, Resource, without_none
from engine.handover.template.subject import Subject

MODEL = "Model"
"""The id of the resource."""
_STEPS = 2
"""Containers of a pipeline: one prepares, one answers."""


def model(subject: Subject) -> Resource:
    """The model, as the options of the place want it."""
    properties: dict[str, Node | None] = {"ExecutionRoleArn": ROLE, "EnableNetworkIsolation": True if subject.isolated else None}
    if subject.has("multi_container"):
        properties["Containers"] = [_container(number, named=True) for number in range(1, subject.models + 1)]
        properties["InferenceExecutionConfig"] = {"Mode": "Direct"}
    elif subject.has("inference_pipeline"):
        properties["Containers"] = [_container(number) for number in range(1, _STEPS + 1)]
    elif subject.has("multi_model"):
        properties["PrimaryContainer"] = {"Image": IMAGE, "Mode": "MultiModel", "ModelDataUrl": MODEL_PREFIX}
    else:
        properties["PrimaryContainer"] = {"Image": IMAGE, **_data(subject)}
    return Resource("sagemaker-model", MODEL, without_none(properties))


def is_large(subject: Subject) -> bool:
    """Whether the model is too large to be packed and unpacked for every start."""
    return subject.advice.needs.memory_gb.weights >= subject.threshold("large_weights_gb")


def _data(subject: Subject) -> Mapping[str, Node]:
    """Where the model lies: one archive, or its files as they are."""
    if not is_large(subject):
        return {"ModelDataUrl": MODEL_DATA}
    return {"ModelDataSource": {"S3DataSource": {"S3Uri": MODEL_FILES, "S3DataType": "S3Prefix", "CompressionType": "None"}}}


def _container(number: int, *, named: bool = False) -> Mapping[str, Node]:
    """One of several containers; those that are called one by one have names."""
    own: dict[str, Node] = {"Image": of_several(IMAGE, number), "ModelDataUrl": of_several(MODEL_DATA, number)}
    return {"ContainerHostname": f"model-{number}", **own} if named else own


def of_several(given: Given, number: int) -> Given:
    """The same of another of several."""
    return dataclasses.replace(given, number=number)
