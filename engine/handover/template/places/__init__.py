"""What is deployed at each place: one module per kind of place. No place knows of formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.handover.template.blueprint import Blueprint
from engine.handover.template.deployment import Deployment
from engine.handover.template.places.bedrock import build_inference_profile
from engine.handover.template.places.ec2 import build_instances
from engine.handover.template.places.ecs import build_ecs_cluster
from engine.handover.template.places.edge import build_compilation
from engine.handover.template.places.eks import build_node_group
from engine.handover.template.places.lambda_function import build_function
from engine.handover.template.places.notebook import build_notebook
from engine.handover.template.places.sagemaker_endpoint import build_async, build_realtime, build_serverless
from engine.handover.template.places.sagemaker_jobs import build_processing, build_training, build_transform

PLACES: Final[Mapping[str, Callable[[Deployment], Blueprint]]] = {
    "sagemaker-realtime": build_realtime,
    "sagemaker-serverless": build_serverless,
    "sagemaker-async": build_async,
    "sagemaker-batch-transform": build_transform,
    "sagemaker-training": build_training,
    "sagemaker-processing": build_processing,
    "sagemaker-notebook": build_notebook,
    "lambda": build_function,
    "ecs": build_ecs_cluster,
    "eks": build_node_group,
    "ec2": build_instances,
    "bedrock": build_inference_profile,
    "edge": build_compilation,
}
"""Id of a place -> the function that builds its blueprint."""
