"""The checked inputs of one estimate with every gap filled, and what is computed from them before ranges, cost and sources."""

from __future__ import annotations

import math
from typing import Final, NamedTuple, get_args

from engine.sizing.data_types import BYTES_PER_PARAMETER, peak_gflops, supported_precision
from engine.sizing.device import Device
from engine.sizing.estimate_records import BoundBy, Memory, RateUnit, Run
from engine.sizing.memory.rates import MemoryRates, memory_rates
from engine.sizing.shape import Shape
from engine.sizing.speed.load_performance import Load
from knowledge import Knowledge
from knowledge.errors import InputError, nearest_name, quote_value
from knowledge.schema.accelerator import Precision
from knowledge.schema.efficiency import Efficiency

STAGES: Final = ("inference", "training", "fine-tuning")
_COUNTS: Final = ("count", "accelerators", "batch", "concurrency", "input_tokens", "output_tokens", "rank")
_TRAINING_ONLY: Final = ("offload", "pure", "compiled", "chunked_loss", "rank")
_STORAGE_ONLY: Final = frozenset({"int8", "int4", "fp4"})
"""Data types of frozen weights that nobody trains in."""


class EstimateInputs(NamedTuple):
    """What is run where, complete."""

    shape: Shape
    device: Device
    run: Run
    precision: str
    tokens_in: float
    tokens_out: float
    rates: MemoryRates
    efficiency: Efficiency
    pcie_scaling: float
    """Share of linear scaling that training keeps where devices have no link of their own."""

    @property
    def on_cpu(self) -> bool:
        """True where the host's cores compute."""
        return self.device.processor == "cpu"

    @property
    def device_counts(self) -> list[int]:
        """Numbers of devices of one machine that may work together: the requested one, else powers of two and all. A CPU is one."""
        if self.on_cpu:
            return [1]
        if self.run.accelerators:
            return [self.run.accelerators]
        most = int(self.device.count)
        return [*(2**power for power in range(math.ceil(math.log2(most)))), most]


class RawEstimate(NamedTuple):
    """Times in ms, rate in units a second of the whole run; None where there is no such value."""

    memory: Memory
    host_gb: float
    bound_by: BoundBy
    unit: RateUnit
    steps: tuple[str, ...]
    load: Load
    """What the numbers are for; a published measurement of the same load replaces them."""
    latency_ms: float | None = None
    first_token_ms: float | None = None
    per_token_ms: float | None = None
    rate: float | None = None


def resolve_inputs(shape: Shape, device: Device, run: Run, knowledge: Knowledge) -> EstimateInputs:
    """Check a run and fill what it leaves open. Raises InputError naming the field, its value and a valid one."""
    if run.stage not in STAGES:
        raise InputError(f"stage: {quote_value(run.stage)} has no model whose size is known. Choose from {', '.join(STAGES)}.")
    for name in _COUNTS:
        value = getattr(run, name)
        if value is not None and value < 1:
            raise InputError(f"{name}: {quote_value(value)} is out of range. Give at least 1.")
    _check_devices(run, device)
    if shape.kind == "language-model":
        tokens_in, tokens_out = _request_tokens(shape, run, knowledge)
    elif shape.gflop_per_item:
        tokens_in, tokens_out = float(run.input_tokens or shape.typical_tokens), 0.0
    else:
        raise InputError(f"gflops_per_item: none is known of {shape.name}. Give the operations of one item, for instance 4.1.")
    precision = _choose_precision(device, run)
    _check_savings(run, device, precision)
    return EstimateInputs(
        shape,
        device,
        run,
        precision,
        tokens_in,
        tokens_out if run.stage == "inference" else 0.0,
        memory_rates(knowledge),
        knowledge.efficiencies[device.processor],
        knowledge.weights["sizing"].thresholds["pcie_scaling"],
    )


def _request_tokens(shape: Shape, run: Run, knowledge: Knowledge) -> tuple[float, float]:
    """Input and output tokens of a request to a language model; without numbers usual ones, within its context."""
    usual, most = knowledge.weights["sizing"].thresholds, shape.context_tokens or math.inf
    tokens_in = run.input_tokens or shape.typical_tokens or min(usual["usual_input_tokens"], most)
    tokens_out = run.output_tokens or shape.typical_output_tokens or min(usual["usual_output_tokens"], most)
    return float(tokens_in), float(tokens_out)


def _check_devices(run: Run, device: Device) -> None:
    wanted = run.accelerators or 0
    if wanted and device.processor == "cpu":
        raise InputError(f"accelerators: {wanted} cannot be used, the machine has only {device.name}. Leave it out.")
    if wanted > device.count:
        raise InputError(f"accelerators: {wanted} are more than the {device.count:g} × {device.name} there. Give {device.count:g}.")


def _check_savings(run: Run, device: Device, precision: str) -> None:
    """Raise InputError where the requested ways to save memory do not go together with the rest."""
    requested = [name for name in _TRAINING_ONLY if getattr(run, name) not in (None, False, "none")]
    if requested and run.stage == "inference":
        raise InputError(f"{requested[0]}: it is of training, and the stage is inference. Give --stage training, or leave it out.")
    if run.offload != "none" and device.processor == "cpu":
        raise InputError(f"offload: {run.offload} moves nothing where {device.name} computes. Leave it out.")
    if run.offload == "all" and run.sharding != "zero-3":
        raise InputError(
            f"offload: all takes the sharding zero-3, and {run.sharding} is given. Give zero-3, or offload the optimizer alone."
        )
    if run.pure and precision in {"fp32", "tf32"}:
        raise InputError(f"pure: it means 16 bits, and the precision is {precision}. Give bf16, or leave it out.")
    if run.rank and run.method == "full":
        raise InputError(f"rank: {run.rank} is of LoRA's matrices, and the method is full. Give --method lora, or leave it out.")


def _choose_precision(device: Device, run: Run) -> str:
    """The data type that is computed in; QLoRA's frozen weights of few bits are computed in 16."""
    trains = run.stage != "inference"
    wanted = None if trains and run.method == "qlora" and run.precision in _STORAGE_ONLY else run.precision
    chosen = wanted or supported_precision(device, None)
    if chosen and _is_possible(device, chosen, trains=trains):
        return chosen
    possible = [precision for precision in get_args(Precision) if _is_possible(device, precision, trains=trains)]
    close = nearest_name(wanted, possible) if wanted and wanted not in BYTES_PER_PARAMETER else None
    hint = f"Did you mean {close}?" if close else f"Choose from {', '.join(possible)}." if possible else "Choose other hardware."
    raise InputError(f"precision: {device.name} has no {quote_value(wanted or 'type')} to {'train' if trains else 'compute'} in. {hint}")


def _is_possible(device: Device, precision: str, *, trains: bool) -> bool:
    if trains and precision in _STORAGE_ONLY:
        return False
    return bool(supported_precision(device, precision) and peak_gflops(device, precision))
