"""How long the parts of a start take: loading weights, pulling an image, starting a server, compiling, starting cold.

Each part is one quotient or line through published figures of the base (`knowledge/data/starts`); its ends are those
of the figures. None of it is promised by AWS, and none of it counts a wait for capacity.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, Literal, get_args

import msgspec

from engine.sizing.start.duration import NOTHING, Duration, in_turn, line, worst
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.instance import MIB_PER_GB, Instance
from knowledge.schema.record import Fact, Record
from knowledge.schema.start import Span, Start

Starts = Mapping[str, Start]
LoadFrom = Literal["s3-download", "s3-stream", "ebs-gp3", "nvme", "page-cache"]
"""Files copied from S3 and then read, read from S3 into the device, or read from a disk or from the host's memory."""
Pull = Literal["registry", "parallel", "cached"]
Server = Literal["vllm", "plain"]
FunctionService = Literal["lambda", "sagemaker-serverless"]
ModelIn = Literal["image", "s3"]

End = Literal["typical", "low", "high"]
_OTHER_END: Final[dict[End, End]] = {"typical": "typical", "low": "high", "high": "low"}
"""The end of a rate that belongs to an end of a time."""


class Pipes(Record):
    """What weights flow through on their way into one machine."""

    machine: str
    network_gb_per_second: float | None
    """Baseline; null where no source gives it."""
    ebs_gb_per_second: float | None
    local_gb: float
    """Local NVMe storage."""
    devices: int = 1
    """Devices that are filled side by side; 1 for a CPU."""


def pipes_of(instance: Instance, devices: int | None = None) -> Pipes:
    """The pipes of an instance type; `devices` where fewer than all of its devices take the model."""
    return Pipes(
        machine=instance.instance_type,
        network_gb_per_second=None if instance.network_gbps is None else instance.network_gbps / 8,
        ebs_gb_per_second=None if instance.ebs_mbps is None else instance.ebs_mbps / 8e3,
        local_gb=instance.local_storage_gb,
        devices=devices or max(int(instance.accelerator_count), 1),
    )


def figure(starts: Starts, part: str, name: str) -> Fact[Span]:
    """One figure of the base."""
    return starts[part].figures[name]


def fixed(name: str, fact: Fact[Span]) -> Duration:
    """A part that takes as long as the base says."""
    return _told(name, "", _time(lambda end: _at(fact, end), fact))


def loading(size_gb: float, source: LoadFrom, pipes: Pipes, starts: Starts, *, volume_mib_per_second: float | None = None) -> Duration:
    """Weights of `size_gb` (GB of 10^9 bytes) from `source` into the devices: size ÷ rate of the slowest link.

    A download is followed by reading the files, which lie in the page cache by then. `volume_mib_per_second` is what a
    gp3 volume was given; its default is what every volume has.
    """
    _positive("size_gb", size_gb)
    _known("load_from", source, get_args(LoadFrom))
    if source == "s3-download":
        links = [
            (_network(pipes), figure(starts, "loading", "s3_download_share")),
            (1.0, figure(starts, "loading", "s3_download_gb_per_second")),
        ]
        return in_turn(_through("download from S3", size_gb, links), loading(size_gb, "page-cache", pipes, starts))
    if source == "s3-stream":
        links = [
            (_network(pipes), figure(starts, "loading", "s3_stream_share")),
            (1.0, figure(starts, "loading", "s3_stream_gb_per_second")),
            (pipes.devices, figure(starts, "loading", "stream_gb_per_second")),
        ]
        return _through("stream from S3 into the device", size_gb, links)
    if source == "ebs-gp3":
        volume = _volume(volume_mib_per_second, starts) / MIB_PER_GB
        rate = min(volume, pipes.ebs_gb_per_second or volume)
        links = [(rate, figure(starts, "loading", "gp3_share")), (pipes.devices, figure(starts, "loading", "stream_gb_per_second"))]
        return _through("read from gp3", size_gb, links)
    if source == "nvme":
        if not pipes.local_gb:
            raise InputError(f"load_from: {pipes.machine} has no local NVMe storage. Use ebs-gp3 or s3-stream.")
        return _through("read from NVMe", size_gb, [(1.0, figure(starts, "loading", "nvme_gb_per_second"))])
    return _through("read from the page cache", size_gb, [(pipes.devices, figure(starts, "loading", "page_cache_gb_per_second"))])


