"""The start of a model in one line each: a further copy on a running machine, and a new machine."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sizing.memory.storage import stored_as, weights_gb
from engine.sizing.question import Question
from engine.sizing.start.duration import told
from engine.sizing.start.parts import Starts, pipes_of
from engine.sizing.start.scale_out import Replica, on_new_machine, on_running_machine
from knowledge.schema.instance import Instance
from knowledge.schema.processor import NEURON


def start_steps(asked: Question, instance: Instance, starts: Starts, *, sagemaker: bool) -> Iterator[str]:
    """How long it takes until another copy answers, with the range; weights come from S3."""
    neuron = asked.device.processor in NEURON
    replica = Replica(
        place="sagemaker-realtime" if sagemaker else "ec2",
        weights_gb=weights_gb(asked.shape, stored_as(asked.device, asked.precision)),
        parameters_b=asked.shape.parameters / 1e9,
        pipes=pipes_of(instance),
        server="vllm" if asked.shape.kind == "language-model" and not asked.on_cpu else "plain",
        neuron=neuron,
        compiled=neuron,
    )
    kept = ", compiled before" if neuron else ""
    for where, time in (("running machine", on_running_machine(replica, starts)), ("new machine", on_new_machine(replica, starts))):
        yield f"start on a {where}{kept} = {told(time.estimate)} ({told(time.low)} to {told(time.high)})"
