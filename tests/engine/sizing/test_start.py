"""Times to start against those that others published, and against what has to hold for any size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.start.duration import NOTHING, Duration, at_once, in_turn, told
from engine.sizing.start.parts import (
    FunctionService,
    LoadFrom,
    ModelIn,
    Pipes,
    Pull,
    cold_start,
    image_pull,
    loading,
    neuron_compilation,
    server_start,
)
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.engine.sizing.starts import holds, pipes

SIZES = st.floats(0.01, 2000)
SOURCES: tuple[LoadFrom, ...] = ("s3-download", "s3-stream", "ebs-gp3", "nvme", "page-cache")
WIDE = Pipes(machine="wide", network_gb_per_second=12.5, ebs_gb_per_second=2.0, local_gb=1000.0)


PUBLISHED = [
    # instance, source, GB, gp3 MiB/s, published seconds
    ("g5.12xlarge", "s3-stream", 16.06, None, 4.24),
    ("g5.12xlarge", "ebs-gp3", 16.06, 1000, 14.36),
    ("p4d.24xlarge", "nvme", 13.5, None, 7.29),
    ("p4d.24xlarge", "nvme", 26.0, None, 16.04),
    ("p4d.24xlarge", "nvme", 13.5, None, 3.67),
    ("p4d.24xlarge", "page-cache", 13.48, None, 7.47),
    ("p4d.24xlarge", "page-cache", 3.67, None, 2.1),
    ("g6.2xlarge", "s3-download", 16.4, None, 77.0 + 9.0),
]
"""Published loads into one device. The GPU of a p4d stands for the A100 of other makers' machines."""


@pytest.mark.parametrize(("instance", "source", "size", "volume", "seconds"), PUBLISHED)
def test_published_loads_lie_within_the_range(
    knowledge: Knowledge, *, instance: str, source: LoadFrom, size: float, volume: float | None, seconds: float
) -> None:
    """The range is wide enough for what was measured, and not wider than a factor of ten."""
    found = loading(size, source, pipes(knowledge, instance, 1), knowledge.starts, volume_mib_per_second=volume)
    assert found.low * 0.97 <= seconds <= found.high * 1.03
    assert found.high <= 10 * found.low


def test_a_large_model_is_not_downloaded_as_fast_as_the_network_is_wide(knowledge: Knowledge) -> None:
    """Llama 2 70B on a p4de: 4 min 25 s with a download and the start of the server, 20 s with streaming."""
    way = pipes(knowledge, "p4de.24xlarge")
    downloaded, streamed = (loading(138, source, way, knowledge.starts) for source in ("s3-download", "s3-stream"))
    assert downloaded.estimate == pytest.approx(265, rel=0.1)
    assert holds(streamed, 14.3)
    assert streamed.high <= 20


def test_loading_is_size_over_rate(knowledge: Knowledge) -> None:
    """125 MiB/s of a plain gp3 volume are 0.131 GB/s, which every instance type and device can take."""
    found = loading(13.1072, "ebs-gp3", pipes(knowledge, "g5.xlarge"), knowledge.starts)
    assert found.estimate == pytest.approx(100.0)
    assert found.steps == ("read from gp3 = 13.1 GB ÷ 0.131 GB/s (0.131 × 1) = 100 s (95 s to 100 s), measured",)


def test_the_instances_ebs_bandwidth_bounds_a_fast_volume(knowledge: Knowledge) -> None:
    """A g5.xlarge has 3,500 Mbit/s to EBS, whatever the volume was given."""
    found = loading(43.75, "ebs-gp3", pipes(knowledge, "g5.xlarge"), knowledge.starts, volume_mib_per_second=2000)
    assert found.estimate == pytest.approx(100.0)


def test_a_download_is_followed_by_reading_the_files(knowledge: Knowledge) -> None:
    """Two steps in turn, of which the second is that of the page cache."""
    way = pipes(knowledge, "g6.2xlarge")
    whole, second = (loading(16.4, source, way, knowledge.starts) for source in ("s3-download", "page-cache"))
    assert len(whole.steps) == 2
    assert whole.steps[1] == second.steps[0]
    assert whole.estimate > second.estimate


def test_more_devices_load_their_shares_side_by_side(knowledge: Knowledge) -> None:
    """From the page cache eight devices take an eighth of the time; NVMe disks are shared."""
    one, eight = (pipes(knowledge, "p4d.24xlarge", count) for count in (1, 8))
    cached = [loading(140, "page-cache", way, knowledge.starts).estimate for way in (one, eight)]
    assert cached[0] == pytest.approx(8 * cached[1])
    assert loading(140, "nvme", one, knowledge.starts) == loading(140, "nvme", eight, knowledge.starts)


