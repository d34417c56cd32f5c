"""How long further capacity takes: the parts of a start put together, place by place.

On SageMaker the image and the files come side by side, elsewhere one after the other.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from engine.sizing.start.duration import NOTHING, Duration, at_once, in_turn, totalled
from engine.sizing.start.parts import (
    LoadFrom,
    Pipes,
    Pull,
    Server,
    Starts,
    figure,
    fixed,
    image_pull,
    loading,
    neuron_compilation,
    server_start,
)
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.record import Record

Place = Literal["sagemaker-realtime", "sagemaker-async", "ec2", "ecs", "fargate", "eks"]

_LAUNCH: Final[dict[Place, str]] = {
    "sagemaker-realtime": "sagemaker_seconds",
    "sagemaker-async": "sagemaker_seconds",
    "ec2": "ec2_seconds",
    "ecs": "ec2_seconds",
    "fargate": "fargate_seconds",
    "eks": "eks_seconds",
}


class Found(Record):
    """What a further copy finds when it starts, as far as somebody says."""

    place: Place | None = None
    """None for SageMaker where the type is one of SageMaker's, else EC2."""
    load_from: LoadFrom = "s3-download"
    pull: Pull = "registry"
    image_gb: float | None = None
    """Compressed; None for the usual size of an image for language models."""


class Replica(Record):
    """One copy of a model with its server, and what it finds when it starts."""

    place: Place
    weights_gb: float
    """As they lie on the disk, GB of 10^9 bytes."""
    parameters_b: float
    pipes: Pipes
    load_from: LoadFrom = "s3-download"
    volume_mib_per_second: float | None = None
    """What a gp3 volume was given."""
    server: Server = "vllm"
    image_gb: float | None = None
    """Compressed; None for the usual size of an image for language models."""
    pull: Pull = "registry"
    compiled: bool = False
    """Whether a saved cache spares the compilation, on Neuron devices and on GPUs."""
    neuron: bool = False


def on_running_machine(replica: Replica, starts: Starts) -> Duration:
    """A further copy on a machine that runs already and has the image: loading, compiling, starting."""
    return totalled("further copy", in_turn(_files(replica, starts), _server(replica, starts)))


def on_new_machine(replica: Replica, starts: Starts) -> Duration:
    """From the launch of a machine until the model answers."""
    return totalled("new machine", _new(replica, starts))


def _new(replica: Replica, starts: Starts) -> Duration:
    if replica.place not in _LAUNCH:
        known = get_args(Place)
        raise InputError(f"place: there is no start for {shown(replica.place)}.{suggestion(replica.place, known, ', '.join(known))}")
    launch = fixed("launch of the machine", figure(starts, "machine", _LAUNCH[replica.place]))
    size = figure(starts, "image", "language_server_gb").value.typical if replica.image_gb is None else replica.image_gb
    pulled = image_pull(size, replica.pull, starts)
    together = at_once if replica.place.startswith("sagemaker-") else in_turn
    return in_turn(launch, together(pulled, _files(replica, starts)), _server(replica, starts))


def _files(replica: Replica, starts: Starts) -> Duration:
    return loading(replica.weights_gb, replica.load_from, replica.pipes, starts, volume_mib_per_second=replica.volume_mib_per_second)


def _server(replica: Replica, starts: Starts) -> Duration:
    """The server; on Neuron devices the compiler takes the place of the kernels' compilation."""
    graph = neuron_compilation(replica.parameters_b, starts, cached=replica.compiled) if replica.neuron else NOTHING
    return in_turn(graph, server_start(replica.server, replica.parameters_b, starts, compiled=replica.compiled or replica.neuron))
