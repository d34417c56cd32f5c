"""Metrics of CloudWatch: names, scales and units of each, gathered to the use of a resource."""

from __future__ import annotations

from typing import Any

import pytest

from engine.handover.rightsize import Failed, RowReader, Usage
from engine.handover.rightsize.cloudwatch.aggregation import Inventory, aggregate_periods, aggregate_series
from engine.handover.rightsize.cloudwatch.metric_files import Series, period_seconds
from engine.handover.rightsize.fleet_table import Row
from knowledge import Knowledge

HOUR = 3600.0


def parse_time(given: object) -> float:
    """A calendar of our own: times are numbers."""
    return float(str(given))


def make_inventory(knowledge: Knowledge, *rows: Row) -> Inventory:
    """Resources by name."""
    reader = RowReader(knowledge, "us-east-1")
    return Inventory([reader.read_usage(row) for row in rows])


def make_series(metric: str, values: list[float], *, statistic: str = "Average", period: float = 300, **more: Any) -> Series:  # noqa: ANN401  # the fields of a series
    """A metric of the endpoint `shop`, a value each period."""
    times = tuple(number * period for number in range(len(values)))
    more = {"resource": "shop/blue", **more}
    return Series(metric=metric, statistic=statistic, period=period, times=times, values=tuple(values), **more)


def gather_usage(knowledge: Knowledge, *many: Series, days: float = 14, **row: object) -> Usage:
    """Give the only resource of these series."""
    known = make_inventory(knowledge, {"resource": "shop", "kind": "endpoint", "instance_type": "ml.g5.12xlarge", **row})
    (usage,) = aggregate_series(many, known, knowledge, days, "metrics.json")
    assert isinstance(usage, Usage), usage
    return usage


def test_sagemaker_counts_each_vcpu_and_each_gpu(knowledge: Knowledge) -> None:
    """48 vCPUs reach 4,800 %, 4 GPUs 400 %; memory is a share of the machine."""
    usage = gather_usage(
        knowledge,
        make_series("CPUUtilization", [480.0]),
        make_series("GPUUtilization", [200.0]),
        make_series("GPUMemoryUtilization", [100.0]),
        make_series("MemoryUtilization", [30.0]),
    )
    assert {name: use.max for name, use in usage.uses.items()} == {"cpu": 10, "gpu": 50, "gpu_memory": 25, "memory": 30}


def test_ec2_counts_the_whole_machine(knowledge: Knowledge) -> None:
    """The same name, another namespace, another scale."""
    row = {"resource": "i-1", "kind": "instance", "instance_type": "g5.12xlarge"}
    for namespace in ("AWS/EC2", None):
        found = [make_series("CPUUtilization", [48.0], resource="i-1", namespace=namespace)]
        (usage,) = aggregate_series(found, make_inventory(knowledge, row), knowledge, 14, "m")
        assert isinstance(usage, Usage)
        assert usage.uses["cpu"].max == 48


def test_every_metric_of_the_base_leads_to_something(knowledge: Knowledge) -> None:
    """Each is read for a kind of resource that it has."""
    for metric in knowledge.metrics.values():
        for namespace, kind in metric.namespaces.items():
            name = "ml.g5.12xlarge" if kind != "instance" else "g5.12xlarge"
            row = {"resource": "one", "kind": kind, "instance_type": name}
            one = make_series(metric.metric, [5.0, 5.0], resource="one", namespace=namespace, statistic=(*metric.statistics, "Average")[0])
            (usage,) = aggregate_series([one], make_inventory(knowledge, row), knowledge, 14, "m")
            assert isinstance(usage, Usage)
            told = (usage.uses, usage.requests_per_second, usage.latency_ms, usage.disk_percent, usage.concurrency)
            assert any(told) or metric.measures == "overhead", metric.id


def test_latency_comes_in_microseconds_and_is_the_models_and_what_is_added(knowledge: Knowledge) -> None:
    """30,000 µs and 4,000 µs are 34 ms; a percentile stays the one it is."""
    usage = gather_usage(knowledge, make_series("ModelLatency", [30_000.0]), make_series("OverheadLatency", [4_000.0]))
    assert usage.latency_ms is not None
    assert usage.latency_ms.average == pytest.approx(34)
    usage = gather_usage(knowledge, make_series("ModelLatency", [250_000.0], statistic="p99"))
    assert usage.latency_ms is not None
    assert (usage.latency_ms.p99, usage.latency_ms.average) == (250, None)


def test_requests_are_a_sum_over_the_hours_measured(knowledge: Knowledge) -> None:
    """Periods without a figure had no request: 600 in one of twelve periods are a sixth a second, and 2 at the peak."""
    usage = gather_usage(knowledge, make_series("CPUUtilization", [48.0] * 12), make_series("Invocations", [600.0], statistic="Sum"))
    assert usage.hours == 1
    assert usage.requests_per_second is not None
    assert usage.requests_per_second.average == pytest.approx(600 / HOUR)
    assert usage.requests_per_second.max == pytest.approx(2)


