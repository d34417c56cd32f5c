"""Shell commands for load generators: one run each, with its results in a folder whose name says the machines."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.advice import Plan
from engine.handover.verify.plan_facts import PlanFacts
from engine.handover.verify.plan_record import Command, LoadTest, Step

_TOKEN_TOOLS: Final = ("vllm", "aiperf", "llmperf")
_REQUEST_TOOLS: Final = ("locust", "k6")
_SAGEMAKER_TOOLS: Final = {True: ("llmperf", "locust"), False: ("locust",)}
"""Does the model answer token by token -> tools that sign requests, as SageMaker's endpoints want them."""
_HOLDS_CONCURRENCY: Final = frozenset({"llmperf"})
"""Tools that hold a number of requests under way, and know no rate."""
_MIN_GROWTH: Final = 1.5
"""The next number of requests under way is at least so many times the last."""
_NOT_IN_NAMES: Final = re.compile(r"[^A-Z0-9]+")


class _Run(NamedTuple):
    """One run of one tool."""

    name: str
    """Unique among the runs of the tool."""
    step: Step
    concurrency: int


def build_commands(facts: PlanFacts, plan: Plan, test: LoadTest, folder: str) -> tuple[Command, ...]:
    """A command for every run of the test and every tool that can send requests to the place."""
    return tuple(_build_command(facts, plan, tool, run, folder) for tool in _choose_tools(facts, plan) for run in _list_runs(tool, test))


def results_folder(plan: Plan) -> str:
    """The folder for the results of a plan: "results/sagemaker-realtime/ml.g5.xlarge-x2"."""
    machines = _name_machines(plan)
    return f"results/{plan.place}/{machines}" if machines else f"results/{plan.place}"


def endpoint_variable(plan: Plan) -> str:
    """The variable of the shell that says where the requests for a plan go: no two plans share one."""
    if plan.place.startswith("sagemaker"):
        return _NOT_IN_NAMES.sub("_", f"ENDPOINT_NAME {_name_machines(plan)}".upper()).strip("_")
    return _NOT_IN_NAMES.sub("_", f"ENDPOINT_URL {plan.place} {_name_machines(plan)}".upper()).strip("_")


def _name_machines(plan: Plan) -> str:
    if plan.instance_type:
        return f"{plan.instance_type}-x{plan.instance_count}"
    return f"{plan.memory_mb}mb" if plan.memory_mb is not None else ""


def _choose_tools(facts: PlanFacts, plan: Plan) -> tuple[str, ...]:
    if plan.place.startswith("sagemaker"):
        return _SAGEMAKER_TOOLS[facts.generates_text]
    return _TOKEN_TOOLS if facts.generates_text else _REQUEST_TOOLS


def _list_runs(tool: str, test: LoadTest) -> Iterator[_Run]:
    """The runs of a tool: the peak is repeated, and steps above it are numbered."""
    if tool in _HOLDS_CONCURRENCY:
        yield from _list_runs_by_concurrency(test)
        return
    above = 0
    for step in test.steps:
        above += step.name == "above"
        for number in range(1, (test.repetitions if step.name == "peak" else 1) + 1):
            ending = {"above": f"{above}", "peak": f"{number}"}.get(step.name, "")
            yield _Run(f"{step.name}{ending}", step, step.users)


def _list_runs_by_concurrency(test: LoadTest) -> Iterator[_Run]:
    """Rising numbers of requests under way, over the range in which the plan's rates may keep them; near ones are left out."""
    every = sorted(((users, step) for step in test.steps for users in step.users_ladder), key=lambda one: one[0])
    last = 0.0
    for users, step in every:
        if users >= last * _MIN_GROWTH:
            last = users
            yield _Run("alone" if step.rate_per_s is None else f"{users}-at-once", step, users)


def _build_command(facts: PlanFacts, plan: Plan, tool: str, run: _Run, folder: str) -> Command:
    step = run.step
    latency, at_sagemaker, variable = (plan.latency_ms.estimate or 0.0) / 1e3, plan.place.startswith("sagemaker"), endpoint_variable(plan)
    values = {
        "endpoint": f'"${variable}"',
        "target": f'ENDPOINT_NAME="${variable}"' if at_sagemaker else f'ENDPOINT_URL="${variable}"',
        "address": f"${variable}",
        "input": f"{facts.number_fact('input_tokens'):.0f}",
        "output": f"{facts.number_fact('output_tokens'):.0f}",
        "pace": _pace_option(tool, step),
        "rate": f"{step.rate_per_s or 0:g}",
        "requests": step.requests,
        "seconds": step.seconds,
        "users": step.users,
        "together": run.concurrency,
        "warm": max(math.ceil((step.rate_per_s or 1 / max(latency, 1e-3)) * facts.rates["warm_up_seconds"]), 1),
        "warm_up": f"{facts.rates['warm_up_seconds']:g}",
        "lasts": int(step.seconds + facts.rates["warm_up_seconds"]),
        "timeout": step.seconds * 2,
        "instance": shlex.quote(plan.instance_type or ""),
        "count": plan.instance_count or 1,
        "folder": shlex.quote(folder),
        "step": run.name,
    }
    template = "tool_llmperf_sagemaker" if tool == "llmperf" and at_sagemaker else f"tool_{tool}"
    return Command(tool=tool, step=step.name, run=run.name, rate_per_s=step.rate_per_s, text=facts.say(template, **values))


def _pace_option(tool: str, step: Step) -> str:
    """How fast: at a rate, or one after the other."""
    if step.rate_per_s is not None:
        return f"--request-rate {step.rate_per_s:g}"
    return "--max-concurrency 1" if tool == "vllm" else "--concurrency 1"
