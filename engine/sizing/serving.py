"""Inference: the devices that hold one copy, the requests that run at once, the times and the rate."""

from __future__ import annotations

import math

import msgspec

from engine.sizing.answer import Answer
from engine.sizing.estimated import Memory, RateUnit
from engine.sizing.memory.host import loading_gb
from engine.sizing.memory.remedy import serving_remedy
from engine.sizing.memory.serving import sequences_that_fit, serving_memory, verdict_of
from engine.sizing.memory.storage import stored_as
from engine.sizing.question import Question
from engine.sizing.serving_steps import Held, item_steps, memory_steps, token_steps
from engine.sizing.speed.performance import Load, performance


def serve_tokens(asked: Question, *, explain: bool) -> Answer:
    """A language model; requests beyond those whose KV cache fits wait."""
    held, wanted = _held(asked)
    copies = asked.run.count if held.devices <= asked.device.count else 1
    cores = asked.device.count if asked.on_cpu else 0.0  # all of a host work on one copy
    load = Load(
        regime="concurrency" if asked.run.concurrency and not asked.run.batch else "batch",
        batch=held.sequences,
        concurrency=held.sequences * copies,
        tokens_in=asked.tokens_in,
        tokens_out=asked.tokens_out,
        devices=cores or float(held.devices * copies),
        split=cores or float(held.devices),
    )
    if held.memory.verdict == "does-not-fit":
        return _too_large(asked, held, wanted, load, "output tokens", explain=explain)
    one = load._replace(concurrency=held.sequences, devices=load.split)
    said = performance(asked.shape, asked.device, asked.precision, asked.efficiency, one)
    rate = said.rate * copies
    steps = (*memory_steps(asked, held), *token_steps(asked, held, load, said, wanted=wanted, copies=copies)) if explain else ()
    bound = "memory-capacity" if held.sequences < wanted else said.bound_by
    unit: RateUnit = "output tokens"
    return Answer(held.memory, _host_gb(asked), bound, unit, steps, load, said.latency_ms, said.first_token_ms, said.per_token_ms, rate)


def serve_items(asked: Question, *, explain: bool) -> Answer:
    """One forward pass an item; every device has copies of its own."""
    run, devices = asked.run, asked.choices[0]
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
    if memory.verdict == "does-not-fit":
        return _too_large(asked, Held(1, batch, memory), batch * asked.device.cores, load, "items", explain=explain)
    said = performance(asked.shape, asked.device, asked.precision, asked.efficiency, load)
    rate = said.rate * (run.count if asked.on_cpu else 1)
    steps = (*memory_steps(asked, Held(devices, batch, memory)), *item_steps(asked, batch, rate)) if explain else ()
    return Answer(memory, _host_gb(asked), said.bound_by, "items", steps, load, said.latency_ms, rate=rate)


def _held(asked: Question) -> tuple[Held, float]:
    """One copy of a language model on the fewest devices, with as many requests as fit, and how many were wanted."""
    run, machines = asked.run, asked.run.count
    choices = [*asked.choices, asked.choices[-1] * machines] if machines > 1 and not run.accelerators else asked.choices
    wanted = float(run.batch or math.ceil((run.concurrency or 1) / machines))
    devices, memory = _smallest(asked, choices, wanted)
    if memory.verdict == "does-not-fit" and not run.batch and wanted > 1:
        fitting = _at_once(asked, devices)
        if fitting >= 1:
            return Held(devices, float(fitting), _memory(asked, devices, float(fitting))), wanted
    return Held(devices, wanted, memory), wanted


def _too_large(asked: Question, held: Held, wanted: float, load: Load, unit: RateUnit, *, explain: bool) -> Answer:
    """The answer where memory does not do: no times, and what would fit instead."""
    if not explain:
        return Answer(held.memory, _host_gb(asked), "memory-capacity", unit, (), load)
    told = held._replace(memory=msgspec.structs.replace(held.memory, remedy=_remedy(asked, held.devices, wanted)))
    return Answer(told.memory, _host_gb(asked), "memory-capacity", unit, tuple(memory_steps(asked, told)), load)


def _host_gb(asked: Question) -> float:
    """Host memory while the model is loaded."""
    return loading_gb(asked.shape, stored_as(asked.device, asked.precision), asked.device.processor, asked.rates)


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
