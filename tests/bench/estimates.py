"""Estimates a second through the Python function, on one core, against a loop of plain Python in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from engine.sizing.device import instance_device
from engine.sizing.estimate_records import Run
from engine.sizing.estimator.estimate import estimate_run
from engine.sizing.shape import model_shape
from knowledge import Knowledge
from tests.bench.ledger import Ledger

BAR: Final = 1.0
"""Rounds of the reference loop for the dearest question."""
LOOP: Final = 1_000
"""Rounds of the reference loop, which takes as long as one or two estimates."""
_ROUNDS: Final = 15
_CALLS: Final = 200

QUESTIONS: Final[dict[str, tuple[str, str, Run]]] = {
    "language model, one device": ("llama-3-8b", "g5.2xlarge", Run(batch=1, input_tokens=512, output_tokens=256)),
    "language model, 64 requests, split": ("llama-3-70b", "p4d.24xlarge", Run(concurrency=64, input_tokens=1000, output_tokens=500)),
    "encoder, a batch": ("bert-base", "g4dn.xlarge", Run(batch=8, input_tokens=128)),
    "fine-tuning, LoRA": ("llama-3-8b", "p4d.24xlarge", Run(stage="fine-tuning", method="lora", batch=1, input_tokens=2048)),
}
"""Name -> model, instance type and run; all are answered, none is a refusal."""


class Rate(NamedTuple):
    """Estimates of one kind."""

    name: str
    a_second: float
    """Of CPU time; the median of the rounds."""
    with_steps: float
    """The same with the arithmetic in words."""
    loops: float
    """Reference loops that fit in the time of one estimate."""


def measure_rates(knowledge: Knowledge) -> list[Rate]:
    """A rate for each kind of question; reference and kinds take turns in every round."""
    kinds = {name: (_asks(knowledge, *asked, explain=False), _asks(knowledge, *asked, explain=True)) for name, asked in QUESTIONS.items()}
    taken: dict[str, list[float]] = {name: [] for name in ("", *kinds, *(f"{name} told" for name in kinds))}
    for _ in range(_ROUNDS):
        taken[""].append(_time_each(measure_reference))
        for name, (short, told) in kinds.items():
            taken[name].append(_time_each(short))
            taken[f"{name} told"].append(_time_each(told))
    middle = {name: statistics.median(times) for name, times in taken.items()}
    return [Rate(name, 1 / middle[name], 1 / middle[f"{name} told"], middle[name] / middle[""]) for name in kinds]


def measure_reference() -> int:
    """Plain arithmetic of integers, as slow as Python is on this machine at this moment."""
    total = 0
    for number in range(LOOP):
        total += number * number % 7
    return total


def loop_seconds() -> float:
    """CPU seconds of the reference loop at this moment."""
    return statistics.median(_time_each(measure_reference) for _ in range(_ROUNDS))


def report(knowledge: Knowledge, ledger: Ledger) -> None:
    """Enter the rate of each kind."""
    ledger.say(f"estimates a second of one core; reference: {LOOP:,} rounds of integer arithmetic")
    for rate in measure_rates(knowledge):
        told = ledger.note(f"estimate: {rate.name}", rate.loops, BAR)
        ledger.say(f"  {rate.name:44} {rate.a_second:7,.0f}      {told}; {rate.with_steps:,.0f} with steps")


def _asks(knowledge: Knowledge, model: str, instance: str, run: Run, *, explain: bool) -> Callable[[], object]:
    machine = knowledge.instances[instance]
    device, shape = instance_device(machine, knowledge), model_shape(knowledge.models[model])
    if device is None:
        raise ValueError(f"Nothing is known of {instance}.")
    estimate_run(shape, device, run, knowledge, instance=machine)  # reads what the base decodes at first use

    def ask() -> object:
        return estimate_run(shape, device, run, knowledge, instance=machine, explain=explain)

    return ask


def _time_each(call: Callable[[], object]) -> float:
    """CPU seconds of one call; other processes do not count."""
    start = time.process_time()
    for _ in range(_CALLS):
        call()
    return (time.process_time() - start) / _CALLS
