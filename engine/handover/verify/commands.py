"""Shell commands for load generators: one run each, with its results in a folder whose name says the machines."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator
from typing import Final

from engine.advice import Plan
from engine.handover.verify.plan_facts import PlanFacts
from engine.handover.verify.plan_record import Command, LoadTest, Step

_TOKEN_TOOLS: Final = ("vllm", "aiperf", "llmperf")
_REQUEST_TOOLS: Final = ("locust", "k6")
_SAGEMAKER_TOOLS: Final = {True: ("llmperf", "locust"), False: ("locust",)}
"""Does the model answer token by token -> tools that sign requests, as SageMaker's endpoints want them."""
_APIS: Final = {True: "sagemaker", False: "openai"}


def build_commands(facts: PlanFacts, plan: Plan, test: LoadTest, folder: str) -> tuple[Command, ...]:
    """A command for every step of the test and every tool that can send requests to the place."""
    tools = _choose_tools(facts, plan)
    return tuple(_build_command(facts, plan, tool, step, folder) for tool in tools for step in _name_steps(test))


def results_folder(plan: Plan) -> str:
    """The folder for the results of a plan: "results/ml.g5.xlarge-x2"."""
    machines = f"{plan.instance_type}-x{plan.instance_count}" if plan.instance_type else plan.place
    return f"results/{machines}" if plan.memory_mb is None else f"results/{machines}-{plan.memory_mb}mb"


def _choose_tools(facts: PlanFacts, plan: Plan) -> tuple[str, ...]:
    if plan.place.startswith("sagemaker"):
        return _SAGEMAKER_TOOLS[facts.generates_text]
    return _TOKEN_TOOLS if facts.generates_text else _REQUEST_TOOLS


def _name_steps(test: LoadTest) -> Iterator[tuple[str, Step]]:
    """Each step with a unique name: those above the peak are numbered."""
    above = 0
    for step in test.steps:
        above += step.name == "above"
        yield (f"above{above}" if step.name == "above" else step.name), step


def _build_command(facts: PlanFacts, plan: Plan, tool: str, named: tuple[str, Step], folder: str) -> Command:
    name, step = named
    latency = (plan.latency_ms.estimate or 0.0) / 1e3
    values = {
        "model": shlex.quote(facts.repository),
        "input": f"{facts.number_fact('input_tokens'):.0f}",
        "output": f"{facts.number_fact('output_tokens'):.0f}",
        "pace": _pace_option(tool, step),
        "rate": f"{step.rate_per_s or 0:g}",
        "requests": step.requests,
        "seconds": step.seconds,
        "users": step.users,
        "together": max(math.ceil((step.rate_per_s or 0.0) * latency), 1),
        "warm": max(math.ceil((step.rate_per_s or 1 / max(latency, 1e-3)) * facts.rates["warm_up_seconds"]), 1),
        "timeout": step.seconds * 2,
        "instance": shlex.quote(plan.instance_type or ""),
        "count": plan.instance_count or 1,
        "api": _APIS[plan.place.startswith("sagemaker")],
        "folder": shlex.quote(folder),
        "step": name,
    }
    return Command(tool=tool, step=step.name, rate_per_s=step.rate_per_s, text=facts.say(f"tool_{tool}", **values))


def _pace_option(tool: str, step: Step) -> str:
    """How fast: at a rate, or one after the other."""
    if step.rate_per_s is not None:
        return f"--request-rate {step.rate_per_s:g}"
    return "--max-concurrency 1" if tool == "vllm" else "--concurrency 1"
