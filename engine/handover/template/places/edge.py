"""A device outside the cloud: SageMaker Neo compiles the model for it; delivery is up to the person."""

from __future__ import annotations

from typing import Final

from engine.handover.template.blueprint import Blueprint, Node, Resource
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import DEVICE, MODEL_DATA, NEO_FRAMEWORK, OUTPUT, ROLE, SHAPES

_FRAMEWORKS: Final = {
    "pytorch": "PYTORCH",
    "tensorflow": "TENSORFLOW",
    "mxnet": "MXNET",
    "onnx": "ONNX",
    "xgboost": "XGBOOST",
    "scikit-learn": "SKLEARN",
}
"""Framework -> its name in the API; for others the person says into which of these the model was exported."""


def build_compilation(deployment: Deployment) -> Blueprint:
    """One compilation job."""
    framework: Node = _FRAMEWORKS.get(str(deployment.get_fact("framework")), NEO_FRAMEWORK)
    properties: dict[str, Node] = {
        "RoleArn": ROLE,
        "InputConfig": {"S3Uri": MODEL_DATA, "DataInputConfig": SHAPES, "Framework": framework},
        "OutputConfig": {"S3OutputLocation": OUTPUT, "TargetDevice": DEVICE},
        "StoppingCondition": {"MaxRuntimeInSeconds": int(deployment.get_threshold("least_run_seconds"))},
    }
    return Blueprint((Resource("sagemaker-compilation-job", "Compilation", properties),), remarks=(deployment.say("other_compilers"),))
