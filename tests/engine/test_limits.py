"""Every hard limit stops what it must and nothing else, and every limit has its words."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Template
from typing import NamedTuple

import pytest

import engine
from engine.decision.choice import decide
from engine.decision.complete import complete
from engine.decision.context import Context
from engine.decision.limits import ACCESS_LIMITS, FAMILY_LIMITS, FITNESS_LIMITS, PAYMENT_LIMITS, PLACE_LIMITS, PLAN_LIMITS, Failure
from engine.decision.limits.of_access import job_name
from engine.decision.option import Option
from engine.policy import Policy, policy_from
from engine.workload import FACT_NAMES, Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.engine.workloads import Facts, stated

OF_PLACES = {check.__name__ for check in PLACE_LIMITS}
OF_MACHINES = {check.__name__ for check in (job_name, *ACCESS_LIMITS, *FAMILY_LIMITS, *FITNESS_LIMITS)}
CHECKS: tuple[Callable[..., Failure | None], ...] = (
    *PLACE_LIMITS,
    job_name,
    *ACCESS_LIMITS,
    *FAMILY_LIMITS,
    *FITNESS_LIMITS,
    *PLAN_LIMITS,
    *PAYMENT_LIMITS,
)
LIMITS = {check.__name__: check for check in CHECKS}


class Case(NamedTuple):
    """A limit, the facts that make it stop a subject, and the facts under which it lets the subject pass; `policy` among them is one."""

    check: str
    stops: Facts
    passes: Facts
    place: str = "sagemaker-realtime"
    instance: str | None = None
    limit: str = ""
    """The id it stops with; the name of the function where that is the same."""
    lens: Lens = "today"


BERT: Facts = {"model": "bert-base", "requests_per_second": 20}
LLAMA: Facts = {"model": "llama-3-8b", "requests_per_second": 1}
TREES: Facts = {"stage": "training", "algorithm": "xgboost", "rows": 1e8, "columns": 200}

PLACES = (
    Case("excluded_place", {"exclude": ["lambda"]}, {"exclude": ["sagemaker-async"]}, "lambda", limit="excluded"),
    Case("required_place", {"require": ["ec2"]}, {"require": ["lambda"]}, "lambda", limit="required"),
    Case("kind_of_run", {"stage": "training", "require": ["lambda"]}, {"require": ["lambda"]}, "lambda", limit="not_in_question"),
    Case("kind_of_run", {"require": ["sagemaker-training"]}, {"stage": "training"}, "sagemaker-training", limit="not_in_question"),
    Case("kind_of_run", {"model": "llama-3-8b", "items_per_run": 1e6}, LLAMA, "bedrock", limit="not_in_question"),
    Case("operations", {"operations": "kubernetes"}, {"operations": "self-managed"}, "ec2"),
    Case("operations", {}, {"require": ["ec2"]}, "ec2"),
    Case("operations", {"policy": {"approved": ["ec2", "sagemaker-async"]}}, {"policy": {"approved": ["ec2"]}}, "ec2"),
    Case(
        "unapproved_place",
        {"policy": {"approved": ["lambda"]}},
        {"policy": {"approved": ["sagemaker-realtime"]}},
        "sagemaker-realtime",
        limit="not_approved",
    ),
    Case("unapproved_place", {"policy": {"approved": ["gpu"]}}, {"policy": {"approved": ["g5"]}}, "lambda", limit="not_approved"),
    Case("payload", {"payload_mb": 100}, {"payload_mb": 1}, "sagemaker-realtime"),
    Case("payload", {"payload_mb": 5}, {"payload_mb": 3}, "sagemaker-serverless"),
    Case("payload", {"payload_mb": 1100}, {"payload_mb": 900}, "sagemaker-async"),
    Case("processing_time", {"processing_seconds": 61}, {"processing_seconds": 59}, "sagemaker-realtime"),
    Case("processing_time", {"processing_seconds": 901}, {"processing_seconds": 899}, "lambda"),
    Case("processing_time", {"processing_seconds": 3601}, {"processing_seconds": 3599}, "sagemaker-async"),
    Case("several_models", {"model_count": 300}, {"model_count": 3}, "sagemaker-serverless"),
    Case("answers_in_time", {"latency_p99_ms": 500}, {"latency_p99_ms": 300_000}, "sagemaker-async"),
    Case("cold_start", {"latency_p99_ms": 100, "traffic": "intermittent"}, {"latency_p99_ms": 9000, "traffic": "intermittent"}, "lambda"),
    Case("cold_start", {"cold_start_ok": False, "traffic": "intermittent"}, {"cold_start_ok": True}, "sagemaker-serverless"),
    Case("cold_start", {"traffic": "steady"}, {"traffic": "intermittent"}, "lambda", limit="always_up"),
    Case("place_hardware", {"require": ["gpu"]}, {"require": ["cpu"]}, "lambda"),
    Case("place_hardware", {"custom_cuda_kernels": True}, {"custom_cuda_kernels": False}, "lambda"),
    Case("place_hardware", {"require": ["g5", "bedrock"]}, {"require": ["bedrock"]}, "bedrock"),
    Case("place_hardware", {"custom_cuda_kernels": True}, {}, "bedrock"),
    Case("place_memory", {"host_memory_gb": 64}, {"host_memory_gb": 2}, "lambda"),
    Case("network_isolation", {"network_isolation": True}, {"network_isolation": False}, "sagemaker-serverless"),
    Case("data_capture", {"data_capture": True}, {"data_capture": False}, "sagemaker-serverless"),
)

MACHINES = (
    Case("job_name", {}, {"require": ["ec2"]}, instance="u7i-12tb.224xlarge"),
    Case("status", {}, {}, instance="p3.2xlarge"),
    Case("status", {}, {"run_days": 14}, instance="p5e.48xlarge", limit="capacity"),
    Case("status", {}, {"require": ["m7i"]}, instance="m7i.large", limit="exam_standing", lens="exam"),
    Case("excluded_hardware", {"exclude": ["gpu"]}, {"exclude": ["inferentia"]}, instance="g5.xlarge", limit="excluded"),
    Case("excluded_hardware", {"exclude": ["g5"]}, {"exclude": ["g4dn"]}, instance="g5.xlarge", limit="excluded"),
    Case("required_hardware", {"require": ["cpu"]}, {"require": ["gpu", "lambda"]}, instance="g5.xlarge", limit="required"),
    Case(
        "unapproved_hardware",
        {"policy": {"approved": ["m7i", "inferentia"]}},
        {"policy": {"approved": ["m7i", "gpu"]}},
        instance="g5.xlarge",
        limit="not_approved",
    ),
    Case("bare_metal", {}, {"require": ["g4dn.metal"]}, instance="g4dn.metal"),
    Case("variant", {}, {"require": ["m6id"]}, instance="m6id.large"),
    Case("region", {"region": "ap-southeast-3"}, {"region": "eu-central-1"}, instance="inf2.xlarge"),
    Case("architecture", {}, {"arm_ok": True}, "ec2", "c7g.large"),
    Case("burstable", {"environment": "production"}, {"environment": "test"}, instance="t3.large"),
    Case("algorithm_fit", {"algorithm": "xgboost"}, {"algorithm": "cnn"}, instance="inf2.xlarge"),
    Case(
        "algorithm_fit",
        {"stage": "training", "algorithm": "ntm"},
        {"stage": "training", "algorithm": "lda"},
        "sagemaker-training",
        "m5.large",
    ),
    Case("algorithm_fit", {"algorithm": "k-nn"}, {"algorithm": "k-nn", "priority": "throughput"}, instance="g5.xlarge"),
    Case("algorithm_category", TREES, TREES | {"algorithm": "deepar"}, "sagemaker-training", "c5.18xlarge"),
    Case("algorithm_category", TREES, TREES | {"require": ["c5"]}, "sagemaker-training", "c5.18xlarge"),
    Case("preparation", {"stage": "preprocessing"}, {"stage": "preprocessing", "framework": "rapids"}, "sagemaker-processing", "g5.xlarge"),
    Case("preparation", {"stage": "preprocessing", "framework": "rapids"}, {"stage": "preprocessing"}, "sagemaker-processing", "m5.large"),
    Case("multi_model_gpu", {"model_count": 40}, {"model_count": 1}, instance="g5.12xlarge"),
    Case("cuda_kernels", {"custom_cuda_kernels": True}, {}, instance="inf2.xlarge"),
    Case("neuron", {"neuron_compatible": False}, {"neuron_compatible": True}, instance="inf2.xlarge"),
    Case("neuron", {"model": "llama-3-8b"}, {"model": "bert-base"}, instance="inf1.xlarge"),
    Case("data_types", {"precision": "fp8"}, {"precision": "fp16"}, instance="g4dn.xlarge"),
    Case("device_memory", {"model": "llama-3-70b"}, {"model": "llama-3-2-1b"}, instance="g5.12xlarge"),
    Case("device_memory", {"accelerator_memory_gb": 40}, {"accelerator_memory_gb": 20}, instance="g5.xlarge"),
    Case("host_memory", {"host_memory_gb": 64}, {"host_memory_gb": 4}, instance="m5.large"),
    Case("host_memory", TREES, TREES | {"rows": 1e6}, "sagemaker-training", "m5.large"),
)

PLANS = (
    Case("latency", {"latency_p99_ms": 20}, {"latency_p99_ms": 2000}, instance="c5.4xlarge"),
    Case("response_time", LLAMA, LLAMA | {"latency_p99_ms": 400_000}, instance="r5.4xlarge"),
    Case("first_token", LLAMA | {"time_to_first_token_ms": 1}, LLAMA | {"time_to_first_token_ms": 5000}, instance="g5.xlarge"),
    Case("per_token", LLAMA | {"time_per_output_token_ms": 1}, LLAMA | {"time_per_output_token_ms": 1000}, instance="g5.xlarge"),
    Case("instances_wanted", {"requests_per_second": 500, "instances_wanted": 1}, {"instances_wanted": 9}, instance="c5.4xlarge"),
    Case(
        "quota",
        {"requests_per_second": 200, "policy": {"quotas": {"c5.4xlarge": 1}}},
        {"requests_per_second": 200, "policy": {"quotas": {"ml.c5.4xlarge": 90, "c5": 1}}},
        instance="c5.4xlarge",
    ),
    Case("quota", {"policy": {"quotas": {"g5": 0}}}, {"policy": {"quotas": {"g5.2xlarge": 0}}}, instance="g5.xlarge"),
    Case("most_instances", {"requests_per_second": 50_000}, {}, instance="c5.large"),
    Case(
        "deadline", TREES | {"training_deadline_hours": 0.01}, TREES | {"training_deadline_hours": 500}, "sagemaker-training", "m5.24xlarge"
    ),
    Case("job_time", TREES | {"epochs": 1e6, "instances_wanted": 1}, TREES, "sagemaker-training", "r5.24xlarge"),
    Case("purchase", {"require": ["spot"]}, {"require": ["savings-plan"]}, instance="g5.xlarge"),
    Case("hourly_budget", {"budget_usd_per_hour": 0.5}, {"budget_usd_per_hour": 5}, instance="g5.xlarge"),
    Case("monthly_budget", {"budget_usd_per_month": 500}, {"budget_usd_per_month": 5000}, instance="g5.xlarge"),
)


def _told(case: Case, facts: Facts, knowledge: Knowledge) -> Failure | None:
    """What the limit says of the case's subject under these facts."""
    if {"model", "algorithm"}.isdisjoint(facts):
        facts = BERT | facts
    workload, policy = _terms(facts, knowledge)
    context = Context.of(complete(workload, knowledge), knowledge, case.lens, policy=policy)
    place = knowledge.places[case.place]
    if case.check in OF_PLACES:
        return LIMITS[case.check](context, place)
    if case.check in OF_MACHINES:
        place = knowledge.places["ec2"] if facts.get("require") == ["ec2"] else place
        return LIMITS[case.check](context, place, knowledge.instances[case.instance or ""])
    return LIMITS[case.check](context, _plan(case, facts, knowledge))


