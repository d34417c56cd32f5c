"""Inference: the devices that hold one copy, the requests that run at once, the times and the rate."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from engine.sizing.answer import Answer, figure, fit_step, where_step
from engine.sizing.estimated import Memory
from engine.sizing.memory.host import loading_gb
from engine.sizing.memory.remedy import serving_remedy
from engine.sizing.memory.serving import sequences_that_fit, serving_memory, verdict_of
from engine.sizing.memory.storage import bytes_stored, embedding_parameters, is_quantized, stored_as
from engine.sizing.question import Question
from engine.sizing.speed.decoder import decoder_of
from engine.sizing.speed.passes import passes_of
from engine.sizing.speed.performance import Load, performance


def serve_tokens(asked: Question, *, explain: bool) -> Answer:
    """A language model; requests beyond those whose KV cache fits wait."""
    run, machines = asked.run, asked.run.count
    choices = [*asked.choices, asked.choices[-1] * machines] if machines > 1 and not run.accelerators else asked.choices
    wanted = float(run.batch or math.ceil((run.concurrency or 1) / machines))
    devices, memory = _smallest(asked, choices, wanted)
    running = wanted
    if memory.verdict == "does-not-fit" and not run.batch and wanted > 1:
        fitting = _at_once(asked, devices)
        if fitting >= 1:
            running, memory = float(fitting), _memory(asked, devices, float(fitting))
    copies = machines if devices <= asked.device.count else 1
    load = Load(
        regime="concurrency" if run.concurrency and not run.batch else "batch",
        batch=running,
        concurrency=running * copies,
        tokens_in=asked.tokens_in,
        tokens_out=asked.tokens_out,
        devices=asked.device.count if asked.on_cpu else float(devices * copies),
        split=asked.device.count if asked.on_cpu else float(devices),
    )
    host = loading_gb(asked.shape, stored_as(asked.device, asked.precision), asked.device.processor, asked.rates)
    if memory.verdict == "does-not-fit":
        memory = msgspec.structs.replace(memory, remedy=_remedy(asked, devices, wanted)) if explain else memory
        steps = tuple(_memory_steps(asked, memory, devices, running)) if explain else ()
        return Answer(memory, host, "memory-capacity", "output tokens", steps, load)
    one = load._replace(concurrency=running, devices=load.split)
    said = performance(asked.shape, asked.device, asked.precision, asked.efficiency, one)
    rate = said.rate * copies
    steps = ()
    if explain:
        told = f"throughput = {copies} × {running:g} × {asked.tokens_out:,.0f} tokens / {(said.latency_ms or 0) / 1e3:.4g} s"
        waits = (f"{wanted - running:,.0f} of {wanted:,.0f} requests wait: their KV cache does not fit",) if running < wanted else ()
        lines = (*_memory_steps(asked, memory, devices, running), *waits, *_token_steps(asked, load, running))
        steps = (*lines, f"{told} = {figure(rate)} a second")
    bound = "memory-capacity" if running < wanted else said.bound_by
    return Answer(memory, host, bound, "output tokens", steps, load, said.latency_ms, said.first_token_ms, said.per_token_ms, rate)


def serve_items(asked: Question, *, explain: bool) -> Answer:
    """One forward pass an item; every device has copies of its own."""
    run = asked.run
    devices = asked.choices[0]
    copies = devices * asked.device.cores * run.count
    batch = float(run.batch or math.ceil((run.concurrency or 1) / copies))
    memory = _in_copies(asked, _memory(asked, 1, batch * asked.device.cores))
    load = Load(
        batch=batch,
        concurrency=batch,
        tokens_in=asked.tokens_in,
        devices=asked.device.count if asked.on_cpu else float(devices * run.count),
        pixels=float(asked.shape.typical_pixels),
    )
    host = loading_gb(asked.shape, stored_as(asked.device, asked.precision), asked.device.processor, asked.rates)
    if memory.verdict == "does-not-fit":
        memory = msgspec.structs.replace(memory, remedy=_remedy(asked, 1, batch * asked.device.cores)) if explain else memory
        steps = tuple(_memory_steps(asked, memory, 1, batch)) if explain else ()
        return Answer(memory, host, "memory-capacity", "items", steps, load)
    said = performance(asked.shape, asked.device, asked.precision, asked.efficiency, load)
    rate = said.rate * (run.count if asked.on_cpu else 1)
    steps = (*_memory_steps(asked, memory, devices, batch), *_item_steps(asked, batch, rate)) if explain else ()
    return Answer(memory, host, said.bound_by, "items", steps, load, said.latency_ms, rate=rate)


def _in_copies(asked: Question, memory: Memory) -> Memory:
    """The same with weights for every part of a device that runs a copy of its own: NeuronCores."""
    more = memory.weights * (asked.device.cores - 1)
    each = memory.per_device + more
    return msgspec.structs.replace(
        memory,
        weights=memory.weights + more,
        total=memory.total + more,
        per_device=each,
        verdict=verdict_of(each, memory.device_usable, asked.rates),
    )


def _smallest(asked: Question, choices: list[int], sequences: float) -> tuple[int, Memory]:
    """The fewest devices that hold the model and its requests; the most there are where none do."""
    for devices in choices:
        memory = _memory(asked, devices, sequences)
        if memory.verdict != "does-not-fit":
            break
    return devices, memory


def _memory(asked: Question, devices: int, sequences: float) -> Memory:
    tokens = asked.tokens_in + asked.tokens_out
    return serving_memory(
        asked.shape,
        asked.device,
        asked.precision,
        asked.rates,
        tensor=devices,
        tokens=tokens,
        sequences=sequences,
        prompt_tokens=asked.tokens_in,
    )


def _at_once(asked: Question, devices: int) -> int:
    tokens = asked.tokens_in + asked.tokens_out
    return int(sequences_that_fit(asked.shape, asked.device, asked.precision, asked.rates, tensor=devices, tokens=tokens))


def _remedy(asked: Question, devices: int, sequences: float) -> str:
    tokens = asked.tokens_in + asked.tokens_out
    return serving_remedy(asked.shape, asked.device, asked.precision, asked.rates, tensor=devices, tokens=tokens, sequences=sequences)


def _memory_steps(asked: Question, memory: Memory, devices: int, sequences: float) -> Iterator[str]:
    shape, stored = asked.shape, stored_as(asked.device, asked.precision)
    yield where_step(asked, devices)
    kept = embedding_parameters(shape) if is_quantized(stored) else 0.0
    beside = f" + {kept / 1e9:.4g}e9 × 2 B" if kept else ""
    one = f"{(shape.parameters - kept) / 1e9:.4g}e9 × {bytes_stored(stored):.3g} B{beside}"
    copies = asked.device.cores if shape.kind != "language-model" else 1
    yield f"weights = {f'{copies} copies × ({one})' if copies > 1 else one} = {memory.weights:.4g} GB"
    if memory.kv_cache:
        tokens = asked.tokens_in + asked.tokens_out
        each = memory.kv_cache / sequences / tokens * 1e6
        yield f"KV cache = {sequences:g} × {tokens:,.0f} tokens × {figure(each)} kB = {memory.kv_cache:.4g} GB"
    yield fit_step(memory)


def _token_steps(asked: Question, load: Load, sequences: float) -> Iterator[str]:
    decoder = decoder_of(asked.shape, asked.device, asked.precision, load.split, asked.efficiency)
    tokens = load.tokens_in + load.tokens_out / 2
    prompt = decoder.prompt_ms(load.tokens_in)
    work = 2 * decoder.active * load.tokens_in / 1e12
    step = decoder.step_ms(sequences, tokens)
    read = decoder.weights_ms(sequences) * decoder.stream_gb / 1e3
    cache = sequences * decoder.cache_of(tokens) / decoder.devices
    yield f"prompt = {work:.4g} TFLOP / {figure(decoder.gflops / 1e3)} TFLOPS sustained, exchange and fixed costs = {prompt:.4g} ms"
    compute, streamed = decoder.compute_ms(sequences), decoder.weights_ms(sequences)
    work_step = f"{read:.4g} GB weights / {decoder.stream_gb:,.0f} GB/s" if streamed >= compute else f"products {compute:.4g} ms"
    yield (
        f"decode step = {work_step} + {cache:.3g} GB cache / {decoder.cache_stream_gb:,.0f} GB/s"
        f" + exchange {decoder.exchange_ms(sequences):.3g} ms + fixed {decoder.fixed_ms() + decoder.efficiency.decoder.step_ms:.3g} ms"
        f" = {step:.4g} ms"
    )
    said = performance(asked.shape, asked.device, asked.precision, asked.efficiency, load)
    if load.regime == "concurrency" and sequences > 1:
        yield f"time per token = {step:.4g} ms + prompts of {sequences - 1:g} others in between = {said.per_token_ms or 0:.4g} ms"
    first, each = (said.first_token_ms or 0) / 1e3, (said.per_token_ms or 0) / 1e3
    yield f"answer = {first:.4g} s + {load.tokens_out - 1:,.0f} × {each:.4g} s = {(said.latency_ms or 0) / 1e3:.4g} s"


def _item_steps(asked: Question, batch: float, rate: float) -> Iterator[str]:
    passes = passes_of(asked.shape, asked.device, asked.precision, asked.efficiency, tokens=asked.tokens_in)
    gflop = asked.shape.item_gflop(asked.tokens_in)
    sustained = gflop / passes.item_ms
    each = " per NeuronCore" if passes.copies > 1 else ""
    latency = passes.batch_ms(batch)
    yield f"item = {gflop:.4g} GFLOP / {figure(sustained)} TFLOPS sustained{each} = {passes.item_ms:.3g} ms"
    computed = batch * passes.item_ms >= passes.stream_ms
    items = f"{batch:g} × {passes.item_ms:.3g} ms" if computed else f"reading the weights {passes.stream_ms:.4g} ms"
    yield f"batch of {batch:g} = {items} + {passes.fixed_ms:.3g} ms fixed = {latency:.4g} ms"
    if asked.on_cpu:
        yield f"throughput = cores work on several items, which hides fixed costs = {figure(rate)} a second"
    else:
        copies = asked.choices[0] * passes.copies * asked.run.count
        yield f"throughput = {copies:g} copies × {batch:g} / {latency:.4g} ms = {figure(rate)} a second"
