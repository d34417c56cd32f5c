"""Jobs of SageMaker Inference Recommender for the finalists: one that tries machines by itself, one that loads them as users would.

Parameters are those of CreateInferenceRecommendationsJob. What only the person knows is left as a text in angle brackets.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.advice import Plan
from engine.handover.verify.plan_facts import PlanFacts
from engine.handover.verify.plan_record import JobKind, RecommenderJob

ROLE, PACKAGE = "RoleArn", "ModelPackageVersionArn"
_REALTIME, _SERVERLESS = "sagemaker-realtime", "sagemaker-serverless"
_MINUTE: Final = 60
_LONGEST_NAME: Final = 40
"""Characters; the service cuts the names of what a job creates there."""
_FIRST_CONCURRENCY: Final = 1


def build_recommender_jobs(facts: PlanFacts, plans: Sequence[Plan]) -> tuple[RecommenderJob, ...]:
    """Jobs for the plans at endpoints; instances and serverless memory sizes never share a job."""
    instances = [plan for plan in plans if plan.place == _REALTIME and plan.instance_type]
    serverless = [plan for plan in plans if plan.place == _SERVERLESS and plan.memory_mb]
    return (*_instance_jobs(facts, instances), *_serverless_jobs(facts, serverless))


def _instance_jobs(facts: PlanFacts, plans: Sequence[Plan]) -> Iterator[RecommenderJob]:
    most = int(_job_limit(facts, "configurations_per_job"))
    names = list(dict.fromkeys(str(plan.instance_type) for plan in plans))[:most]
    if not names:
        return
    container = _container_config(facts) | {"SupportedInstanceTypes": names}
    yield _build_job(facts, "Default", "default", {"ContainerConfig": container})
    configurations = [{"InstanceType": name} for name in names]
    yield _build_job(facts, "Advanced", "advanced", _load_config(facts, plans, configurations), _stopping_conditions(facts, plans))


def _serverless_jobs(facts: PlanFacts, plans: Sequence[Plan]) -> Iterator[RecommenderJob]:
    if not plans:
        return
    users = max(_count_users(facts, plan) for plan in plans)
    sizes = dict.fromkeys(plan.memory_mb for plan in plans)
    configurations = [{"ServerlessConfig": {"MemorySizeInMB": size, "MaxConcurrency": max(users, _FIRST_CONCURRENCY)}} for size in sizes]
    yield _build_job(facts, "Advanced", "serverless", _load_config(facts, plans, configurations), _stopping_conditions(facts, plans))


def _build_job(facts: PlanFacts, kind: JobKind, ending: str, config: dict[str, Any], stops: dict[str, Any] | None = None) -> RecommenderJob:
    name = f"{_make_job_name(facts.subject, _LONGEST_NAME - len(ending) - 1)}-{ending}"
    parameters: dict[str, Any] = {
        "JobName": name,
        "JobType": kind,
        "RoleArn": f"<{ROLE}: {facts.say(f'fill_{ROLE}')}>",
        "InputConfig": {"ModelPackageVersionArn": f"<{PACKAGE}: {facts.say(f'fill_{PACKAGE}')}>", **config},
    }
    return RecommenderJob(name=name, kind=kind, parameters=parameters | ({"StoppingConditions": stops} if stops else {}))


def _make_job_name(text: str, longest: int) -> str:
    """A name that the API takes: letters, digits, and single hyphens between them."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))[:longest].strip("-") or "model"


def _container_config(facts: PlanFacts) -> dict[str, Any]:
    """The domain and the task in the API's words, the most general ones if it has none for the task."""
    known = facts.knowledge.wording["recommender"].texts
    domain, task = known.get(facts.text_fact("task"), known["other"]).split()
    return {"Domain": _to_enum_name(domain), "Task": _to_enum_name(task)}


def _to_enum_name(name: str) -> str:
    return name.replace("-", "_").upper()


def _load_config(facts: PlanFacts, plans: Sequence[Plan], configurations: list[dict[str, Any]]) -> dict[str, Any]:
    """The traffic: a phase to warm up, and one in which users are added until the peak is passed."""
    warm, ramp = int(_job_limit(facts, "phase_seconds_min")), int(min(facts.rates["ramp_seconds"], _job_limit(facts, "phase_seconds_max")))
    users = max(_count_users(facts, plan) for plan in plans)
    spawned = max(math.ceil(users / (ramp / _MINUTE)), 1)
    lasts = (warm + ramp + int(facts.rates["job_start_seconds"])) * len(configurations)
    return {
        "JobDurationInSeconds": int(min(lasts, _job_limit(facts, "job_seconds_max"))),
        "TrafficPattern": {
            "TrafficType": "PHASES",
            "Phases": [
                {"InitialNumberOfUsers": 1, "SpawnRate": 1, "DurationInSeconds": warm},
                {"InitialNumberOfUsers": 1, "SpawnRate": spawned, "DurationInSeconds": ramp},
            ],
        },
        "ResourceLimit": {"MaxNumberOfTests": len(configurations), "MaxParallelOfTests": 1},
        "EndpointConfigurations": configurations,
    }


def _count_users(facts: PlanFacts, plan: Plan) -> int:
    """Requests under way at the peak, with some to spare."""
    under_way = facts.peak_rate(plan) * (plan.latency_ms.estimate or 0.0) / 1e3
    return max(math.ceil(under_way * facts.rates["spare_users"]), 1)


def _stopping_conditions(facts: PlanFacts, plans: Sequence[Plan]) -> dict[str, Any]:
    """Stop at the peak, at the demanded latency, or when the machine is full."""
    peak = max(facts.peak_rate(plan) for plan in plans)
    stops: dict[str, Any] = {"MaxInvocations": max(math.ceil(peak * _MINUTE), 1), "FlatInvocations": "Stop"}
    target = facts.number_fact("latency_p99_ms")
    if target:
        # custom load tests take P95 alone, by the API's own words
        stops["ModelLatencyThresholds"] = [{"Percentile": "P95", "ValueInMilliseconds": max(math.floor(target), 1)}]
    return stops


def _job_limit(facts: PlanFacts, name: str) -> float:
    return facts.knowledge.tools["inference-recommender"].limits[name].value_for("today")
