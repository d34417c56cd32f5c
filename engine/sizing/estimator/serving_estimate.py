"""The estimate of inference: the devices that hold one copy, the requests that run at once, times and rate."""

from __future__ import annotations

import math

import msgspec

from engine.sizing.data_types import stored_precision
from engine.sizing.estimate_records import Memory, RateUnit
from engine.sizing.estimator.estimate_inputs import EstimateInputs, RawEstimate
from engine.sizing.estimator.estimate_steps import ServedCopy, item_steps, memory_steps, token_steps
from engine.sizing.memory.device_memory import fit_verdict
from engine.sizing.memory.host_memory import host_loading_gb
from engine.sizing.memory.remedy import serving_remedy
from engine.sizing.memory.serving_memory import max_sequences, serving_memory
from engine.sizing.speed.load_performance import Load, predict_performance


def estimate_generation(inputs: EstimateInputs, *, explain: bool) -> RawEstimate:
    """The estimate of a language model; requests beyond those whose KV cache fits wait."""
    copy, wanted = _place_copy(inputs)
    copies = inputs.run.count if copy.devices <= inputs.device.count else 1
    cores = inputs.device.count if inputs.on_cpu else 0.0  # all of a host work on one copy
    load = Load(
        regime="concurrency" if inputs.run.concurrency and not inputs.run.batch else "batch",
        batch=copy.sequences,
        concurrency=copy.sequences * copies,
        tokens_in=inputs.tokens_in,
        tokens_out=inputs.tokens_out,
        devices=cores or float(copy.devices * copies),
        split=cores or float(copy.devices),
    )
    if copy.memory.verdict == "does-not-fit":
        return _unfitting_estimate(inputs, copy, wanted, load, "output tokens", explain=explain)
    one_copy = load._replace(concurrency=copy.sequences, devices=load.split)
    performance = predict_performance(inputs.shape, inputs.device, inputs.precision, inputs.efficiency, one_copy)
    steps: tuple[str, ...] = ()
    if explain:
        steps = (*memory_steps(inputs, copy), *token_steps(inputs, copy, load, performance, wanted=wanted, copies=copies))
    return RawEstimate(
        copy.memory,
        _host_gb(inputs),
        "memory-capacity" if copy.sequences < wanted else performance.bound_by,
        "output tokens",
        steps,
        load,
        performance.latency_ms,
        performance.first_token_ms,
        performance.per_token_ms,
        performance.rate * copies,
    )


def estimate_item_serving(inputs: EstimateInputs, *, explain: bool) -> RawEstimate:
    """The estimate of one forward pass an item; every device has copies of its own."""
    run, devices = inputs.run, inputs.device_counts[0]
    copies = devices * inputs.device.cores * run.count
    batch = float(run.batch or math.ceil((run.concurrency or 1) / copies))
    memory = _add_core_copies(inputs, _copy_memory(inputs, 1, batch * inputs.device.cores))
    load = Load(
        batch=batch,
        concurrency=batch,
        tokens_in=inputs.tokens_in,
        devices=inputs.device.count if inputs.on_cpu else float(devices * run.count),
        pixels=float(inputs.shape.typical_pixels),
    )
    if memory.verdict == "does-not-fit":
        return _unfitting_estimate(inputs, ServedCopy(1, batch, memory), batch * inputs.device.cores, load, "items", explain=explain)
    performance = predict_performance(inputs.shape, inputs.device, inputs.precision, inputs.efficiency, load)
    rate = performance.rate * (run.count if inputs.on_cpu else 1)
    steps = (*memory_steps(inputs, ServedCopy(devices, batch, memory)), *item_steps(inputs, batch, rate)) if explain else ()
    return RawEstimate(memory, _host_gb(inputs), performance.bound_by, "items", steps, load, performance.latency_ms, rate=rate)


def _place_copy(inputs: EstimateInputs) -> tuple[ServedCopy, float]:
    """A language model on the fewest devices that hold it and its requests, else with as many requests as fit; and how many were wanted."""
    run, counts = inputs.run, inputs.device_counts
    if run.count > 1 and not run.accelerators:
        counts = [*counts, counts[-1] * run.count]
    wanted = float(run.batch or math.ceil((run.concurrency or 1) / run.count))
    for devices in counts:
        memory = _copy_memory(inputs, devices, wanted)
        if memory.verdict != "does-not-fit":
            break
    if memory.verdict == "does-not-fit" and not run.batch and wanted > 1:
        tokens = inputs.tokens_in + inputs.tokens_out
        fitting = max_sequences(inputs.shape, inputs.device, inputs.precision, inputs.rates, tensor_parallel=devices, tokens=tokens)
        if fitting >= 1:
            return ServedCopy(devices, float(fitting), _copy_memory(inputs, devices, float(fitting))), wanted
    return ServedCopy(devices, wanted, memory), wanted


def _unfitting_estimate(
    inputs: EstimateInputs, copy: ServedCopy, wanted: float, load: Load, unit: RateUnit, *, explain: bool
) -> RawEstimate:
    """The estimate where memory does not suffice: no times, and (with `explain`) what would fit instead."""
    steps: tuple[str, ...] = ()
    if explain:
        remedy = serving_remedy(
            inputs.shape,
            inputs.device,
            inputs.precision,
            inputs.rates,
            tensor_parallel=copy.devices,
            tokens=inputs.tokens_in + inputs.tokens_out,
            sequences=wanted,
        )
        copy = copy._replace(memory=msgspec.structs.replace(copy.memory, remedy=remedy))
        steps = tuple(memory_steps(inputs, copy))
    return RawEstimate(copy.memory, _host_gb(inputs), "memory-capacity", unit, steps, load)


def _host_gb(inputs: EstimateInputs) -> float:
    """Host memory while the model is loaded."""
    stored = stored_precision(inputs.device, inputs.precision)
    return host_loading_gb(inputs.shape, stored, inputs.device.processor, inputs.rates)


def _add_core_copies(inputs: EstimateInputs, memory: Memory) -> Memory:
    """The memory with weights for every NeuronCore of a device, each of which runs a copy of its own."""
    more = memory.weights * (inputs.device.cores - 1)
    each = memory.per_device + more
    return msgspec.structs.replace(
        memory,
        weights=memory.weights + more,
        total=memory.total + more,
        per_device=each,
        verdict=fit_verdict(each, memory.device_usable, inputs.rates),
    )


def _copy_memory(inputs: EstimateInputs, devices: int, sequences: float) -> Memory:
    return serving_memory(
        inputs.shape,
        inputs.device,
        inputs.precision,
        inputs.rates,
        tensor_parallel=devices,
        tokens=inputs.tokens_in + inputs.tokens_out,
        sequences=sequences,
        prompt_tokens=inputs.tokens_in,
    )
