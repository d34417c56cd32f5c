"""Training: the states that devices share, and how many samples or tokens a second they learn from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from engine.sizing.answer import Answer, figure, fit_step, where_step
from engine.sizing.estimated import Memory, Offload, RateUnit
from engine.sizing.memory.host import training_host_gb
from engine.sizing.memory.remedy import training_remedy
from engine.sizing.memory.training import Recipe, recipe_of, training_memory
from engine.sizing.question import Question
from engine.sizing.speed.performance import Load
from engine.sizing.speed.training import PASSES, forward_gflop, scaling_share, training_rate

_IN_HOST: Final[dict[Offload, str]] = {"optimizer": "its states in host memory", "all": "states and weights in host memory"}


def train(asked: Question, *, explain: bool) -> Answer:
    """The fewest devices of each machine that hold the run; all its machines take part."""
    run, shape = asked.run, asked.shape
    unit: RateUnit = "training tokens" if shape.kind == "language-model" else "training samples"
    for devices in asked.choices:
        recipe = recipe_of(run, shape, asked.device, asked.rates, devices=devices * run.count, tokens=asked.tokens_in)
        memory = training_memory(shape, asked.device, recipe, asked.rates)
        if memory.verdict != "does-not-fit":
            break
    working = float(asked.device.count if asked.on_cpu else devices) * run.count
    load = Load(stage=run.stage, method=run.method, batch=recipe.batch, tokens_in=asked.tokens_in, devices=working)
    host = training_host_gb(shape, msgspec.structs.replace(recipe, devices=devices), asked.rates, machines=run.count)
    if memory.verdict == "does-not-fit":
        memory = msgspec.structs.replace(memory, remedy=training_remedy(shape, asked.device, recipe, asked.rates)) if explain else memory
        steps = tuple(_states(asked, memory, recipe, devices)) if explain else ()
        return Answer(memory, host, "memory-capacity", unit, steps, load)
    if recipe.offload != "none":
        unknown = "throughput is not known: every step waits for the way to host memory and back"
        return Answer(memory, host, "memory-capacity", unit, (*_states(asked, memory, recipe, devices), unknown) if explain else (), load)
    rate = training_rate(shape, asked.device, asked.precision, working, asked.efficiency, tokens=asked.tokens_in, method=run.method)
    kept = scaling_share(devices, asked.over_pcie, linked=asked.device.linked)
    rate *= kept
    steps = ()
    if explain:
        forward, passes = forward_gflop(shape, asked.tokens_in), PASSES[run.method]
        sustained = rate * forward * passes / 1e3
        speed = f"throughput = {figure(sustained)} TFLOPS sustained / ({passes:g} × {forward:.4g} GFLOP) = {figure(rate)} a second"
        over = (f"over PCIe {devices} devices keep {kept:.0%} of linear scaling",) if kept < 1 else ()
        steps = (*_states(asked, memory, recipe, devices), *over, speed)
    return Answer(memory, host, "compute", unit, steps, load, rate=rate)


def _states(asked: Question, memory: Memory, recipe: Recipe, devices: int) -> Iterator[str]:
    yield where_step(asked, devices)
    parts = ("weights", "gradients", "optimizer", "activations", "overhead")
    shares = " + ".join(f"{getattr(memory, part) / recipe.devices:.4g} {part}" for part in parts)
    yield f"one device = {shares} = {memory.per_device:.4g} GB"
    kept = "computed again in the backward pass" if recipe.checkpointed else "kept for the backward pass"
    shared = f"{recipe.sharding} over {recipe.devices}" if recipe.devices > 1 else "one device, nothing to share"
    how = ", ".join((recipe.optimizer, shared, *_habits(recipe)))
    yield f"{how}; activations of {recipe.batch:g} × {recipe.tokens:,.0f} tokens {kept}"
    yield fit_step(memory)


def _habits(recipe: Recipe) -> Iterator[str]:
    """What is done besides to save memory, where the run asks for it."""
    if recipe.offload in _IN_HOST:
        yield _IN_HOST[recipe.offload]
    if recipe.rank and recipe.method != "full":
        yield f"LoRA rank {recipe.rank:g}"
    if recipe.pure:
        yield "all in 16 bits"
    if recipe.compiled:
        yield "compiled"
    if recipe.chunked_loss:
        yield "loss in pieces"
