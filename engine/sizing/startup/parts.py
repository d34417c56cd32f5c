"""How long the parts of a start take: loading weights, pulling an image, starting a server, starting cold.

Each part is one quotient or line through published figures of the base (`knowledge/data/starts`); its ends are those
of the figures. None of it is promised by AWS, and none of it counts a wait for capacity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

from engine.sizing.startup.duration import NO_TIME, Duration, sum_durations
from knowledge.errors import InputError
from knowledge.schema.instance import MIB_PER_GB, Instance
from knowledge.schema.record import Record
from knowledge.schema.start import Span, Start

Starts = Mapping[str, Start]
LoadFrom = Literal["s3-download", "s3-stream", "ebs-gp3", "nvme"]
"""Files copied from S3 and then read, read from S3 into the device, or read from a disk."""
Pull = Literal["registry", "parallel", "cached"]
"""An image fetched layer by layer, with layers in parallel, or there already."""
Server = Literal["vllm", "plain"]
FunctionService = Literal["lambda", "sagemaker-serverless"]
ModelIn = Literal["image", "s3"]

_End = Literal["typical", "low", "high"]
_RATE_END: Final[dict[_End, _End]] = {"typical": "typical", "low": "high", "high": "low"}
"""End of a time -> the end of the rate it follows from."""


class MachineBandwidth(Record):
    """The links over which weights reach one machine."""

    machine: str
    network_gb_per_second: float | None
    """Baseline; None where no source gives it."""
    ebs_gb_per_second: float | None
    local_gb: float
    """Local NVMe storage."""
    devices: int = 1
    """Devices that are filled side by side; 1 for a CPU."""


def machine_bandwidth(instance: Instance) -> MachineBandwidth:
    """The links of an instance type, all of whose devices take the model."""
    return MachineBandwidth(
        machine=instance.instance_type,
        network_gb_per_second=None if instance.network_gbps is None else instance.network_gbps / 8,
        ebs_gb_per_second=None if instance.ebs_mbps is None else instance.ebs_mbps / 8e3,
        local_gb=instance.local_storage_gb,
        devices=max(int(instance.accelerator_count), 1),
    )


def start_figure(starts: Starts, part: str, name: str) -> Span:
    """One figure of the base."""
    return starts[part].figures[name].value


def fixed_time(figure: Span) -> Duration:
    """A part that takes as long as the base says."""
    return _duration_of(lambda end: _value_at(figure, end))


def loading_time(size_gb: float, source: LoadFrom, bandwidth: MachineBandwidth, starts: Starts) -> Duration:
    """Weights of `size_gb` (GB of 10^9 bytes) from `source` into the devices: size ÷ rate of the slowest link.

    A download is followed by reading the files, which lie in the page cache by then.
    Raises InputError where the machine has no such source.
    """

    def figure(name: str) -> Span:
        return start_figure(starts, "loading", name)

    if source == "s3-download":
        links = [(_network_gb(bandwidth), figure("s3_download_share")), (1.0, figure("s3_download_gb_per_second"))]
        return sum_durations(_transfer_time(size_gb, links), page_cache_time(size_gb, bandwidth, starts))
    into_devices = (float(bandwidth.devices), figure("stream_gb_per_second"))
    if source == "s3-stream":
        links = [(_network_gb(bandwidth), figure("s3_stream_share")), (1.0, figure("s3_stream_gb_per_second")), into_devices]
    elif source == "ebs-gp3":
        volume = figure("gp3_mib_per_second").typical / MIB_PER_GB
        links = [(min(volume, bandwidth.ebs_gb_per_second or volume), figure("gp3_share")), into_devices]
    else:
        if not bandwidth.local_gb:
            raise InputError(f"load_from: {bandwidth.machine} has no local NVMe storage. Use ebs-gp3 or s3-stream.")
        links = [(1.0, figure("nvme_gb_per_second"))]
    return _transfer_time(size_gb, links)


def page_cache_time(size_gb: float, bandwidth: MachineBandwidth, starts: Starts) -> Duration:
    """Weights of `size_gb` that the host has in its page cache into the devices."""
    return _transfer_time(size_gb, [(float(bandwidth.devices), start_figure(starts, "loading", "page_cache_gb_per_second"))])


def image_pull_time(size_gb: float, pull: Pull, starts: Starts) -> Duration:
    """An image of `size_gb` compressed, fetched and unpacked."""
    if pull == "cached":
        return NO_TIME
    name = "pull_gb_per_second" if pull == "registry" else "parallel_pull_gb_per_second"
    return _transfer_time(size_gb, [(1.0, start_figure(starts, "image", name))])


def server_start_time(server: Server, parameters_b: float, starts: Starts, *, compiled: bool) -> Duration:
    """The start of the model server beside loading.

    vLLM takes a constant and a share of the size, and the compilation of kernels unless they were saved (`compiled`).
    """
    if server == "plain":
        return fixed_time(start_figure(starts, "engine", "plain_seconds"))
    base, slope = start_figure(starts, "engine", "vllm_seconds"), start_figure(starts, "engine", "vllm_seconds_per_billion")
    process = _duration_of(lambda end: _value_at(base, end) + _value_at(slope, end) * parameters_b)
    return process if compiled else sum_durations(process, fixed_time(start_figure(starts, "engine", "torch_compile_seconds")))


def cold_start_time(
    model_gb: float, memory_mb: int, starts: Starts, *, service: FunctionService = "lambda", model_in: ModelIn = "image"
) -> Duration:
    """A function's first answer: libraries and model, slower below one vCPU, which Lambda gives at 1,769 MB.

    With provisioned concurrency there is no cold start up to that concurrency.
    """
    slowdown = max(1.0, start_figure(starts, "function", "mb_per_vcpu").typical / memory_mb)
    time = fixed_time(start_figure(starts, "function", "base_seconds" if service == "lambda" else "serverless_base_seconds"))
    parts = [Duration(*(seconds * slowdown for seconds in time))]
    if model_gb:
        rate = start_figure(starts, "function", "image_gb_per_second" if model_in == "image" else "s3_gb_per_second")
        parts.append(Duration(*(seconds * slowdown for seconds in _transfer_time(model_gb, [(1.0, rate)]))))
    return sum_durations(*parts)


def _transfer_time(size_gb: float, links: list[tuple[float, Span]]) -> Duration:
    """`size_gb` through the slowest of `links`, each a width in GB/s (or a count) times a figure."""
    return _duration_of(lambda end: size_gb / min(width * _value_at(figure, _RATE_END[end]) for width, figure in links))


def _duration_of(seconds_at: Callable[[_End], float]) -> Duration:
    """The seconds that follow from each end of the figures."""
    return Duration(seconds_at("typical"), seconds_at("low"), seconds_at("high"))


def _value_at(figure: Span, end: _End) -> float:
    return {"typical": figure.typical, "low": figure.low, "high": figure.high}[end]


def _network_gb(bandwidth: MachineBandwidth) -> float:
    if not bandwidth.network_gb_per_second:
        raise InputError(f"load_from: no source gives the network bandwidth of {bandwidth.machine}. Use ebs-gp3 or nvme.")
    return bandwidth.network_gb_per_second
