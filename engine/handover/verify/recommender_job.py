"""Jobs of SageMaker Inference Recommender for the finalists: one that tries machines by itself, one that loads them as users would.

Parameters are those of CreateInferenceRecommendationsJob. What only the person knows is left as a text in angle brackets.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.advice import Plan
from engine.handover.verify.facts import Facts
from engine.handover.verify.plan_record import JobKind, RecommenderJob

ROLE, PACKAGE = "RoleArn", "ModelPackageVersionArn"
_REALTIME, _SERVERLESS = "sagemaker-realtime", "sagemaker-serverless"
_MINUTE: Final = 60
_LONGEST_NAME: Final = 40
"""The names of what a job makes are cut there."""
_FIRST_CONCURRENCY: Final = 1


def recommender_jobs(facts: Facts, plans: Sequence[Plan]) -> tuple[RecommenderJob, ...]:
    """Jobs for the plans at endpoints that it knows; instances and serverless memory sizes never share one."""
    instances = [plan for plan in plans if plan.place == _REALTIME and plan.instance_type]
    serverless = [plan for plan in plans if plan.place == _SERVERLESS and plan.memory_mb]
    return (*_of_instances(facts, instances), *_of_serverless(facts, serverless))


def _of_instances(facts: Facts, plans: Sequence[Plan]) -> Iterator[RecommenderJob]:
    most = int(_limit(facts, "configurations_per_job"))
    names = list(dict.fromkeys(str(plan.instance_type) for plan in plans))[:most]
    if not names:
        return
    container = _container(facts) | {"SupportedInstanceTypes": names}
    yield _job(facts, "Default", "default", {"ContainerConfig": container})
    configurations = [{"InstanceType": name} for name in names]
    yield _job(facts, "Advanced", "advanced", _loaded(facts, plans, configurations), _stops(facts, plans))


def _of_serverless(facts: Facts, plans: Sequence[Plan]) -> Iterator[RecommenderJob]:
    if not plans:
        return
    users = max(_users(facts, plan) for plan in plans)
    sizes = dict.fromkeys(plan.memory_mb for plan in plans)
    configurations = [{"ServerlessConfig": {"MemorySizeInMB": size, "MaxConcurrency": max(users, _FIRST_CONCURRENCY)}} for size in sizes]
    yield _job(facts, "Advanced", "serverless", _loaded(facts, plans, configurations), _stops(facts, plans))


def _job(facts: Facts, kind: JobKind, ending: str, config: dict[str, Any], stops: dict[str, Any] | None = None) -> RecommenderJob:
    name = f"{_slug(facts.subject, _LONGEST_NAME - len(ending) - 1)}-{ending}"
    parameters: dict[str, Any] = {
        "JobName": name,
        "JobType": kind,
        "RoleArn": f"<{ROLE}: {facts.say(f'fill_{ROLE}')}>",
        "InputConfig": {"ModelPackageVersionArn": f"<{PACKAGE}: {facts.say(f'fill_{PACKAGE}')}>", **config},
    }
    return RecommenderJob(name=name, kind=kind, parameters=parameters | ({"StoppingConditions": stops} if stops else {}))


def _slug(text: str, longest: int) -> str:
    """A name that the API takes: letters, digits, and single hyphens between them."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))[:longest].strip("-") or "model"


def _container(facts: Facts) -> dict[str, Any]:
    """The domain and the task in the API's words; its most general ones where it has none of its own."""
    known = facts.knowledge.wording["recommender"].texts
    domain, task = known.get(facts.text("task"), known["other"]).split()
    return {"Domain": _enumerated(domain), "Task": _enumerated(task)}


def _enumerated(name: str) -> str:
    return name.replace("-", "_").upper()


def _loaded(facts: Facts, plans: Sequence[Plan], configurations: list[dict[str, Any]]) -> dict[str, Any]:
    """The traffic: a phase to warm up, and one in which users come until the peak is passed."""
    warm, ramp = int(_limit(facts, "phase_seconds_min")), int(min(facts.rates["ramp_seconds"], _limit(facts, "phase_seconds_max")))
    users = max(_users(facts, plan) for plan in plans)
    spawned = max(math.ceil(users / (ramp / _MINUTE)), 1)
    lasts = (warm + ramp + int(facts.rates["job_start_seconds"])) * len(configurations)
    return {
        "JobDurationInSeconds": int(min(lasts, _limit(facts, "job_seconds_max"))),
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


def _users(facts: Facts, plan: Plan) -> int:
    """Requests under way at the peak, with some to spare."""
    under_way = facts.peak(plan) * (plan.latency_ms.estimate or 0.0) / 1e3
    return max(math.ceil(under_way * facts.rates["spare_users"]), 1)


def _stops(facts: Facts, plans: Sequence[Plan]) -> dict[str, Any]:
    """At the peak, at the latency that is demanded, or where the machine is full."""
    peak = max(facts.peak(plan) for plan in plans)
    stops: dict[str, Any] = {"MaxInvocations": max(math.ceil(peak * _MINUTE), 1), "FlatInvocations": "Stop"}
    target = facts.number("latency_p99_ms")
    if target:
        # custom load tests take P95 alone, by the API's own words
        stops["ModelLatencyThresholds"] = [{"Percentile": "P95", "ValueInMilliseconds": max(math.floor(target), 1)}]
    return stops


def _limit(facts: Facts, name: str) -> float:
    return facts.knowledge.tools["inference-recommender"].limits[name].under("today")
