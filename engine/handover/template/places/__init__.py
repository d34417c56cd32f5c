"""What each place is made of: one module per kind of place, and one table that finds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.handover.template.nodes import Blueprint
from engine.handover.template.places.device import device
from engine.handover.template.places.ecs import ecs
from engine.handover.template.places.eks import eks
from engine.handover.template.places.endpoint import asynchronous, realtime, serverless
from engine.handover.template.places.function import function
from engine.handover.template.places.jobs import processing, training, transform
from engine.handover.template.places.machines import machines
from engine.handover.template.places.notebook import notebook
from engine.handover.template.places.tokens import tokens
from engine.handover.template.subject import Subject

PLACES: Final[Mapping[str, Callable[[Subject], Blueprint]]] = {
    "sagemaker-realtime": realtime,
    "sagemaker-serverless": serverless,
    "sagemaker-async": asynchronous,
    "sagemaker-batch-transform": transform,
    "sagemaker-training": training,
    "sagemaker-processing": processing,
    "sagemaker-notebook": notebook,
    "lambda": function,
    "ecs": ecs,
    "eks": eks,
    "ec2": machines,
    "bedrock": tokens,
    "edge": device,
}
"""Place -> what makes its blueprint."""