def image_pull(size_gb: float, pull: Pull, starts: Starts) -> Duration:
    """An image of `size_gb` compressed, fetched and unpacked: layer by layer, with layers in parallel, or there already."""
    _positive("image_gb", size_gb)
    _known("pull", pull, get_args(Pull))
    if pull == "cached":
        return NOTHING
    name = "pull_gb_per_second" if pull == "registry" else "parallel_pull_gb_per_second"
    return _through("pull of the image", size_gb, [(1.0, figure(starts, "image", name))])


def server_start(server: Server, parameters_b: float, starts: Starts, *, compiled: bool) -> Duration:
    """The model server beside loading. vLLM: a constant and a share of the size, and kernels where none were kept (`compiled`)."""
    _known("server", server, get_args(Server))
    _positive("parameters_b", parameters_b, or_zero=True)
    if server == "plain":
        return fixed("start of the server", figure(starts, "engine", "plain_seconds"))
    base, slope = figure(starts, "engine", "vllm_seconds"), figure(starts, "engine", "vllm_seconds_per_billion")
    process = _told(
        "start of vLLM",
        f"{base.value.typical:g} s + {slope.value.typical:g} s × {parameters_b:.3g} billion parameters",
        _time(lambda end: _at(base, end) + _at(slope, end) * parameters_b, base, slope),
    )
    return process if compiled else in_turn(process, fixed("compilation of kernels", figure(starts, "engine", "torch_compile_seconds")))


def neuron_compilation(parameters_b: float, starts: Starts, *, cached: bool) -> Duration:
    """Ahead-of-time compilation for Inferentia and Trainium: between the published sizes as a power of the size, beyond them the last.

    The shape of the graph, its buckets and the compiler's version matter as much as the size: read it as an order of magnitude.
    """
    _positive("parameters_b", parameters_b)
    if cached:
        return NOTHING
    anchors = sorted(starts["neuron-compilation"].figures.values(), key=_size)
    size = min(max(parameters_b, _size(anchors[0])), _size(anchors[-1]))
    below = max((anchor for anchor in anchors if _size(anchor) <= size), key=_size)
    above = min((anchor for anchor in anchors if _size(anchor) >= size), key=_size)
    apart = math.log(_size(above) / _size(below))
    share = math.log(size / _size(below)) / apart if apart else 0.0
    time = _time(lambda end: _at(below, end) ** (1 - share) * _at(above, end) ** share, below, above)
    if size != parameters_b or below is not above:
        time = msgspec.structs.replace(time, basis="estimated")
    ends = f"{_size(below):g}" if below is above else f"{_size(below):g} and {_size(above):g}"
    arithmetic = f"{'as' if below is above else 'between those'} published for {ends} billion parameters"
    return _told("compilation for Neuron", arithmetic, time)


