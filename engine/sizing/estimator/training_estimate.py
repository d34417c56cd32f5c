"""The estimate of training: the devices that share the states, and how many samples or tokens a second they learn from."""

from __future__ import annotations

import msgspec

from engine.sizing.estimate_records import RateUnit
from engine.sizing.estimator.estimate_inputs import EstimateInputs, RawEstimate
from engine.sizing.estimator.estimate_steps import format_number, training_steps
from engine.sizing.memory.host_memory import training_host_gb
from engine.sizing.memory.remedy import training_remedy
from engine.sizing.memory.training_memory import complete_recipe, training_memory
from engine.sizing.speed.load_performance import Load
from engine.sizing.speed.training_speed import FORWARD_PASSES_PER_STEP, forward_gflop, scaling_share, training_rate


def estimate_training(inputs: EstimateInputs, *, explain: bool) -> RawEstimate:
    """The estimate on the fewest devices of each machine that hold the run; all its machines take part."""
    run, shape, device, rates = inputs.run, inputs.shape, inputs.device, inputs.rates
    unit: RateUnit = "training tokens" if shape.kind == "language-model" else "training samples"
    for devices in inputs.device_counts:
        recipe = complete_recipe(run, shape, device, rates, devices=devices * run.count, tokens=inputs.tokens_in)
        memory = training_memory(shape, device, recipe, rates)
        if memory.verdict != "does-not-fit":
            break
    working = float(device.count if inputs.on_cpu else devices) * run.count
    load = Load(stage=run.stage, method=run.method, batch=recipe.batch, tokens_in=inputs.tokens_in, devices=working)
    host = training_host_gb(shape, msgspec.structs.replace(recipe, devices=devices), rates, machines=run.count)
    if explain and memory.verdict == "does-not-fit":
        memory = msgspec.structs.replace(memory, remedy=training_remedy(shape, device, recipe, rates))
    steps = tuple(training_steps(inputs, memory, recipe, devices)) if explain else ()
    if memory.verdict == "does-not-fit":
        return RawEstimate(memory, host, "memory-capacity", unit, steps, load)
    if recipe.offload != "none":
        unknown = "throughput is not known: every step waits for the way to host memory and back"
        return RawEstimate(memory, host, "memory-capacity", unit, (*steps, unknown) if explain else (), load)
    scaling = scaling_share(devices, inputs.pcie_scaling, linked=device.linked)
    rate = scaling * training_rate(shape, device, inputs.precision, working, inputs.efficiency, tokens=inputs.tokens_in, method=run.method)
    if explain:
        over = (f"over PCIe {devices} devices keep {scaling:.0%} of linear scaling",) if scaling < 1 else ()
        steps = (*steps, *over, _rate_step(inputs, rate))
    return RawEstimate(memory, host, "compute", unit, steps, load, rate=rate)


def _rate_step(inputs: EstimateInputs, rate: float) -> str:
    forward, passes = forward_gflop(inputs.shape, inputs.tokens_in), FORWARD_PASSES_PER_STEP[inputs.run.method]
    sustained = f"{format_number(rate * forward * passes / 1e3)} TFLOPS sustained"
    return f"throughput = {sustained} / ({passes:g} × {forward:.4g} GFLOP) = {format_number(rate)} a second"
