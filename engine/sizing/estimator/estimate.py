"""One estimate: memory with its verdict, speed with its range, cost. A published measurement of the same run replaces arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from engine.advice import Cost, Range
from engine.sizing.device import Device
from engine.sizing.estimate_records import Estimate, Rate, Run
from engine.sizing.estimator.estimate_inputs import EstimateInputs, RawEstimate, resolve_inputs
from engine.sizing.estimator.estimate_steps import measurement_step, start_steps
from engine.sizing.estimator.serving_estimate import estimate_generation, estimate_item_serving
from engine.sizing.estimator.training_estimate import estimate_training
from engine.sizing.shape import Shape
from engine.sizing.speed.load_performance import Load
from engine.sizing.startup.scale_out import DEFAULT_START, StartConditions
from knowledge import Knowledge
from knowledge.schema.efficiency import Spread
from knowledge.schema.instance import HOURS_A_MONTH, Instance
from knowledge.schema.measurement import Measurement

_UNKNOWN: Final = Range(estimate=None, low=None, high=None)


def estimate_run(
    shape: Shape,
    device: Device,
    run: Run,
    knowledge: Knowledge,
    *,
    instance: Instance | None = None,
    sagemaker: bool = False,
    explain: bool = True,
    use_measurements: bool = True,
    start: StartConditions = DEFAULT_START,
) -> Estimate:
    """What `shape` needs and how fast `device` runs it; with `instance` also its cost (`sagemaker`: at the ml. price).

    `explain` fills the steps, `start` says what a further copy finds when it starts.
    Raises InputError for a run that makes no sense there.
    """
    inputs = resolve_inputs(shape, device, run, knowledge)
    serve = estimate_generation if shape.kind == "language-model" else estimate_item_serving
    raw = (serve if run.stage == "inference" else estimate_training)(inputs, explain=explain)
    raw = _check_host_memory(raw, instance) if instance and not inputs.on_cpu else raw
    row = _measurement_of(inputs, raw, knowledge) if use_measurements and raw.rate is not None else None
    steps: tuple[str, ...] = ()
    if explain:
        steps = (*raw.steps, measurement_step(row)) if row else raw.steps
        if instance and raw.rate is not None and run.stage == "inference":
            steps = (*steps, *start_steps(inputs, instance, knowledge.starts, start, sagemaker=sagemaker))
    spread, same = _published_spread(inputs), knowledge.weights["sizing"].thresholds["same_run_spread"]

    def with_range(measured: float | None, computed: float | None, factor: float) -> Range:
        """What was measured within the spread of published pairs, else what was computed within its own."""
        value, factor = (measured, same) if measured is not None else (computed, factor)
        return _UNKNOWN if value is None else Range(estimate=value, low=value / factor, high=value * factor)

    throughput = with_range(row.throughput if row else None, raw.rate, spread.throughput)
    rate = Rate(estimate=throughput.estimate, low=throughput.low, high=throughput.high, unit=raw.unit)
    first_token_spread = spread.first_token or spread.latency
    return Estimate(
        memory_gb=raw.memory,
        host_gb=raw.memory.total if inputs.on_cpu else raw.host_gb,
        latency_ms=with_range(row.latency_ms if row else None, raw.latency_ms, spread.latency),
        time_to_first_token_ms=with_range(row.first_token_ms if row else None, raw.first_token_ms, first_token_spread),
        time_per_output_token_ms=with_range(row.per_token_ms if row else None, raw.per_token_ms, spread.latency),
        throughput_per_s=rate,
        bound_by=raw.bound_by,
        basis="measured" if row else "estimated",
        steps=steps,
        sources=tuple(dict.fromkeys(_sources(inputs, row, instance, sagemaker=sagemaker))),
        cost=_cost_of(instance, run.count, rate, sagemaker=sagemaker) if instance else None,
    )


def find_measurement(rows: Iterable[Measurement], precision: str, load: Load, tolerance: float) -> Measurement | None:
    """The published measurement of `load` in `precision` among `rows` of a model on a device: the most trusted, then the first.

    Its tokens and pixels may differ by the share `tolerance`.
    """
    same = [row for row in rows if not row.special and row.trust != "C" and _is_same_run(row, precision, load, tolerance)]
    return min(same, key=lambda row: (row.trust, row.id), default=None)


def _measurement_of(inputs: EstimateInputs, raw: RawEstimate, knowledge: Knowledge) -> Measurement | None:
    if not inputs.shape.id or inputs.run.count > 1:
        return None
    rows = knowledge.measured.get((inputs.shape.id, inputs.device.id), ())
    tolerance = knowledge.weights["sizing"].thresholds["same_run_tokens"]
    return find_measurement(rows, inputs.precision, raw.load, tolerance)


def _is_same_run(row: Measurement, precision: str, load: Load, tolerance: float) -> bool:
    if row.precision != precision or (row.stage == "inference") != (load.stage == "inference"):
        return False
    if row.devices != load.devices or (row.method or "full") != load.method:
        return False
    if load.stage != "inference" and row.batch != load.batch:
        return False
    if load.stage == "inference":
        if row.regime not in {load.regime, "stream" if load.batch == 1 else load.regime}:
            return False
        wanted, measured = (load.concurrency, row.concurrency) if load.regime == "concurrency" else (load.batch, row.batch)
        if wanted != (measured or 1) or not _is_near(row.output_tokens, load.tokens_out, tolerance):
            return False
    return _is_near(row.input_tokens, load.tokens_in, tolerance) and _is_near(row.image_pixels, load.pixels, tolerance)


def _is_near(measured: float | None, wanted: float, tolerance: float) -> bool:
    return not wanted or (measured is not None and abs(measured - wanted) <= tolerance * wanted)


def _check_host_memory(raw: RawEstimate, instance: Instance) -> RawEstimate:
    """The same estimate, without times where the host cannot hold what loading or offloading takes."""
    if raw.host_gb <= instance.memory_gb or raw.memory.verdict == "does-not-fit":
        return raw
    remedy = f"The host has {instance.memory_gb:.0f} GB and needs {raw.host_gb:.0f} GB: take a size with more memory."
    memory = msgspec.structs.replace(raw.memory, verdict="does-not-fit", remedy=remedy)
    steps = (*raw.steps[:4], f"host memory = {raw.host_gb:.4g} of {instance.memory_gb:.4g} GB: does-not-fit")
    return RawEstimate(memory, raw.host_gb, "memory-capacity", raw.unit, steps, raw.load)


def _published_spread(inputs: EstimateInputs) -> Spread:
    kind = inputs.shape.kind if inputs.run.stage == "inference" else "training"
    return inputs.efficiency.spread.get(kind) or inputs.efficiency.spread["other"]


def _sources(inputs: EstimateInputs, row: Measurement | None, instance: Instance | None, *, sagemaker: bool) -> Iterator[str]:
    yield from inputs.shape.sources
    yield from inputs.device.sources
    yield from (row.source,) if row else inputs.efficiency.sources[:1]
    price = instance.price_at(sagemaker=sagemaker) if instance else None
    if price:
        yield price.source


def _cost_of(instance: Instance, count: int, throughput: Rate, *, sagemaker: bool) -> Cost | None:
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
