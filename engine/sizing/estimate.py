"""One estimate: memory with its verdict, speed with its range, cost; a published measurement of the same run goes before arithmetic."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.advice import Cost, Range
from engine.sizing.answer import Answer, figure
from engine.sizing.device import Device
from engine.sizing.estimated import Estimate, Rate, Run
from engine.sizing.measured import same_run
from engine.sizing.question import STAGES, Question, question
from engine.sizing.serving import serve_items, serve_tokens
from engine.sizing.shape import Shape
from engine.sizing.start.scale_out import Found
from engine.sizing.start.told import USUAL, start_steps
from engine.sizing.teaching import train
from knowledge import Knowledge
from knowledge.schema.efficiency import Spread
from knowledge.schema.instance import HOURS_A_MONTH, Instance
from knowledge.schema.measurement import Measurement

__all__ = ["STAGES", "estimate"]

_UNKNOWN: Final = Range(estimate=None, low=None, high=None)


def estimate(
    shape: Shape,
    device: Device,
    run: Run,
    knowledge: Knowledge,
    *,
    instance: Instance | None = None,
    sagemaker: bool = False,
    explain: bool = True,
    look_up: bool = True,
    found: Found = USUAL,
) -> Estimate:
    """What `shape` needs and how fast `device` runs it as `run` says; with `instance` also its cost (`sagemaker`: at the ml. price).

    `explain` fills the steps; `look_up` lets a measurement of the same run take the place of the arithmetic; `found` is what a further
    copy finds when it starts.
    Raises InputError for a run that makes no sense there.
    """
    asked = question(shape, device, run, knowledge)
    serve = serve_tokens if shape.kind == "language-model" else serve_items
    answer = (serve if run.stage == "inference" else train)(asked, explain=explain)
    answer = _in_host(answer, instance) if instance and not asked.on_cpu else answer
    row = _measured(asked, answer, knowledge) if look_up and answer.rate is not None else None
    spread, same = _spread(asked), knowledge.weights["sizing"].thresholds["same_run_spread"]
    throughput = _around(row.throughput if row else None, same, answer.rate, spread.throughput)
    first_token, per_token = spread.first_token or spread.latency, spread.latency
    rate = Rate(estimate=throughput.estimate, low=throughput.low, high=throughput.high, unit=answer.unit)
    own = (row.source,) if row else asked.efficiency.sources[:1]
    return Estimate(
        memory_gb=answer.memory,
        host_gb=answer.memory.total if asked.on_cpu else answer.host_gb,
        latency_ms=_around(row.latency_ms if row else None, same, answer.latency_ms, spread.latency),
        time_to_first_token_ms=_around(row.first_token_ms if row else None, same, answer.first_token_ms, first_token),
        time_per_output_token_ms=_around(row.per_token_ms if row else None, same, answer.per_token_ms, per_token),
        throughput_per_s=rate,
        bound_by=answer.bound_by,
        basis="measured" if row else "estimated",
        steps=(*answer.steps, *_told(row), *_start(asked, answer, instance, knowledge, found, sagemaker=sagemaker)) if explain else (),
        sources=tuple(dict.fromkeys((*shape.sources, *device.sources, *own, *_priced(instance, sagemaker=sagemaker)))),
        cost=_cost(instance, run.count, rate, sagemaker=sagemaker) if instance else None,
    )


def _in_host(answer: Answer, instance: Instance) -> Answer:
    """The same answer, which does not fit where the host cannot hold what loading or offloading takes."""
    if answer.host_gb <= instance.memory_gb or answer.memory.verdict == "does-not-fit":
        return answer
    remedy = f"The host has {instance.memory_gb:.0f} GB and needs {answer.host_gb:.0f} GB: take a size with more memory."
    memory = msgspec.structs.replace(answer.memory, verdict="does-not-fit", remedy=remedy)
    steps = (*answer.steps[:4], f"host memory = {answer.host_gb:.4g} of {instance.memory_gb:.4g} GB: does-not-fit")
    return Answer(memory, answer.host_gb, "memory-capacity", answer.unit, steps, answer.load)


def _spread(asked: Question) -> Spread:
    kind = asked.shape.kind if asked.run.stage == "inference" else "training"
    return asked.efficiency.spread.get(kind) or asked.efficiency.spread["other"]


def _measured(asked: Question, answer: Answer, knowledge: Knowledge) -> Measurement | None:
    rows = knowledge.measured.get((asked.shape.id, asked.device.id), ()) if asked.shape.id else ()
    near = knowledge.weights["sizing"].thresholds["same_run_tokens"]
    return same_run(rows, asked.precision, answer.load, near) if rows and asked.run.count == 1 else None


def _told(row: Measurement | None) -> tuple[str, ...]:
    if row is None:
        return ()
    figures = ((row.throughput, "a second"), (row.latency_ms, "ms an answer"), (row.per_token_ms, "ms a token"))
    said = ", ".join(f"{figure(value)} {unit}" for value, unit in figures if value)
    return (f"measured with {row.engine}: {said}; it goes before the arithmetic",)


def _start(
    asked: Question, answer: Answer, instance: Instance | None, knowledge: Knowledge, found: Found, *, sagemaker: bool
) -> tuple[str, ...]:
    if instance is None or answer.rate is None or asked.run.stage != "inference":
        return ()
    return tuple(start_steps(asked, instance, knowledge.starts, found, sagemaker=sagemaker))


def _priced(instance: Instance | None, *, sagemaker: bool) -> tuple[str, ...]:
    price = instance.price_at(sagemaker=sagemaker) if instance else None
    return (price.source,) if price else ()


def _around(measured: float | None, same: float, reckoned: float | None, factor: float) -> Range:
    """What was measured within the factor `same`, else what was reckoned within its own; unknown where there is neither."""
    value, spread = (measured, same) if measured is not None else (reckoned, factor)
    return _UNKNOWN if value is None else Range(estimate=value, low=value / spread, high=value * spread)


def _cost(instance: Instance, count: int, throughput: Rate, *, sagemaker: bool) -> Cost | None:
    """USD of `count` instances on demand, and of a million units at that throughput; None where no price is known."""
    price = instance.price_at(sagemaker=sagemaker)
    if price is None:
        return None
    hourly = price.usd_per_hour * count
    return Cost(
        usd_per_hour=hourly,
        usd_per_month=hourly * HOURS_A_MONTH,
        usd_per_million=hourly / 3600 / throughput.estimate * 1e6 if throughput.estimate else None,
        per=throughput.unit,
        usd_per_run=None,
        price=price.kind,
        as_of=price.as_of.isoformat(),
    )
