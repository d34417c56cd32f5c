"""Times to start against those that others published, and against what has to hold for any size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.startup.duration import NO_TIME, Duration, format_seconds, longest_duration, sum_durations
from engine.sizing.startup.parts import (
    FunctionService,
    LoadFrom,
    MachineBandwidth,
    ModelIn,
    Pull,
    cold_start_time,
    image_pull_time,
    loading_time,
    page_cache_time,
    server_start_time,
)
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import for_each
from tests.engine.sizing.startup.published_times import bandwidth_of, is_within_range

SIZES = st.floats(0.01, 2000)
SOURCES: tuple[LoadFrom, ...] = ("s3-download", "s3-stream", "ebs-gp3", "nvme")
WIDE = MachineBandwidth(machine="wide", network_gb_per_second=12.5, ebs_gb_per_second=2.0, local_gb=1000.0)


PUBLISHED = [
    # instance, source, GB, published seconds
    ("g5.12xlarge", "s3-stream", 16.06, 4.24),
    ("p4d.24xlarge", "nvme", 13.5, 7.29),
    ("p4d.24xlarge", "nvme", 26.0, 16.04),
    ("p4d.24xlarge", "nvme", 13.5, 3.67),
    ("g6.2xlarge", "s3-download", 16.4, 77.0 + 9.0),
]
"""Published loads into one device. The GPU of a p4d stands for the A100 of other makers' machines."""


@for_each(("instance", "source", "size", "seconds"), PUBLISHED)
def test_published_loads_lie_within_the_range(
    knowledge: Knowledge, *, instance: str, source: LoadFrom, size: float, seconds: float
) -> None:
    """The range is wide enough for what was measured, and not wider than a factor of ten."""
    found = loading_time(size, source, bandwidth_of(knowledge, instance, 1), knowledge.starts)
    assert found.low * 0.97 <= seconds <= found.high * 1.03
    assert found.high <= 10 * found.low


@for_each(("size", "seconds"), [(13.48, 7.47), (3.67, 2.1)])
def test_published_reads_of_the_page_cache_lie_within_the_range(knowledge: Knowledge, size: float, seconds: float) -> None:
    """Into one GPU of a p4d, which stands for the A100 of other makers' machines."""
    assert is_within_range(page_cache_time(size, bandwidth_of(knowledge, "p4d.24xlarge", 1), knowledge.starts), seconds)


def test_a_large_model_is_not_downloaded_as_fast_as_the_network_is_wide(knowledge: Knowledge) -> None:
    """Llama 2 70B on a p4de: 4 min 25 s with a download and the start of the server, 20 s with streaming."""
    way = bandwidth_of(knowledge, "p4de.24xlarge")
    downloaded, streamed = (loading_time(138, source, way, knowledge.starts) for source in ("s3-download", "s3-stream"))
    assert downloaded.estimate == pytest.approx(265, rel=0.1)
    assert is_within_range(streamed, 14.3)
    assert streamed.high <= 20


def test_loading_is_size_over_rate(knowledge: Knowledge) -> None:
    """125 MiB/s of a plain gp3 volume are 0.131 GB/s, which every instance type and device can take."""
    found = loading_time(13.1072, "ebs-gp3", bandwidth_of(knowledge, "g5.xlarge"), knowledge.starts)
    assert found.estimate == pytest.approx(100.0)
    assert found.low == pytest.approx(95.2, abs=0.3)
    assert found.high == pytest.approx(100.0)


def test_a_download_is_followed_by_reading_the_files(knowledge: Knowledge) -> None:
    """It takes longer than reading the page cache alone, by the time of the download."""
    way = bandwidth_of(knowledge, "g6.2xlarge")
    whole, second = loading_time(16.4, "s3-download", way, knowledge.starts), page_cache_time(16.4, way, knowledge.starts)
    assert all(total > reading for total, reading in zip(whole, second, strict=True))


def test_more_devices_load_their_shares_side_by_side(knowledge: Knowledge) -> None:
    """From the page cache eight devices take an eighth of the time; NVMe disks are shared."""
    one, eight = (bandwidth_of(knowledge, "p4d.24xlarge", count) for count in (1, 8))
    cached = [page_cache_time(140, way, knowledge.starts).estimate for way in (one, eight)]
    assert cached[0] == pytest.approx(8 * cached[1])
    assert loading_time(140, "nvme", one, knowledge.starts) == loading_time(140, "nvme", eight, knowledge.starts)


@given(size=SIZES, factor=st.floats(1.1, 20), source=st.sampled_from(SOURCES))
def test_time_grows_with_size(knowledge: Knowledge, size: float, factor: float, source: LoadFrom) -> None:
    """In proportion, and the estimate is never outside its range."""
    small, large = (loading_time(gb, source, WIDE, knowledge.starts) for gb in (size, size * factor))
    assert large.estimate == pytest.approx(small.estimate * factor)
    assert 0 < small.low <= small.estimate <= small.high


