"""A device out of the cloud: SageMaker Neo compiles the model for it, and what delivers it is the person's."""

from __future__ import annotations

from typing import Final

from engine.handover.template.givens import DEVICE, MODEL_DATA, NEO_FRAMEWORK, OUTPUT, ROLE, SHAPES
from engine.handover.template.nodes import Blueprint, Node, Resource
from engine.handover.template.subject import Subject

_FRAMEWORKS: Final = {
    "pytorch": "PYTORCH",
    "tensorflow": "TENSORFLOW",
    "mxnet": "MXNET",
    "onnx": "ONNX",
    "xgboost": "XGBOOST",
    "scikit-learn": "SKLEARN",
}
"""Framework -> what the API calls it; of others the person says into which of these it was exported."""


def device(subject: Subject) -> Blueprint:
    """One compilation."""
    framework: Node = _FRAMEWORKS.get(str(subject.fact("framework")), NEO_FRAMEWORK)
    properties: dict[str, Node] = {
        "RoleArn": ROLE,
        "InputConfig": {"S3Uri": MODEL_DATA, "DataInputConfig": SHAPES, "Framework": framework},
        "OutputConfig": {"S3OutputLocation": OUTPUT, "TargetDevice": DEVICE},
        "StoppingCondition": {"MaxRuntimeInSeconds": int(subject.threshold("least_run_seconds"))},
    }
    return Blueprint((Resource("sagemaker-compilation-job", "Compilation", properties),), remarks=(subject.say("other_compilers"),))
