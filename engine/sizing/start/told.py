"""The start of a model in one line each: a further copy on a running machine, and a new machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.sizing.memory.storage import stored_as, weights_gb
from engine.sizing.question import Question
from engine.sizing.start.duration import told
from engine.sizing.start.parts import Starts, pipes_of
from engine.sizing.start.scale_out import Found, Replica, on_new_machine, on_running_machine
from knowledge.schema.instance import Instance
from knowledge.schema.processor import NEURON

_IMAGES: Final = {"parallel": "pulled in parallel", "cached": "there already"}
USUAL: Final = Found()
"""Weights and image come over the network, as they do where nobody prepared anything."""


def start_steps(asked: Question, instance: Instance, starts: Starts, found: Found = USUAL, *, sagemaker: bool) -> Iterator[str]:
    """How long it takes until another copy answers, with the range, by what it finds.

    Raises InputError where the machine has not what it shall load from.
    """
    neuron = asked.device.processor in NEURON
    replica = Replica(
        place=found.place or ("sagemaker-realtime" if sagemaker else "ec2"),
        weights_gb=weights_gb(asked.shape, stored_as(asked.device, asked.precision)),
        parameters_b=asked.shape.parameters / 1e9,
        pipes=pipes_of(instance),
        load_from=found.load_from,
        pull=found.pull,
        image_gb=found.image_gb,
        server="vllm" if asked.shape.kind == "language-model" and not asked.on_cpu else "plain",
        neuron=neuron,
        compiled=neuron,
    )
    kept = ", compiled before" if neuron else ""
    at, image = f" of {found.place}" if found.place else "", f", image {_IMAGES[found.pull]}" if found.pull in _IMAGES else ""
    loaded = f", weights from {found.load_from}" if found.load_from != USUAL.load_from else ""
    for where, time in (
        (f"running machine{at}{loaded}", on_running_machine(replica, starts)),
        (f"new machine{at}{loaded}{image}", on_new_machine(replica, starts)),
    ):
        yield f"start on a {where}{kept} = {told(time.estimate)} ({told(time.low)} to {told(time.high)})"