def _plan(case: Case, facts: Facts, knowledge: Knowledge) -> Option:
    workload, policy = _terms(facts, knowledge)
    decision = decide(workload, knowledge, case.lens, {}, policy)
    made = [*decision.ranked, *(option for option, _ in decision.fallen.missed)]
    return next(one for one in made if one.place.id == case.place and one.what == case.instance)


def _terms(facts: Facts, knowledge: Knowledge) -> tuple[Workload, Policy]:
    """A workload of the facts, and the policy that stands among them."""
    said = {name: value for name, value in facts.items() if name != "policy"}
    return stated(knowledge, **said), policy_from(facts.get("policy", {}), knowledge)


def _name(case: Case) -> str:
    return f"{case.check}-{case.instance or case.place}"


@pytest.mark.parametrize("case", [*PLACES, *MACHINES, *PLANS], ids=_name)
def test_a_limit_stops_what_breaks_it(knowledge: Knowledge, case: Case) -> None:
    """Under the facts that break it, the limit names itself, what is needed and what there is."""
    failure = _told(case, case.stops, knowledge)
    assert failure is not None
    assert failure.limit == (case.limit or case.check)
    assert failure.need
    assert failure.has
    assert failure.shortfall == 0 or failure.shortfall > 1


@pytest.mark.parametrize("case", [case for case in (*PLACES, *MACHINES, *PLANS) if case.stops != case.passes], ids=_name)
def test_a_limit_lets_pass_what_keeps_it(knowledge: Knowledge, case: Case) -> None:
    """Under other facts, the same limit lets the same subject pass."""
    assert _told(case, case.passes, knowledge) is None


