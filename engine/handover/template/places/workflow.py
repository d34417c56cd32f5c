"""Runs: a job that is called once, or a workflow that starts it, by hand or on a schedule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.handover.template.formats.casing import kebab
from engine.handover.template.givens import SCHEDULER_ROLE, WORKFLOW_ROLE
from engine.handover.template.nodes import Blueprint, Json, Node, Of, Resource
from engine.handover.template.subject import Subject
from knowledge.schema.instance import HOURS_A_MONTH

MACHINE: Final = "Workflow"
_DAY, _HOUR_MINUTES = 24, 60


def run_of(
    subject: Subject, kind: str, request: Mapping[str, Node], *, before: tuple[Resource, ...] = (), remarks: tuple[str, ...] = ()
) -> Blueprint:
    """A job as one call, where calls are made and nothing repeats it; else a workflow that starts it."""
    if not (subject.declared or runs(subject)):
        followed = subject.commands("follow_job", job=kebab(subject.knowledge.resources[kind].call.operation.removeprefix("Create")))
        return Blueprint((*before, Resource(kind, "Job", request)), remarks=remarks, following=followed)
    machine = Resource("state-machine", MACHINE, {"RoleArn": WORKFLOW_ROLE, "DefinitionString": _definition(subject, kind, request)})
    started: Mapping[str, Node] = {"Arn": Of(MACHINE, "arn"), "RoleArn": SCHEDULER_ROLE}
    resources = (*before, machine, *scheduled(subject, started))
    following = subject.commands("start_workflow")
    return Blueprint(resources, told=(Of(MACHINE, "arn"),), remarks=(*remarks, *often(subject)), following=following)


def runs(subject: Subject) -> float:
    """Runs a month, where somebody said that it repeats; else 0."""
    told = subject.stated_number("runs_per_month")
    return told if told > 1 else 0.0


def often(subject: Subject) -> tuple[str, ...]:
    """How the schedule follows from the runs."""
    if not runs(subject):
        return ()
    return (subject.say("schedule", runs=f"{runs(subject):g}", rate=rate(runs(subject))),)


def scheduled(subject: Subject, target: Mapping[str, Node]) -> Iterator[Resource]:
    """What starts `target` as often as the workload says; nothing where it says nothing."""
    if runs(subject):
        yield schedule("Schedule", rate(runs(subject)), target)


def schedule(name: str, expression: Node, target: Mapping[str, Node]) -> Resource:
    """One schedule."""
    return Resource(
        "schedule",
        name,
        {"ScheduleExpression": expression, "FlexibleTimeWindow": {"Mode": "OFF"}, "Target": target},
    )


def rate(runs_per_month: float) -> str:
    """At least so many runs a month, in whole days, hours or minutes."""
    hours = HOURS_A_MONTH / runs_per_month
    if hours >= _DAY:
        return _every(int(hours / _DAY), "day")
    if hours >= 1:
        return _every(int(hours), "hour")
    return _every(max(1, int(hours * _HOUR_MINUTES)), "minute")


def _every(count: int, unit: str) -> str:
    return f"rate({count} {unit}{'s' if count > 1 else ''})"


def _definition(subject: Subject, kind: str, request: Mapping[str, Node]) -> Json:
    """One state that starts the job under a new name, and waits until it has ended."""
    call = subject.knowledge.resources[kind].call
    task: dict[str, Node] = {
        "Type": "Task",
        "Resource": f"arn:aws:states:::{call.service}:{call.operation[0].lower()}{call.operation[1:]}.sync",
        "Parameters": {f"{call.name}.$": f"States.Format('{subject.name}-{{}}', States.UUID())", **request},
        "End": True,
    }
    return Json({"StartAt": "Run", "States": {"Run": task}})