@given(size=SIZES, network=st.floats(0.1, 400), factor=st.floats(1, 10), source=st.sampled_from(SOURCES))
def test_a_wider_network_never_slows(knowledge: Knowledge, size: float, network: float, factor: float, source: LoadFrom) -> None:
    """And no network matters to what lies on the machine."""
    times = [
        loading_time(
            size, source, MachineBandwidth(machine="x", network_gb_per_second=gb, ebs_gb_per_second=1.0, local_gb=1.0), knowledge.starts
        ).estimate
        for gb in (network, network * factor)
    ]
    assert times[1] <= times[0]
    assert source.startswith("s3") or times[1] == times[0]


@for_each(
    ("gb", "pull", "seconds"),
    [(17.7, "registry", 333), (15.7, "registry", 247), (17.5, "registry", 182), (10.6, "registry", 130), (9.0, "parallel", 30)],
)
def test_published_pulls_lie_within_the_range(knowledge: Knowledge, gb: float, pull: Pull, seconds: float) -> None:
    """What caching saved in four cases, and a parallel pull."""
    assert is_within_range(image_pull_time(gb, pull, knowledge.starts), seconds)


def test_a_cached_image_takes_no_time(knowledge: Knowledge) -> None:
    """Nothing to fetch, nothing to tell."""
    assert image_pull_time(17.7, "cached", knowledge.starts) == NO_TIME


@for_each(("size", "seconds"), [(1.84, 34.3), (6.74, 38.5), (67.0, 54.3), (14.8, 140.0), (1.2, 58.0)])
def test_published_starts_of_vllm_lie_within_the_range(knowledge: Knowledge, size: float, seconds: float) -> None:
    """With the compilation kept; what a first start compiles comes on top."""
    kept, first = (server_start_time("vllm", size, knowledge.starts, compiled=compiled) for compiled in (True, False))
    assert kept.low - 1 <= seconds <= kept.high + 1
    assert first.estimate - kept.estimate == pytest.approx(46)


MEASURED_FUNCTIONS = [
    ("image", 0.14, 5.572),
    ("image", 0.42, 8.312),
    ("image", 1.09, 17.59),
    ("s3", 0.14, 5.706),
    ("s3", 0.42, 10.096),
    ("s3", 1.09, 20.172),
]
"""Medians of a public load test on Lambda."""


@for_each(("model_in", "gb", "seconds"), MEASURED_FUNCTIONS)
def test_published_cold_starts_are_met(knowledge: Knowledge, model_in: ModelIn, gb: float, seconds: float) -> None:
    """Within a tenth of the median, and within the range."""
    found = cold_start_time(gb, 3008, knowledge.starts, model_in=model_in)
    assert found.estimate == pytest.approx(seconds, rel=0.1)
    assert is_within_range(found, seconds)


def test_memory_below_one_vcpu_slows_a_cold_start(knowledge: Knowledge) -> None:
    """Half of 1,769 MB takes twice as long; twice as much gains nothing."""
    half, whole, double = (cold_start_time(0.4, memory, knowledge.starts).estimate for memory in (884, 1769, 3538))
    assert half == pytest.approx(2 * whole, rel=0.01)
    assert double == whole


@for_each(("service", "low", "high"), [("lambda", 3.3, 11.4), ("sagemaker-serverless", 1, 5)])
def test_a_service_without_a_model_starts_in_its_own_time(knowledge: Knowledge, service: FunctionService, low: float, high: float) -> None:
    """The environment and the libraries alone."""
    found = cold_start_time(0, 4096, knowledge.starts, service=service)
    assert (found.low, found.high) == (low, high)


def test_parts_in_turn_add_up_and_parts_at_once_overlap() -> None:
    """Both ends of the range follow too."""
    short, long = Duration(2, 1, 9), Duration(5, 4, 6)
    assert sum_durations(short, long) == (7, 5, 15)
    assert longest_duration(short, long) == (5, 4, 9)
    assert sum_durations(short, NO_TIME) == short


@for_each(("seconds", "text"), [(0.14, "0.1 s"), (4.24, "4.2 s"), (45.4, "45 s"), (120, "2 min"), (525, "8.75 min")])
def test_times_are_written_as_people_write_them(seconds: float, text: str) -> None:
    """Seconds up to two minutes, minutes above."""
    assert format_seconds(seconds) == text


def test_a_source_that_the_machine_lacks_is_named_with_what_to_use(knowledge: Knowledge) -> None:
    """One line each for NVMe and the network."""
    unknown = MachineBandwidth(machine="x1.new", network_gb_per_second=None, ebs_gb_per_second=None, local_gb=0.0)
    with pytest.raises(InputError, match=r"load_from: x1\.new has no local NVMe storage\. Use ebs-gp3"):
        loading_time(1, "nvme", unknown, knowledge.starts)
    with pytest.raises(InputError, match=r"no source gives the network bandwidth of x1\.new\. Use ebs-gp3"):
        loading_time(1, "s3-stream", unknown, knowledge.starts)


def test_every_figure_has_an_order_and_a_unit(knowledge: Knowledge) -> None:
    """The typical value lies between the ends, and nobody has to guess what is counted."""
    figures = {(part, name): fact for part, start in knowledge.starts.items() for name, fact in start.figures.items()}
    wrong = [key for key, fact in figures.items() if not fact.value.low <= fact.value.typical <= fact.value.high or not fact.unit]
    assert wrong == []
    assert len(figures) > 20
