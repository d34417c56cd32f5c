"""Jobs: one API call, or a workflow that starts the job on demand or on a schedule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.handover.template.blueprint import AttributeRef, Blueprint, JsonText, Node, Resource
from engine.handover.template.deployment import Deployment
from engine.handover.template.name_casing import lower_first
from engine.handover.template.parameters import SCHEDULER_ROLE, WORKFLOW_ROLE
from knowledge.schema.instance import HOURS_A_MONTH

_WORKFLOW: Final = "Workflow"
_HOURS_A_DAY, _MINUTES_AN_HOUR = 24, 60


def build_job(
    deployment: Deployment, kind: str, request: Mapping[str, Node], *, before: tuple[Resource, ...] = (), remarks: tuple[str, ...] = ()
) -> Blueprint:
    """A job as one call where the format makes calls and nothing repeats it; else a workflow that starts it."""
    if not (deployment.is_declarative or runs_per_month(deployment)):
        return Blueprint((*before, Resource(kind, "Job", request)), remarks=remarks)
    properties: dict[str, Node] = {"RoleArn": WORKFLOW_ROLE, "DefinitionString": _define_workflow(deployment, kind, request)}
    workflow = AttributeRef(_WORKFLOW, "arn")
    return Blueprint(
        (
            *before,
            Resource("state-machine", _WORKFLOW, properties),
            *schedule_runs(deployment, {"Arn": workflow, "RoleArn": SCHEDULER_ROLE}),
        ),
        exports=(workflow,),
        remarks=(*remarks, *explain_schedule(deployment)),
    )


def runs_per_month(deployment: Deployment) -> float:
    """Stated runs per month; 0 where the job does not repeat or nobody said so."""
    runs = deployment.get_stated_number("runs_per_month")
    return runs if runs > 1 else 0.0


def explain_schedule(deployment: Deployment) -> tuple[str, ...]:
    """A remark on how the schedule follows from the stated runs."""
    runs = runs_per_month(deployment)
    return (deployment.say("schedule", runs=f"{runs:g}", rate=rate_expression(runs)),) if runs else ()


def schedule_runs(deployment: Deployment, target: Mapping[str, Node]) -> Iterator[Resource]:
    """A schedule that starts `target` as often as stated; nothing where it does not repeat."""
    runs = runs_per_month(deployment)
    if runs:
        yield make_schedule("Schedule", rate_expression(runs), target)


def make_schedule(name: str, expression: Node, target: Mapping[str, Node]) -> Resource:
    """One schedule of EventBridge Scheduler."""
    properties = {"ScheduleExpression": expression, "FlexibleTimeWindow": {"Mode": "OFF"}, "Target": target}
    return Resource("schedule", name, properties)


def rate_expression(runs: float) -> str:
    """The rarest `rate(...)` in whole days, hours or minutes that runs at least so often a month."""
    hours = HOURS_A_MONTH / runs
    if hours >= _HOURS_A_DAY:
        count, unit = int(hours / _HOURS_A_DAY), "day"
    elif hours >= 1:
        count, unit = int(hours), "hour"
    else:
        count, unit = max(1, int(hours * _MINUTES_AN_HOUR)), "minute"
    return f"rate({count} {unit}{'s' if count > 1 else ''})"


def _define_workflow(deployment: Deployment, kind: str, request: Mapping[str, Node]) -> JsonText:
    """A Step Functions definition: one state that starts the job under a new name and waits for its end."""
    call = deployment.knowledge.resources[kind].call
    task: dict[str, Node] = {
        "Type": "Task",
        "Resource": f"arn:aws:states:::{call.service}:{lower_first(call.operation)}.sync",
        "Parameters": {f"{call.name}.$": f"States.Format('{deployment.name}-{{}}', States.UUID())", **request},
        "End": True,
    }
    return JsonText({"StartAt": "Run", "States": {"Run": task}})
