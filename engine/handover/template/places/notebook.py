"""A notebook instance, and what stops it after work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.template.givens import ROLE, SCHEDULER_ROLE, STOP_AT
from engine.handover.template.nodes import Blueprint, Json, Node, Of, Resource
from engine.handover.template.places.workflow import schedule
from engine.handover.template.subject import Subject

NOTEBOOK: Final = "Notebook"
_DAY: Final = 24


def notebook(subject: Subject) -> Blueprint:
    """One machine; where it is used for part of the day, a schedule stops it, since it is billed until somebody does."""
    properties: dict[str, Node] = {
        "InstanceType": subject.type_name,
        "RoleArn": ROLE,
        "VolumeSizeInGB": int(subject.threshold("volume_gb_least")),
    }
    following = subject.commands("then_sagemaker-notebook", notebook=subject.named(NOTEBOOK))
    resources = (Resource("sagemaker-notebook", NOTEBOOK, properties), *_stopped(subject))
    return Blueprint(resources, told=(Of(NOTEBOOK, "name"),), following=following)


def _stopped(subject: Subject) -> Iterator[Resource]:
    if 0 < subject.stated_number("hours_per_day") < _DAY:
        target: dict[str, Node] = {
            "Arn": "arn:aws:scheduler:::aws-sdk:sagemaker:stopNotebookInstance",
            "RoleArn": SCHEDULER_ROLE,
            "Input": Json({"NotebookInstanceName": Of(NOTEBOOK, "name")}),
        }
        yield schedule("StopAfterWork", STOP_AT, target)