@given(size=SIZES, factor=st.floats(1.1, 20), source=st.sampled_from(SOURCES))
def test_time_grows_with_size(knowledge: Knowledge, size: float, factor: float, source: LoadFrom) -> None:
    """In proportion, and the estimate is never outside its range."""
    small, large = (loading(gb, source, WIDE, knowledge.starts) for gb in (size, size * factor))
    assert large.estimate == pytest.approx(small.estimate * factor)
    assert 0 < small.low <= small.estimate <= small.high
    assert small.sources


@given(size=SIZES, network=st.floats(0.1, 400), factor=st.floats(1, 10), source=st.sampled_from(SOURCES))
def test_a_wider_network_never_slows(knowledge: Knowledge, size: float, network: float, factor: float, source: LoadFrom) -> None:
    """And no network matters to what lies on the machine."""
    times = [
        loading(size, source, Pipes(machine="x", network_gb_per_second=gb, ebs_gb_per_second=1.0, local_gb=1.0), knowledge.starts).estimate
        for gb in (network, network * factor)
    ]
    assert times[1] <= times[0]
    assert source.startswith("s3") or times[1] == times[0]


@pytest.mark.parametrize(
    ("gb", "pull", "seconds"),
    [(17.7, "registry", 333), (15.7, "registry", 247), (17.5, "registry", 182), (10.6, "registry", 130), (9.0, "parallel", 30)],
)
def test_published_pulls_lie_within_the_range(knowledge: Knowledge, gb: float, pull: Pull, seconds: float) -> None:
    """What caching saved in four cases, and a parallel pull."""
    assert holds(image_pull(gb, pull, knowledge.starts), seconds)


def test_a_cached_image_takes_no_time(knowledge: Knowledge) -> None:
    """Nothing to fetch, nothing to tell."""
    assert image_pull(17.7, "cached", knowledge.starts) == NOTHING


@pytest.mark.parametrize(("size", "seconds"), [(1.84, 34.3), (6.74, 38.5), (67.0, 54.3), (14.8, 140.0), (1.2, 58.0)])
def test_published_starts_of_vllm_lie_within_the_range(knowledge: Knowledge, size: float, seconds: float) -> None:
    """With the compilation kept; what a first start compiles comes on top."""
    kept, first = (server_start("vllm", size, knowledge.starts, compiled=compiled) for compiled in (True, False))
    assert kept.low - 1 <= seconds <= kept.high + 1
    assert first.estimate - kept.estimate == pytest.approx(46)


@pytest.mark.parametrize(("size", "seconds"), [(1.24, 142), (20.9, 418), (20.9, 600), (20.9, 1200), (70.0, 3600), (405.0, 1800)])
def test_published_neuron_compilations_lie_within_the_range(knowledge: Knowledge, size: float, seconds: float) -> None:
    """Minutes to an hour; beyond the largest published size nothing is added."""
    assert holds(neuron_compilation(size, knowledge.starts, cached=False), seconds)


@given(size=st.floats(0.01, 2000), factor=st.floats(1, 100))
def test_neuron_compilation_grows_with_size(knowledge: Knowledge, size: float, factor: float) -> None:
    """It never falls, and never leaves its range."""
    small, large = (neuron_compilation(billions, knowledge.starts, cached=False) for billions in (size, size * factor))
    assert small.estimate <= large.estimate * (1 + 1e-9)
    assert 50 - 1e-6 <= small.low <= small.estimate <= small.high <= 3600 + 1e-6


def test_a_size_between_the_published_ones_is_an_estimate(knowledge: Knowledge) -> None:
    """A published size keeps its own basis, and a kept artefact takes no time."""
    assert neuron_compilation(8.03, knowledge.starts, cached=False).basis == "estimated"
    assert neuron_compilation(20.9, knowledge.starts, cached=False).basis == "documented"
    assert neuron_compilation(8.03, knowledge.starts, cached=True) == NOTHING


MEASURED_FUNCTIONS = [
    ("image", 0.14, 5.572),
    ("image", 0.42, 8.312),
    ("image", 1.09, 17.59),
    ("s3", 0.14, 5.706),
    ("s3", 0.42, 10.096),
    ("s3", 1.09, 20.172),
]
"""Medians of a public load test on Lambda."""


@pytest.mark.parametrize(("model_in", "gb", "seconds"), MEASURED_FUNCTIONS)
def test_published_cold_starts_are_met(knowledge: Knowledge, model_in: ModelIn, gb: float, seconds: float) -> None:
    """Within a tenth of the median, and within the range."""
    found = cold_start(gb, 3008, knowledge.starts, model_in=model_in)
    assert found.estimate == pytest.approx(seconds, rel=0.1)
    assert holds(found, seconds)


