"""The names that AWS's APIs accept, from botocore's service models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from knowledge.errors import KnowledgeError
from knowledge.schema.instance import JobKind

JOB_SHAPES: Final[dict[JobKind, str]] = {
    "hosting": "ProductionVariantInstanceType",
    "training": "TrainingInstanceType",
    "processing": "ProcessingInstanceType",
    "transform": "TransformInstanceType",
    "notebook": "InstanceType",
}
"""Job kind -> the enumeration of the SageMaker model that holds its `ml.` names."""

JOBS: Final[tuple[JobKind, ...]] = get_args(JobKind)
_OTHER_SHAPES: Final = ("AppInstanceType", "ProductionVariantAcceleratorType", "NotebookInstanceAcceleratorType")
"""Enumerations with `ml.` names that no EC2 type stands behind."""


def ec2_names() -> tuple[str, ...]:
    """Every instance type that the EC2 API accepts. Raises KnowledgeError where botocore is missing."""
    return _read_enumeration("ec2", "InstanceType")


def sagemaker_names() -> dict[JobKind, frozenset[str]]:
    """Job kind -> the names it accepts, with `ml.`. Raises KnowledgeError where botocore is missing."""
    return {job: frozenset(_read_enumeration("sagemaker", shape)) for job, shape in JOB_SHAPES.items()}


def jobs_by_type(names: Mapping[JobKind, frozenset[str]]) -> dict[str, tuple[JobKind, ...]]:
    """Name without `ml.` -> the job kinds that accept it, in the order of `JOBS`."""
    union = {name for accepted in names.values() for name in accepted}
    return {name.removeprefix("ml."): tuple(job for job in JOBS if name in names[job]) for name in union}


def names_beside() -> frozenset[str]:
    """`ml.` names of the SageMaker model that have no EC2 type behind them."""
    ec2 = set(ec2_names())
    names = {name for shape in _OTHER_SHAPES for name in _read_enumeration("sagemaker", shape)}
    return frozenset(name for name in names if name.startswith("ml.") and name.removeprefix("ml.") not in ec2)


def _read_enumeration(service: str, shape: str) -> tuple[str, ...]:
    try:
        from botocore.session import get_session  # noqa: PLC0415  # a development dependency: only the build needs it
    except ImportError:
        raise KnowledgeError("botocore is missing: install the development dependencies to build the catalogue.") from None
    return tuple(get_session().get_service_model(service).shape_for(shape).metadata["enum"])
