"""The step that brings the first answer: one request, or one run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.template.blueprint import Blueprint
from engine.handover.template.container_image import find_build, model_parameter
from engine.handover.template.deployment import Deployment
from engine.handover.template.name_casing import to_kebab_case
from engine.handover.template.places.scheduled_runs import runs_per_month
from knowledge.sentences import Say

_MACHINE_PLACES: Final = ("ec2", "ecs", "eks")
_TEXT_TASKS: Final = ("text-classification", "embeddings", "summarization", "translation", "text-generation")
_COLUMNS: Final = 5
"""Numbers in the row that a table's model is asked for, where nobody said how many it has."""


def list_call_steps(deployment: Deployment, blueprint: Blueprint, say: Say) -> Iterator[tuple[str, list[str]]]:
    """Title and commands."""
    place, is_online = deployment.place.id, deployment.plan.scaling is not None
    if place == "bedrock":
        yield say("call_title"), say("call_bedrock").splitlines()
    elif place == "sagemaker-notebook":
        yield say("open_title"), say("call_notebook").splitlines()
    elif place == "edge":
        yield say("run_title"), say("call_edge").splitlines()
    elif is_online:
        yield say("call_title"), [*_write_request(deployment, say), *_send_request(deployment, blueprint, say)]
    else:
        yield say("run_title"), _start_run(deployment, blueprint, say)


def _write_request(deployment: Deployment, say: Say) -> list[str]:
    """The command that writes the request."""
    build = find_build(deployment)
    if build is not None and build.runs == "language-model":
        model = model_parameter(deployment)
        if build.platform == "sagemaker":
            return say("request_generate").splitlines()
        if model is not None:
            return say("request_completion", model=model.default).splitlines()
    if build is not None and build.runs == "transformer" and deployment.get_fact("task") in _TEXT_TASKS:
        return say("request_text").splitlines()
    if build is not None and build.runs == "xgboost":
        columns = int(deployment.get_stated_number("columns")) or _COLUMNS
        return say("request_table", row=",".join(["0"] * min(columns, 50))).splitlines()
    return say("request_own").splitlines()


def _send_request(deployment: Deployment, blueprint: Blueprint, say: Say) -> list[str]:
    place = deployment.place.id
    build = find_build(deployment)
    content = "text/csv" if build is not None and build.runs == "xgboost" else "application/json"
    path = "/v1/completions" if build is not None and build.platform == "ec2" else "/"
    if place == "eks":
        return say("call_pods", name=deployment.name, seconds=deployment.start_seconds, path=path).splitlines()
    if place in _MACHINE_PLACES:
        return say("call_balancer", path=path).splitlines()
    if place == "lambda":
        (exported,) = blueprint.exports
        variable = "ALIAS_ARN" if exported.export_name == "AliasArn" else "FUNCTION_NAME"
        return say("call_lambda", variable=variable).splitlines()
    key = {"sagemaker-async": "call_sagemaker-async"}.get(place, "call_sagemaker-realtime")
    key = "call_components" if deployment.has_option("inference_components") else key
    return say(key, content=content).splitlines()


def _start_run(deployment: Deployment, blueprint: Blueprint, say: Say) -> list[str]:
    place, kinds = deployment.place.id, {resource.kind: resource for resource in blueprint.resources}
    count = deployment.instance_count
    if "state-machine" in kinds:
        return say("call_workflow").splitlines()
    if place == "eks":
        kind = "call_kubernetes-cron" if runs_per_month(deployment) else "call_kubernetes-job"
        return say(kind, name=deployment.name, seconds=deployment.max_run_seconds).splitlines()
    if place == "ecs":
        return say("call_task_started" if "ecs-task" in kinds else "call_task", count=count).splitlines()
    if place == "ec2":
        return say("call_machines_started" if "machines" in kinds else "call_machines", count=count, type=deployment.type_name).splitlines()
    job = next(kind for kind in kinds if kind.endswith("-job"))
    operation = deployment.knowledge.resources[job].call.operation.removeprefix("Create")
    return say("call_job", job=to_kebab_case(operation)).splitlines()
