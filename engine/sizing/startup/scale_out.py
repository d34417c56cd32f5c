"""How long another copy of a model takes: the parts of a start put together, place by place.

On SageMaker the image and the files come side by side, elsewhere one after the other.
"""

from __future__ import annotations

from typing import Final, Literal

from engine.sizing.startup.duration import Duration, longest_duration, sum_durations
from engine.sizing.startup.parts import (
    LoadFrom,
    MachineBandwidth,
    Pull,
    Server,
    Starts,
    fixed_time,
    image_pull_time,
    loading_time,
    server_start_time,
    start_figure,
)
from knowledge.schema.record import Record

Place = Literal["sagemaker-realtime", "sagemaker-async", "ec2", "ecs", "eks"]

_LAUNCH_FIGURE: Final[dict[Place, str]] = {
    "sagemaker-realtime": "sagemaker_seconds",
    "sagemaker-async": "sagemaker_seconds",
    "ec2": "ec2_seconds",
    "ecs": "ec2_seconds",
    "eks": "eks_seconds",
}


class StartConditions(Record):
    """What a further copy finds when it starts, as far as the user says."""

    place: Place | None = None
    """None for SageMaker where the type is one of SageMaker's, else EC2."""
    load_from: LoadFrom = "s3-download"
    pull: Pull = "registry"
    image_gb: float | None = None
    """Compressed; None for the usual size of an image for language models."""


DEFAULT_START: Final = StartConditions()
"""Weights and image come over the network, as they do where nobody prepared anything."""


class Replica(Record):
    """One copy of a model with its server, and what it finds when it starts."""

    place: Place
    weights_gb: float
    """As they lie on the disk, GB of 10^9 bytes."""
    parameters_b: float
    bandwidth: MachineBandwidth
    load_from: LoadFrom = "s3-download"
    server: Server = "vllm"
    image_gb: float | None = None
    """Compressed; None for the usual size of an image for language models."""
    pull: Pull = "registry"
    compiled: bool = False
    """True where compiled kernels or graphs were saved."""


def running_machine_time(replica: Replica, starts: Starts) -> Duration:
    """A further copy on a machine that runs already and has the image: loading, then the server."""
    return sum_durations(_files_time(replica, starts), _server_time(replica, starts))


def new_machine_time(replica: Replica, starts: Starts) -> Duration:
    """From the launch of a machine until the model answers."""
    launch = fixed_time(start_figure(starts, "machine", _LAUNCH_FIGURE[replica.place]))
    size = start_figure(starts, "image", "language_server_gb").typical if replica.image_gb is None else replica.image_gb
    combine = longest_duration if replica.place.startswith("sagemaker-") else sum_durations
    fetched = combine(image_pull_time(size, replica.pull, starts), _files_time(replica, starts))
    return sum_durations(launch, fetched, _server_time(replica, starts))


def _files_time(replica: Replica, starts: Starts) -> Duration:
    return loading_time(replica.weights_gb, replica.load_from, replica.bandwidth, starts)


def _server_time(replica: Replica, starts: Starts) -> Duration:
    return server_start_time(replica.server, replica.parameters_b, starts, compiled=replica.compiled)
