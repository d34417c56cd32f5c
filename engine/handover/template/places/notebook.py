"""A notebook instance, and a schedule that stops it after work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, JsonText, Node, Resource
from engine.handover.template.deployment import Deployment
from engine.handover.template.parameters import ROLE, SCHEDULER_ROLE, STOP_AT
from engine.handover.template.places.scheduled_runs import make_schedule

_NOTEBOOK: Final = "Notebook"
_HOURS_A_DAY: Final = 24


def build_notebook(deployment: Deployment) -> Blueprint:
    """One notebook instance."""
    properties: dict[str, Node] = {
        "InstanceType": deployment.type_name,
        "RoleArn": ROLE,
        "VolumeSizeInGB": deployment.attached_volume_gb,
    }
    return Blueprint(
        (Resource("sagemaker-notebook", _NOTEBOOK, properties), *_schedule_stop(deployment)),
        exports=(AttributeRef(_NOTEBOOK, "name"),),
        remarks=_explain_memory(deployment),
    )


def _explain_memory(deployment: Deployment) -> tuple[str, ...]:
    """How to work on data that the memory does not hold."""
    data, memory = deployment.get_number("dataset_gb"), deployment.instance.memory_gb
    if data <= memory:
        return ()
    return (deployment.say("data_above_memory", data=f"{data:,.0f}", memory=f"{memory:,.0f}", type=deployment.type_name),)


def _schedule_stop(deployment: Deployment) -> Iterator[Resource]:
    """Only where it is used for part of the day; it is billed until it is stopped."""
    if 0 < deployment.get_stated_number("hours_per_day") < _HOURS_A_DAY:
        target: dict[str, Node] = {
            "Arn": "arn:aws:scheduler:::aws-sdk:sagemaker:stopNotebookInstance",
            "RoleArn": SCHEDULER_ROLE,
            "Input": JsonText({"NotebookInstanceName": AttributeRef(_NOTEBOOK, "name")}),
        }
        yield make_schedule("StopAfterWork", STOP_AT, target)