@pytest.mark.parametrize("check", sorted(OF_MACHINES))
def test_an_ordinary_machine_passes(knowledge: Knowledge, check: str) -> None:
    """No limit stops a g6.xlarge from serving BERT."""
    assert _told(Case(check, {}, {}, instance="g6.xlarge"), {}, knowledge) is None


def test_hardware_without_figures_is_stopped(knowledge: Knowledge) -> None:
    """A type whose processor has no published figures is not proposed, whatever the work."""
    context = Context.of(complete(stated(knowledge, **BERT), knowledge), knowledge, "today")
    unknown = [one for one in knowledge.instances.values() if context.device(one) is None]
    stopped = [LIMITS["known_hardware"](context, knowledge.places["ec2"], one) for one in unknown]
    assert stopped
    assert all(failure is not None and failure.limit == "known_hardware" for failure in stopped)


def test_every_limit_is_tried() -> None:
    """No limit without a subject that it stops."""
    assert {case.check for case in (*PLACES, *MACHINES, *PLANS)} | {"known_hardware"} == set(LIMITS)


def test_every_limit_has_words(knowledge: Knowledge) -> None:
    """The ids that code can stop with and the files of words are the same."""
    assert {name for name in _ids_in_code(set(knowledge.limits)) if name in knowledge.limits} == set(knowledge.limits)
    assert _failures() <= set(knowledge.limits)


def _trees() -> Iterator[ast.AST]:
    for path in Path(next(iter(engine.__path__))).rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def _ids_in_code(known: set[str]) -> set[str]:
    """Ids that stand as a text of their own in the code of the engine."""
    return {node.value for node in _trees() if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known}


def _failures() -> set[str]:
    """First arguments of every failure that is made."""
    calls = [node for node in _trees() if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Failure"]
    first = [call.args[0] for call in calls if call.args]
    return {str(node.value) for node in first if isinstance(node, ast.Constant)}


def test_every_placeholder_is_filled(knowledge: Knowledge) -> None:
    """The words of a limit use what a failure holds, and name a fact that exists."""
    for limit in knowledge.limits.values():
        assert set(Template(limit.text).get_identifiers()) <= {"what", "need", "has"}, limit.id
        assert set(Template(limit.relax).get_identifiers()) <= {"what", "need", "has", "to"}, limit.id
        assert Template(limit.text).is_valid()
        assert Template(limit.relax).is_valid()
        assert limit.fact in ("", *FACT_NAMES)
        assert limit.name