def test_memory_below_one_vcpu_slows_a_cold_start(knowledge: Knowledge) -> None:
    """Half of 1,769 MB takes twice as long; twice as much gains nothing."""
    half, whole, double = (cold_start(0.4, memory, knowledge.starts).estimate for memory in (884, 1769, 3538))
    assert half == pytest.approx(2 * whole, rel=0.01)
    assert double == whole


@pytest.mark.parametrize(("service", "low", "high"), [("lambda", 3.3, 11.4), ("sagemaker-serverless", 1, 5)])
def test_a_service_without_a_model_starts_in_its_own_time(knowledge: Knowledge, service: FunctionService, low: float, high: float) -> None:
    """The environment and the libraries alone."""
    found = cold_start(0, 4096, knowledge.starts, service=service)
    assert (found.low, found.high) == (low, high)
    assert len(found.steps) == 1


def test_a_snapshot_replaces_libraries_and_model(knowledge: Knowledge) -> None:
    """Published: 1.6 s instead of 16.5 s for about a gigabyte of weights; Serverless Inference has no snapshots."""
    assert cold_start(1.1, 4096, knowledge.starts, snapstart=True).estimate == 1.6
    assert holds(cold_start(1.0, 4096, knowledge.starts, model_in="s3"), 16.5)
    with pytest.raises(InputError, match=r"snapstart: sagemaker-serverless has none"):
        cold_start(1.1, 4096, knowledge.starts, service="sagemaker-serverless", snapstart=True)


def test_parts_in_turn_add_up_and_parts_at_once_overlap() -> None:
    """The worst basis and all steps are kept."""
    short = Duration(estimate=2, low=1, high=9, basis="measured", steps=("a",), sources=("x",))
    long = Duration(estimate=5, low=4, high=6, basis="reported", steps=("b",), sources=("x", "y"))
    summed, longest = in_turn(short, long), at_once(short, long)
    assert (summed.estimate, summed.low, summed.high) == (7, 5, 15)
    assert (longest.estimate, longest.low, longest.high) == (5, 4, 9)
    for whole in (summed, longest):
        assert (whole.basis, whole.steps, whole.sources) == ("reported", ("a", "b"), ("x", "y"))
    assert in_turn(short, NOTHING) == short


@pytest.mark.parametrize(("seconds", "said"), [(0.14, "0.1 s"), (4.24, "4.2 s"), (45.4, "45 s"), (120, "2 min"), (525, "8.75 min")])
def test_times_are_told_as_people_say_them(seconds: float, said: str) -> None:
    """Seconds up to two minutes, minutes above."""
    assert told(seconds) == said


def test_every_mistake_is_told_with_what_is_possible(knowledge: Knowledge) -> None:
    """Field, value, and the nearest or the only thing to do."""
    starts, way = knowledge.starts, pipes(knowledge, "g5.xlarge")
    unknown = Pipes(machine="x1.new", network_gb_per_second=None, ebs_gb_per_second=None, local_gb=0.0)
    with pytest.raises(InputError, match=r"load_from: there is no \"nvmee\"\. Did you mean nvme\?"):
        loading(1, "nvmee", way, starts)  # type: ignore[arg-type]  # a mistake on purpose
    with pytest.raises(InputError, match=r"load_from: x1\.new has no local NVMe storage\. Use ebs-gp3"):
        loading(1, "nvme", unknown, starts)
    with pytest.raises(InputError, match=r"no source gives the network bandwidth of x1\.new\. Use ebs-gp3"):
        loading(1, "s3-stream", unknown, starts)
    with pytest.raises(InputError, match=r"volume_mib_per_second: 4000 is not .* The nearest is 2000\."):
        loading(1, "ebs-gp3", way, starts, volume_mib_per_second=4000)
    with pytest.raises(InputError, match=r"size_gb: 0 is not above zero"):
        loading(0, "nvme", way, starts)
    with pytest.raises(InputError, match=r"memory_mb: -1 is not above zero"):
        cold_start(1, -1, starts)


def test_every_figure_has_an_order_and_a_unit(knowledge: Knowledge) -> None:
    """The typical value lies between the ends, and nobody has to guess what is counted."""
    figures = {(part, name): fact for part, start in knowledge.starts.items() for name, fact in start.figures.items()}
    wrong = [key for key, fact in figures.items() if not fact.value.low <= fact.value.typical <= fact.value.high or not fact.unit]
    assert wrong == []
    assert len(figures) > 20