def cold_start(
    model_gb: float,
    memory_mb: int,
    starts: Starts,
    *,
    service: FunctionService = "lambda",
    model_in: ModelIn = "image",
    snapstart: bool = False,
) -> Duration:
    """A function's first answer: libraries and model, slower below one vCPU, which Lambda gives at 1,769 MB.

    A snapshot (SnapStart) replaces both. With provisioned concurrency there is no cold start up to that concurrency.
    """
    _positive("model_gb", model_gb, or_zero=True)
    _positive("memory_mb", memory_mb)
    _known("service", service, get_args(FunctionService))
    _known("model in", model_in, get_args(ModelIn))
    if snapstart:
        if service != "lambda":
            raise InputError(f"snapstart: {service} has none. Only lambda has.")
        return fixed("restore from the snapshot", figure(starts, "function", "snapstart_seconds"))
    whole_core = figure(starts, "function", "mb_per_vcpu")
    slower = max(1.0, whole_core.value.typical / memory_mb)
    base = figure(starts, "function", "base_seconds" if service == "lambda" else "serverless_base_seconds")
    environment = _slowed("environment and libraries", f"{base.value.typical:g} s", fixed("", base), slower)
    if not model_gb:
        return environment
    rate = figure(starts, "function", "image_gb_per_second" if model_in == "image" else "s3_gb_per_second")
    time = _through("", model_gb, [(1.0, rate)])
    return in_turn(environment, _slowed("loading of the model", f"{model_gb:.3g} GB ÷ {rate.value.typical:g} GB/s", time, slower))


def _through(name: str, size_gb: float, links: list[tuple[float, Fact[Span]]]) -> Duration:
    """`size_gb` through the slowest of `links`, each a width in GB/s (or a count) times a figure."""

    def rate(end: End) -> float:
        return min(width * _at(fact, end) for width, fact in links)

    width, slowest = min(links, key=lambda link: link[0] * link[1].value.typical)
    made = "" if width == 1 else f" ({width:.3g} × {slowest.value.typical:g})"
    time = _time(lambda end: size_gb / rate(_OTHER_END[end]), *(fact for _, fact in links))
    return _told(name, f"{size_gb:.3g} GB ÷ {rate('typical'):.3g} GB/s{made}", time)


def _slowed(name: str, arithmetic: str, time: Duration, factor: float) -> Duration:
    """`time` on less than one core."""
    whole = msgspec.structs.replace(time, estimate=time.estimate * factor, low=time.low * factor, high=time.high * factor)
    return _told(name, f"{arithmetic} × {factor:.3g} for less than one vCPU" if factor > 1 else arithmetic, whole)


def _time(reckon: Callable[[End], float], *facts: Fact[Span]) -> Duration:
    """What `reckon` makes of each end of `facts`."""
    return Duration(
        estimate=reckon("typical"),
        low=reckon("low"),
        high=reckon("high"),
        basis=worst(fact.value.basis for fact in facts),
        sources=tuple(dict.fromkeys(source for fact in facts for source in fact.sources)),
    )


def _told(name: str, arithmetic: str, time: Duration) -> Duration:
    return msgspec.structs.replace(time, steps=(line(name, arithmetic, time),))


def _at(fact: Fact[Span], end: End) -> float:
    span = fact.value
    return {"typical": span.typical, "low": span.low, "high": span.high}[end]


def _size(fact: Fact[Span]) -> float:
    return fact.value.at_parameters_b or 0.0


def _network(pipes: Pipes) -> float:
    if not pipes.network_gb_per_second:
        raise InputError(f"load_from: no source gives the network bandwidth of {pipes.machine}. Use ebs-gp3 or nvme.")
    return pipes.network_gb_per_second


def _volume(wanted: float | None, starts: Starts) -> float:
    """The throughput of a gp3 volume, MiB/s."""
    limits = figure(starts, "loading", "gp3_mib_per_second").value
    if wanted is None:
        return limits.typical
    if not limits.low <= wanted <= limits.high:
        close = limits.high if wanted > limits.high else limits.low
        raise InputError(f"volume_mib_per_second: {wanted:g} is not what a gp3 volume can have. The nearest is {close:g}.")
    return wanted


def _positive(field: str, value: float, *, or_zero: bool = False) -> None:
    if not (math.isfinite(value) and (value > 0 or (or_zero and value == 0))):
        raise InputError(f"{field}: {value:g} is not {'zero or more' if or_zero else 'above zero'}.")


def _known(field: str, value: str, names: tuple[str, ...]) -> None:
    if value not in names:
        raise InputError(f"{field}: there is no {shown(value)}.{suggestion(value, names, 'Use ' + ', '.join(names) + '.')}")