def test_requests_per_instance_count_for_all_instances(knowledge: Knowledge) -> None:
    """Three machines with 600 each; where the whole is known too, it counts."""
    cpu, each = make_series("CPUUtilization", [48.0] * 12), make_series("InvocationsPerInstance", [600.0], statistic="Sum")
    usage = gather_usage(knowledge, cpu, each, count=3)
    assert usage.requests_per_second is not None
    assert usage.requests_per_second.average == pytest.approx(1800 / HOUR)
    usage = gather_usage(knowledge, cpu, each, make_series("Invocations", [900.0], statistic="Sum"), count=3)
    assert usage.requests_per_second is not None
    assert usage.requests_per_second.average == pytest.approx(900 / HOUR)


def test_no_figure_at_all_is_no_request(knowledge: Knowledge) -> None:
    """CloudWatch tells nothing of an endpoint that nobody calls; the empty result says so."""
    usage = gather_usage(knowledge, make_series("CPUUtilization", [4.8] * 12), make_series("Invocations", [], statistic="Sum"))
    assert usage.requests_per_second is not None
    assert usage.requests_per_second.average == 0


def test_maxima_of_the_periods_tell_the_peaks_and_averages_the_rest(knowledge: Knowledge) -> None:
    """An average over five minutes hides what filled the machine for a moment."""
    usage = gather_usage(
        knowledge,
        make_series("CPUUtilization", [480.0, 960.0]),
        make_series("CPUUtilization", [2400.0, 4800.0], statistic="Maximum"),
    )
    use = usage.uses["cpu"]
    assert (use.average, use.p50, use.p95, use.p99, use.max) == (15, 10, 20, 100, 100)


def test_percentiles_are_the_nearest_rank() -> None:
    """Of 1 to 200: the 99.5th percentile is 199, the 95th 190."""
    use = aggregate_periods({"Average": list(map(float, range(1, 201)))})
    assert use is not None
    assert (use.p50, use.p95, use.p99, use.p99_5, use.max) == (100, 190, 198, 199, 200)
    assert aggregate_periods({}) is None


def test_long_averages_are_a_doubt_unless_maxima_stand_beside_them(knowledge: Knowledge) -> None:
    """The seconds that one figure stands for."""
    averages, peaks = (
        make_series("CPUUtilization", [480.0], period=HOUR),
        make_series("CPUUtilization", [480.0], period=HOUR, statistic="Maximum"),
    )
    assert gather_usage(knowledge, averages).period_seconds == HOUR
    assert gather_usage(knowledge, averages, peaks).period_seconds is None


def test_a_period_is_the_smallest_step_where_nothing_says(knowledge: Knowledge) -> None:
    """Gaps do not make it longer."""
    del knowledge
    one = Series(metric="x", times=(600.0, 0.0, 60.0, 120.0), values=(1.0,) * 4)
    assert period_seconds(one) == 60


def test_only_the_last_days_count(knowledge: Knowledge) -> None:
    """What was long ago, and full, is not looked at."""
    day = [480.0] * 24
    usage = gather_usage(knowledge, make_series("CPUUtilization", [4800.0] * 24 + day, period=HOUR), days=0.9)
    assert (usage.uses["cpu"].max, usage.hours) == (10, 22)


def test_hosts_of_a_job_and_gpus_of_a_machine_come_together(knowledge: Knowledge) -> None:
    """The busiest of them decides; the hours are those of one."""
    row = {"resource": "train-1", "kind": "training", "instance_type": "ml.g5.12xlarge", "count": 2}
    found = [make_series("GPUUtilization", [100.0 * host] * 12, resource=name) for host, name in ((1, "train-1"), (3, "train-1"))]
    (usage,) = aggregate_series(found, make_inventory(knowledge, row), knowledge, 14, "m")
    assert isinstance(usage, Usage)
    assert (usage.uses["gpu"].max, usage.uses["gpu"].average, usage.hours) == (75, 50, 1)


@pytest.mark.parametrize(
    ("known", "one", "words"),
    [
        ("shopp", make_series("CPUUtilization", [1.0]), ["resource:", '"shop/blue"', "Did you mean shopp?"]),
        ("shop", make_series("CPUUtilization", [9999.0]), ["CPUUtilization:", '"9999.0"', "4800 %"]),
        ("shop", make_series("mem_used_percent", [10.0]), ["metric:", '"mem_used_percent"', "endpoint"]),
    ],
    ids=["a name that nothing knows", "more than the machine has", "a metric of another kind"],
)
def test_what_is_wrong_with_one_resource_is_told_in_its_place(known: str, one: Series, words: list[str], knowledge: Knowledge) -> None:
    """The others go on."""
    rows = [{"resource": name, "kind": "endpoint", "instance_type": "ml.g5.12xlarge"} for name in (known, "fine")]
    fine = make_series("CPUUtilization", [480.0], resource="fine")
    wrong, other = aggregate_series([one, fine], make_inventory(knowledge, *rows), knowledge, 14, "metrics.json")
    assert isinstance(wrong, Failed)
    assert [word for word in words if word not in wrong.error] == [], wrong.error
    assert isinstance(other, Usage)
