"""A question to the estimator, checked, with what it leaves open filled in."""

from __future__ import annotations

import math
from typing import Final, NamedTuple, get_args

from engine.sizing.device import Device, precision_on
from engine.sizing.estimated import Run
from engine.sizing.memory.rates import MemoryRates, memory_rates
from engine.sizing.memory.storage import BYTES_STORED
from engine.sizing.shape import Shape
from engine.sizing.speed.width import peak_gflops
from knowledge import Knowledge
from knowledge.errors import InputError, nearest, shown
from knowledge.schema.accelerator import Precision
from knowledge.schema.efficiency import Efficiency

STAGES: Final = ("inference", "training", "fine-tuning")
_COUNTS: Final = ("count", "accelerators", "batch", "concurrency", "input_tokens", "output_tokens", "rank")
_SAVINGS: Final = ("offload", "pure", "compiled", "chunked_loss", "rank")
"""What only a training can be asked to do."""
_PACKED: Final = frozenset({"int8", "int4", "fp4"})
"""Types in which frozen weights are kept, never trained in."""


class Question(NamedTuple):
    """What is run where, complete."""

    shape: Shape
    device: Device
    run: Run
    precision: str
    tokens_in: float
    tokens_out: float
    rates: MemoryRates
    efficiency: Efficiency
    over_pcie: float
    """Share of linear scaling that training keeps where devices have no link of their own."""

    @property
    def on_cpu(self) -> bool:
        """True where the host's cores compute."""
        return self.device.processor == "cpu"

    @property
    def choices(self) -> list[int]:
        """Numbers of devices of one machine that may work together: those asked for, else powers of two and all. A CPU is one."""
        if self.on_cpu:
            return [1]
        if self.run.accelerators:
            return [self.run.accelerators]
        most = int(self.device.count)
        return [*(2**power for power in range(math.ceil(math.log2(most)))), most]


def question(shape: Shape, device: Device, run: Run, knowledge: Knowledge) -> Question:
    """The complete question. Raises InputError naming the field, its value and what would be right."""
    if run.stage not in STAGES:
        raise InputError(f"stage: {shown(run.stage)} has no model whose size is known. Choose from {', '.join(STAGES)}.")
    for name in _COUNTS:
        value = getattr(run, name)
        if value is not None and value < 1:
            raise InputError(f"{name}: {shown(value)} is out of range. Give at least 1.")
    _check_devices(run, device)
    generates = shape.kind == "language-model"
    if not generates and not shape.gflop_per_item:
        raise InputError(f"gflops_per_item: none is known of {shape.name}. Give the operations of one item, for instance 4.1.")
    tokens_in, tokens_out = _tokens(shape, run, knowledge) if generates else (float(run.input_tokens or shape.typical_tokens), 0.0)
    precision = _precision(device, run)
    _check_savings(run, device, precision)
    return Question(
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


def _tokens(shape: Shape, run: Run, knowledge: Knowledge) -> tuple[float, float]:
    """Tokens of a request to a language model and of its answer; usual ones, within its context, where nobody says."""
    rates, most = knowledge.weights["sizing"].thresholds, shape.context_tokens or math.inf
    told = run.input_tokens or shape.typical_tokens or min(rates["usual_input_tokens"], most)
    made = run.output_tokens or shape.typical_output_tokens or min(rates["usual_output_tokens"], most)
    return float(told), float(made)


def _check_devices(run: Run, device: Device) -> None:
    wanted = run.accelerators or 0
    if wanted and device.processor == "cpu":
        raise InputError(f"accelerators: {wanted} cannot be used, the machine has only {device.name}. Leave it out.")
    if wanted > device.count:
        raise InputError(f"accelerators: {wanted} are more than the {device.count:g} × {device.name} there. Give {device.count:g}.")


def _check_savings(run: Run, device: Device, precision: str) -> None:
    """Whether the ways to save memory that are asked for go together with the rest."""
    asked = [name for name in _SAVINGS if getattr(run, name) not in (None, False, "none")]
    if asked and run.stage == "inference":
        raise InputError(f"{asked[0]}: it is of training, and the stage is inference. Give --stage training, or leave it out.")
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


def _precision(device: Device, run: Run) -> str:
    """The data type of the weights; frozen ones in few bits are computed in 16."""
    trains = run.stage != "inference"
    wanted = None if trains and run.method == "qlora" and run.precision in _PACKED else run.precision
    chosen = wanted or precision_on(device, None)
    if chosen and _possible(device, chosen, trains=trains):
        return chosen
    there = [one for one in get_args(Precision) if _possible(device, one, trains=trains)]
    close = nearest(wanted, there) if wanted and wanted not in BYTES_STORED else None
    hint = f"Did you mean {close}?" if close else f"Choose from {', '.join(there)}." if there else "Choose other hardware."
    raise InputError(f"precision: {device.name} has no {shown(wanted or 'type')} to {'train' if trains else 'compute'} in. {hint}")


def _possible(device: Device, precision: str, *, trains: bool) -> bool:
    return bool(precision_on(device, precision) and peak_gflops(device, precision)) and not (trains and precision in _PACKED)
