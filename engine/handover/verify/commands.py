"""Commands for load generators: one run each, its results where the reader finds the machines by the folder's name."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator
from typing import Final

from engine.advice import Plan
from engine.handover.verify.facts import Facts
from engine.handover.verify.plan_record import Command, LoadTest, Step

_OF_TOKENS: Final = ("vllm", "aiperf", "llmperf")
_OF_REQUESTS: Final = ("locust", "k6")
_AT_SAGEMAKER: Final = {True: ("llmperf", "locust"), False: ("locust",)}
"""Whether answers are made token by token -> tools that sign requests, as SageMaker's endpoints want them."""
_APIS: Final = {True: "sagemaker", False: "openai"}


def commands(facts: Facts, plan: Plan, test: LoadTest, folder: str) -> tuple[Command, ...]:
    """Every step of the test with every tool that speaks to the place."""
    tools = _tools(facts, plan)
    return tuple(_command(facts, plan, tool, step, folder) for tool in tools for step in _numbered(test))


def folder_of(plan: Plan) -> str:
    """Where the results of a plan belong: "results/ml.g5.xlarge-x2"."""
    machines = f"{plan.instance_type}-x{plan.instance_count}" if plan.instance_type else plan.place
    return f"results/{machines}" if plan.memory_mb is None else f"results/{machines}-{plan.memory_mb}mb"


def _tools(facts: Facts, plan: Plan) -> tuple[str, ...]:
    if plan.place.startswith("sagemaker"):
        return _AT_SAGEMAKER[facts.generates]
    return _OF_TOKENS if facts.generates else _OF_REQUESTS


def _numbered(test: LoadTest) -> Iterator[tuple[str, Step]]:
    """Each step with a name of its own: those above the peak are counted."""
    above = 0
    for step in test.steps:
        above += step.name == "above"
        yield (f"above{above}" if step.name == "above" else step.name), step


def _command(facts: Facts, plan: Plan, tool: str, named: tuple[str, Step], folder: str) -> Command:
    name, step = named
    latency = (plan.latency_ms.estimate or 0.0) / 1e3
    values = {
        "model": shlex.quote(facts.repository),
        "input": f"{facts.number('input_tokens'):.0f}",
        "output": f"{facts.number('output_tokens'):.0f}",
        "pace": _pace(tool, step),
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


def _pace(tool: str, step: Step) -> str:
    """How fast: at a rate, or one after the other."""
    if step.rate_per_s is not None:
        return f"--request-rate {step.rate_per_s:g}"
    return "--max-concurrency 1" if tool == "vllm" else "--concurrency 1"
