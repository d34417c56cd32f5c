"""The arithmetic of an estimate in words, a line a step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.sizing.data_types import bytes_per_parameter, is_quantized, stored_precision
from engine.sizing.estimate_records import Memory, Offload
from engine.sizing.estimator.estimate_inputs import EstimateInputs
from engine.sizing.memory.training_memory import Recipe
from engine.sizing.memory.weights import embedding_parameters, weights_gb
from engine.sizing.speed.decoder_roofline import decoder_roofline
from engine.sizing.speed.forward_pass import forward_pass
from engine.sizing.speed.load_performance import Load, Performance
from engine.sizing.startup.duration import format_seconds
from engine.sizing.startup.parts import Starts, machine_bandwidth
from engine.sizing.startup.scale_out import DEFAULT_START, Replica, StartConditions, new_machine_time, running_machine_time
from knowledge.schema.instance import Instance
from knowledge.schema.measurement import Measurement
from knowledge.schema.processor import NEURON

_OFFLOADED: Final[dict[Offload, str]] = {"optimizer": "its states in host memory", "all": "states and weights in host memory"}
_PULLS: Final = {"parallel": "pulled in parallel", "cached": "there already"}
_WHOLE_FROM: Final = 1000
"""Numbers from here on have no decimals."""


class ServedCopy(NamedTuple):
    """One copy of a model with the requests it serves at once."""

    devices: int
    sequences: float
    """Concurrent requests, or items of a batch."""
    memory: Memory


def format_number(value: float) -> str:
    """Four digits, and thousands with their commas: "165.2", "11,819"."""
    return f"{value:,.0f}" if abs(value) >= _WHOLE_FROM else f"{value:.4g}"


def memory_steps(inputs: EstimateInputs, copy: ServedCopy) -> Iterator[str]:
    """Hardware, weights, KV cache, and whether they fit."""
    devices, sequences, memory = copy
    shape, stored = inputs.shape, stored_precision(inputs.device, inputs.precision)
    yield _hardware_step(inputs, devices)
    unquantized = embedding_parameters(shape) if is_quantized(stored) else 0.0
    beside = f" + {unquantized / 1e9:.4g}e9 × 2 B" if unquantized else ""
    one = f"{(shape.parameters - unquantized) / 1e9:.4g}e9 × {bytes_per_parameter(stored):.3g} B{beside}"
    copies = inputs.device.cores if shape.kind != "language-model" else 1
    yield f"weights = {f'{copies} copies × ({one})' if copies > 1 else one} = {memory.weights:.4g} GB"
    if memory.kv_cache:
        tokens = inputs.tokens_in + inputs.tokens_out
        each = memory.kv_cache / sequences / tokens * 1e6
        yield f"KV cache = {sequences:g} × {tokens:,.0f} tokens × {format_number(each)} kB = {memory.kv_cache:.4g} GB"
    yield _fit_step(memory)


def token_steps(
    inputs: EstimateInputs, copy: ServedCopy, load: Load, performance: Performance, *, wanted: float, copies: int
) -> Iterator[str]:
    """The prompt, a decode step, an answer, and the rate of all copies.

    `performance` is that of one copy, `wanted` the requests it was asked to serve at once.
    """
    sequences = copy.sequences
    if sequences < wanted:
        yield f"{wanted - sequences:,.0f} of {wanted:,.0f} requests wait: their KV cache does not fit"
    decoder = decoder_roofline(inputs.shape, inputs.device, inputs.precision, load.split, inputs.efficiency)
    tokens = load.tokens_in + load.tokens_out / 2
    work = 2 * decoder.active * load.tokens_in / 1e12
    sustained = f"{format_number(decoder.gflops / 1e3)} TFLOPS sustained"
    yield f"prompt = {work:.4g} TFLOP / {sustained}, exchange and fixed costs = {decoder.prompt_ms(load.tokens_in):.4g} ms"
    step = decoder.step_ms(sequences, tokens)
    compute, streamed = decoder.compute_ms(sequences), decoder.weights_ms(sequences)
    read = streamed * decoder.stream_gb / 1e3
    cache = sequences * decoder.sequence_cache_gb(tokens) / decoder.devices
    weights = f"{read:.4g} GB weights / {decoder.stream_gb:,.0f} GB/s" if streamed >= compute else f"products {compute:.4g} ms"
    yield (
        f"decode step = {weights} + {cache:.3g} GB cache / {decoder.cache_stream_gb:,.0f} GB/s"
        f" + exchange {decoder.exchange_ms(sequences):.3g} ms + fixed {decoder.fixed_ms() + decoder.efficiency.decoder.step_ms:.3g} ms"
        f" = {step:.4g} ms"
    )
    if load.regime == "concurrency" and sequences > 1:
        yield f"time per token = {step:.4g} ms + prompts of {sequences - 1:g} others in between = {performance.per_token_ms or 0:.4g} ms"
    first, each, latency = ((time or 0) / 1e3 for time in (performance.first_token_ms, performance.per_token_ms, performance.latency_ms))
    yield f"answer = {first:.4g} s + {load.tokens_out - 1:,.0f} × {each:.4g} s = {latency:.4g} s"
    answers = f"{copies} × {sequences:g} × {inputs.tokens_out:,.0f} tokens / {latency:.4g} s"
    yield f"throughput = {answers} = {format_number(performance.rate * copies)} a second"


def item_steps(inputs: EstimateInputs, batch: float, rate: float) -> Iterator[str]:
    """One item, a batch of them, and the rate of all copies."""
    passes = forward_pass(inputs.shape, inputs.device, inputs.precision, inputs.efficiency, tokens=inputs.tokens_in)
    gflop = inputs.shape.item_gflop(inputs.tokens_in)
    sustained = format_number(gflop / passes.item_ms)
    each = " per NeuronCore" if passes.copies > 1 else ""
    yield f"item = {gflop:.4g} GFLOP / {sustained} TFLOPS sustained{each} = {passes.item_ms:.3g} ms"
    latency = passes.batch_ms(batch)
    is_computed = batch * passes.item_ms >= passes.stream_ms
    items = f"{batch:g} × {passes.item_ms:.3g} ms" if is_computed else f"reading the weights {passes.stream_ms:.4g} ms"
    yield f"batch of {batch:g} = {items} + {passes.fixed_ms:.3g} ms fixed = {latency:.4g} ms"
    if inputs.on_cpu:
        yield f"throughput = cores work on several items, which hides fixed costs = {format_number(rate)} a second"
    else:
        copies = inputs.device_counts[0] * passes.copies * inputs.run.count
        yield f"throughput = {copies:g} copies × {batch:g} / {latency:.4g} ms = {format_number(rate)} a second"


def training_steps(inputs: EstimateInputs, memory: Memory, recipe: Recipe, devices: int) -> Iterator[str]:
    """Hardware, the memory of one device by part, how memory is saved, and whether it fits."""
    yield _hardware_step(inputs, devices)
    parts = ("weights", "gradients", "optimizer", "activations", "overhead")
    shares = " + ".join(f"{getattr(memory, part) / recipe.devices:.4g} {part}" for part in parts)
    yield f"one device = {shares} = {memory.per_device:.4g} GB"
    kept = "computed again in the backward pass" if recipe.checkpointed else "kept for the backward pass"
    shared = f"{recipe.sharding} over {recipe.devices}" if recipe.devices > 1 else "one device, nothing to share"
    savings = ", ".join((recipe.optimizer, shared, *_memory_savings(recipe)))
    yield f"{savings}; activations of {recipe.batch:g} × {recipe.tokens:,.0f} tokens {kept}"
    yield _fit_step(memory)


def start_steps(
    inputs: EstimateInputs, instance: Instance, starts: Starts, conditions: StartConditions, *, sagemaker: bool
) -> Iterator[str]:
    """How long another copy takes until it answers, on a running and on a new machine.

    Raises InputError where the machine lacks what the copy is to load from.
    """
    is_neuron = inputs.device.processor in NEURON
    replica = Replica(
        place=conditions.place or ("sagemaker-realtime" if sagemaker else "ec2"),
        weights_gb=weights_gb(inputs.shape, stored_precision(inputs.device, inputs.precision)),
        parameters_b=inputs.shape.parameters / 1e9,
        bandwidth=machine_bandwidth(instance),
        load_from=conditions.load_from,
        pull=conditions.pull,
        image_gb=conditions.image_gb,
        server="vllm" if inputs.shape.kind == "language-model" and not inputs.on_cpu else "plain",
        compiled=is_neuron,
    )
    place = f" of {conditions.place}" if conditions.place else ""
    source = f", weights from {conditions.load_from}" if conditions.load_from != DEFAULT_START.load_from else ""
    image = f", image {_PULLS[conditions.pull]}" if conditions.pull in _PULLS else ""
    compiled = ", compiled before" if is_neuron else ""
    for machine, time in (
        (f"running machine{place}{source}", running_machine_time(replica, starts)),
        (f"new machine{place}{source}{image}", new_machine_time(replica, starts)),
    ):
        span = f"({format_seconds(time.low)} to {format_seconds(time.high)})"
        yield f"start on a {machine}{compiled} = {format_seconds(time.estimate)} {span}"


def measurement_step(row: Measurement) -> str:
    """The published measurement that replaces the arithmetic."""
    figures = ((row.throughput, "a second"), (row.latency_ms, "ms an answer"), (row.per_token_ms, "ms a token"))
    measured = ", ".join(f"{format_number(value)} {unit}" for value, unit in figures if value)
    return f"measured with {row.engine}: {measured}; it goes before the arithmetic"


def _hardware_step(inputs: EstimateInputs, devices: float) -> str:
    device, run = inputs.device, inputs.run
    hardware = f"{device.count:g} cores of {device.name}" if inputs.on_cpu else f"{devices:g} × {device.name}"
    machines = f", {run.count} machines" if run.count > 1 else ""
    return f"{run.stage} in {inputs.precision} on {hardware}{machines}"


def _fit_step(memory: Memory) -> str:
    share = memory.per_device / memory.device_usable
    return f"memory per device = {memory.per_device:.4g} of {memory.device_usable:.4g} GB usable = {share:.0%}: {memory.verdict}"


def _memory_savings(recipe: Recipe) -> Iterator[str]:
    if recipe.offload in _OFFLOADED:
        yield _OFFLOADED[recipe.offload]
    if recipe.rank and recipe.method != "full":
        yield f"LoRA rank {recipe.rank:g}"
    if recipe.pure:
        yield "all in 16 bits"
    if recipe.compiled:
        yield "compiled"
    if recipe.chunked_loss:
        yield "loss in pieces"
