"""Metrics of CloudWatch: names, scales and units of each, gathered to the use of a resource."""

from __future__ import annotations

from typing import Any

import pytest

from engine.handover.rightsize import Failed, Reader, Usage
from engine.handover.rightsize.cloudwatch import (
    Inventory,
    Label,
    Series,
    described,
    from_console,
    from_measures,
    from_results,
    gaps,
    gathered,
    is_console,
    is_measures,
    label_of,
    queries_of,
)
from engine.handover.rightsize.cloudwatch.over_time import over_time, period_of
from engine.handover.rightsize.rows import Row
from knowledge import Knowledge
from knowledge.errors import InputError

HOUR = 3600.0


def seconds(given: object) -> float:
    """A calendar of our own: times are numbers."""
    return float(str(given))


def inventory(knowledge: Knowledge, *rows: Row) -> Inventory:
    """Resources by name."""
    reader = Reader(knowledge, "us-east-1")
    return Inventory([reader.usage(row) for row in rows])


def series(metric: str, values: list[float], *, statistic: str = "Average", period: float = 300, **more: Any) -> Series:  # noqa: ANN401  # the fields of a series
    """A metric of the endpoint `shop`, a value each period."""
    times = tuple(number * period for number in range(len(values)))
    more = {"resource": "shop/blue", **more}
    return Series(metric=metric, statistic=statistic, period=period, times=times, values=tuple(values), **more)


def gather(knowledge: Knowledge, *many: Series, days: float = 14, **row: object) -> Usage:
    """Give the only resource of these series."""
    known = inventory(knowledge, {"resource": "shop", "kind": "endpoint", "instance_type": "ml.g5.12xlarge", **row})
    (usage,) = gathered(many, known, knowledge, days, "metrics.json")
    assert isinstance(usage, Usage), usage
    return usage


def test_sagemaker_counts_each_vcpu_and_each_gpu(knowledge: Knowledge) -> None:
    """48 vCPUs reach 4,800 %, 4 GPUs 400 %; memory is a share of the machine."""
    usage = gather(
        knowledge,
        series("CPUUtilization", [480.0]),
        series("GPUUtilization", [200.0]),
        series("GPUMemoryUtilization", [100.0]),
        series("MemoryUtilization", [30.0]),
    )
    assert {name: use.max for name, use in usage.uses.items()} == {"cpu": 10, "gpu": 50, "gpu_memory": 25, "memory": 30}


def test_ec2_counts_the_whole_machine(knowledge: Knowledge) -> None:
    """The same name, another namespace, another scale."""
    row = {"resource": "i-1", "kind": "instance", "instance_type": "g5.12xlarge"}
    for namespace in ("AWS/EC2", None):
        found = [series("CPUUtilization", [48.0], resource="i-1", namespace=namespace)]
        (usage,) = gathered(found, inventory(knowledge, row), knowledge, 14, "m")
        assert isinstance(usage, Usage)
        assert usage.uses["cpu"].max == 48


def test_every_metric_of_the_base_leads_to_something(knowledge: Knowledge) -> None:
    """Each is read for a kind of resource that it has."""
    for metric in knowledge.metrics.values():
        for namespace, kind in metric.namespaces.items():
            name = "ml.g5.12xlarge" if kind != "instance" else "g5.12xlarge"
            row = {"resource": "one", "kind": kind, "instance_type": name}
            one = series(metric.metric, [5.0, 5.0], resource="one", namespace=namespace, statistic=(*metric.statistics, "Average")[0])
            (usage,) = gathered([one], inventory(knowledge, row), knowledge, 14, "m")
            assert isinstance(usage, Usage)
            told = (usage.uses, usage.requests_per_second, usage.latency_ms, usage.disk_percent, usage.concurrency)
            assert any(told) or metric.measures == "overhead", metric.id


def test_latency_comes_in_microseconds_and_is_the_models_and_what_is_added(knowledge: Knowledge) -> None:
    """30,000 µs and 4,000 µs are 34 ms; a percentile stays the one it is."""
    usage = gather(knowledge, series("ModelLatency", [30_000.0]), series("OverheadLatency", [4_000.0]))
    assert usage.latency_ms is not None
    assert usage.latency_ms.average == pytest.approx(34)
    usage = gather(knowledge, series("ModelLatency", [250_000.0], statistic="p99"))
    assert usage.latency_ms is not None
    assert (usage.latency_ms.p99, usage.latency_ms.average) == (250, None)


def test_requests_are_a_sum_over_the_hours_measured(knowledge: Knowledge) -> None:
    """Periods without a figure had no request: 600 in one of twelve periods are a sixth a second, and 2 at the peak."""
    usage = gather(knowledge, series("CPUUtilization", [48.0] * 12), series("Invocations", [600.0], statistic="Sum"))
    assert usage.hours == 1
    assert usage.requests_per_second is not None
    assert usage.requests_per_second.average == pytest.approx(600 / HOUR)
    assert usage.requests_per_second.max == pytest.approx(2)


def test_requests_per_instance_count_for_all_instances(knowledge: Knowledge) -> None:
    """Three machines with 600 each; where the whole is known too, it counts."""
    cpu, each = series("CPUUtilization", [48.0] * 12), series("InvocationsPerInstance", [600.0], statistic="Sum")
    usage = gather(knowledge, cpu, each, count=3)
    assert usage.requests_per_second is not None
    assert usage.requests_per_second.average == pytest.approx(1800 / HOUR)
    usage = gather(knowledge, cpu, each, series("Invocations", [900.0], statistic="Sum"), count=3)
    assert usage.requests_per_second is not None
    assert usage.requests_per_second.average == pytest.approx(900 / HOUR)


def test_no_figure_at_all_is_no_request(knowledge: Knowledge) -> None:
    """CloudWatch tells nothing of an endpoint that nobody calls; the empty result says so."""
    usage = gather(knowledge, series("CPUUtilization", [4.8] * 12), series("Invocations", [], statistic="Sum"))
    assert usage.requests_per_second is not None
    assert usage.requests_per_second.average == 0


def test_maxima_of_the_periods_tell_the_peaks_and_averages_the_rest(knowledge: Knowledge) -> None:
    """An average over five minutes hides what filled the machine for a moment."""
    usage = gather(
        knowledge,
        series("CPUUtilization", [480.0, 960.0]),
        series("CPUUtilization", [2400.0, 4800.0], statistic="Maximum"),
    )
    use = usage.uses["cpu"]
    assert (use.average, use.p50, use.p95, use.p99, use.max) == (15, 10, 20, 100, 100)


def test_percentiles_are_the_nearest_rank() -> None:
    """Of 1 to 200: the 99.5th percentile is 199, the 95th 190."""
    use = over_time({"Average": list(map(float, range(1, 201)))})
    assert use is not None
    assert (use.p50, use.p95, use.p99, use.p99_5, use.max) == (100, 190, 198, 199, 200)
    assert over_time({}) is None


def test_long_averages_are_a_doubt_unless_maxima_stand_beside_them(knowledge: Knowledge) -> None:
    """The seconds that one figure stands for."""
    averages, peaks = series("CPUUtilization", [480.0], period=HOUR), series("CPUUtilization", [480.0], period=HOUR, statistic="Maximum")
    assert gather(knowledge, averages).period_seconds == HOUR
    assert gather(knowledge, averages, peaks).period_seconds is None


def test_a_period_is_the_smallest_step_where_nothing_says(knowledge: Knowledge) -> None:
    """Gaps do not make it longer."""
    del knowledge
    one = Series(metric="x", times=(600.0, 0.0, 60.0, 120.0), values=(1.0,) * 4)
    assert period_of(one) == 60


def test_only_the_last_days_count(knowledge: Knowledge) -> None:
    """What was long ago, and full, is not looked at."""
    day = [480.0] * 24
    usage = gather(knowledge, series("CPUUtilization", [4800.0] * 24 + day, period=HOUR), days=0.9)
    assert (usage.uses["cpu"].max, usage.hours) == (10, 22)


def test_hosts_of_a_job_and_gpus_of_a_machine_come_together(knowledge: Knowledge) -> None:
    """The busiest of them decides; the hours are those of one."""
    row = {"resource": "train-1", "kind": "training", "instance_type": "ml.g5.12xlarge", "count": 2}
    found = [series("GPUUtilization", [100.0 * host] * 12, resource=name) for host, name in ((1, "train-1"), (3, "train-1"))]
    (usage,) = gathered(found, inventory(knowledge, row), knowledge, 14, "m")
    assert isinstance(usage, Usage)
    assert (usage.uses["gpu"].max, usage.uses["gpu"].average, usage.hours) == (75, 50, 1)


@pytest.mark.parametrize(
    ("known", "one", "words"),
    [
        ("shopp", series("CPUUtilization", [1.0]), ["resource:", '"shop/blue"', "Did you mean shopp?"]),
        ("shop", series("CPUUtilization", [9999.0]), ["CPUUtilization:", '"9999.0"', "4800 %"]),
        ("shop", series("mem_used_percent", [10.0]), ["metric:", '"mem_used_percent"', "endpoint"]),
    ],
    ids=["a name that nothing knows", "more than the machine has", "a metric of another kind"],
)
def test_what_is_wrong_with_one_resource_is_told_in_its_place(known: str, one: Series, words: list[str], knowledge: Knowledge) -> None:
    """The others go on."""
    rows = [{"resource": name, "kind": "endpoint", "instance_type": "ml.g5.12xlarge"} for name in (known, "fine")]
    fine = series("CPUUtilization", [480.0], resource="fine")
    wrong, other = gathered([one, fine], inventory(knowledge, *rows), knowledge, 14, "metrics.json")
    assert isinstance(wrong, Failed)
    assert [word for word in words if word not in wrong.error] == [], wrong.error
    assert isinstance(other, Usage)


METRICS = frozenset({"CPUUtilization", "ModelLatency", "mem_used_percent"})


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("CPUUtilization", Label("CPUUtilization")),
        ("shop AllTraffic CPUUtilization", Label("CPUUtilization", None, "shop/AllTraffic")),
        ("ModelLatency p99.5", Label("ModelLatency", statistic="p99.5")),
        ("train-1/algo-2 CPUUtilization Maximum", Label("CPUUtilization", None, "train-1", "Maximum")),
        (
            "us-east-1:AWS/EC2 InstanceId:i-0abc CPUUtilization Average 300",
            Label("CPUUtilization", "AWS/EC2", "i-0abc", "Average", 300.0),
        ),
        ("eu-west-1:CWAgent InstanceId:i-0 mem_used_percent Maximum 60", Label("mem_used_percent", "CWAgent", "i-0", "Maximum", 60.0)),
        ("my own words", Label(None, None, "my/own/words")),
        ("", Label()),
    ],
)
def test_a_label_says_metric_statistic_and_resource(text: str, label: Label) -> None:
    """In the order that people and the console put them in."""
    assert label_of(text, METRICS) == label


def result(**more: object) -> dict[str, object]:
    """Give a result of get-metric-data."""
    return {"Id": "m1", "Label": "shop blue CPUUtilization", "Timestamps": [0, 60], "Values": [1, 2.5], **more}


def test_a_result_is_named_by_its_query_before_its_label(knowledge: Knowledge) -> None:
    """Namespace, dimensions, statistic and period of what was asked."""
    stat = {
        "Metric": {
            "Namespace": "/aws/sagemaker/Endpoints",
            "MetricName": "GPUUtilization",
            "Dimensions": [{"Name": "EndpointName", "Value": "search"}, {"Name": "VariantName", "Value": "a"}],
        },
        "Period": 60,
        "Stat": "Maximum",
    }
    queries = queries_of({"MetricDataQueries": [{"Id": "m1", "MetricStat": stat}]}, "q.json")
    (one,) = from_results({"MetricDataResults": [result()]}, queries, knowledge, seconds, "m.json")
    assert (one.metric, one.namespace, one.resource) == ("GPUUtilization", "/aws/sagemaker/Endpoints", "search/a")
    assert (one.statistic, one.period, one.values) == ("Maximum", 60, (1, 2.5))
    (one,) = from_results({"MetricDataResults": [result()]}, {}, knowledge, seconds, "m.json")
    assert (one.metric, one.namespace, one.resource, one.statistic) == ("CPUUtilization", None, "shop/blue", "Average")


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"MetricDataResults": "none"}, ["MetricDataResults is no list"]),
        ({"MetricDataResults": ["x"]}, ["number 1", "is no result"]),
        ({"MetricDataResults": [result(), result(Values=[1])]}, ["number 2", "one length"]),
        ({"MetricDataResults": [result(Values=[1, "2"])]}, ["number 1", "Values:", '"2"']),
        ({"MetricDataResults": [result(Timestamps=[0, "noon"])]}, ["number 1", "Timestamps:", '"noon"']),
        ({"MetricDataResults": [result(Label="m1")]}, ["number 1", '"m1"', "--queries"]),
    ],
)
def test_a_result_of_another_shape_is_refused_by_its_number(document: dict[str, Any], words: list[str], knowledge: Knowledge) -> None:
    """One line with the file, the number and the value."""
    with pytest.raises(InputError) as error:
        list(from_results(document, {}, knowledge, seconds, "m.json"))
    line = str(error.value)
    assert line.startswith("m.json: ")
    assert [word for word in words if word not in line] == [], line


def test_what_an_answer_leaves_out_is_told(knowledge: Knowledge) -> None:
    """Further pages, and results of which CloudWatch gave a part."""
    document = {"MetricDataResults": [result(StatusCode="PartialData"), result(StatusCode="Complete"), result()], "NextToken": "x"}
    pages, part = gaps(document, knowledge, "m.json")
    assert pages.startswith("m.json: the answer goes on")
    assert part == 'm.json: CloudWatch could not give all of "shop blue CPUUtilization".'
    assert list(gaps({"MetricDataResults": [result()]}, knowledge, "m.json")) == []


@pytest.mark.parametrize("document", [{}, [], [{"Label": "x"}], "x", {"MetricDataQueries": {}}], ids=repr)
def test_queries_of_another_shape_are_refused(document: object) -> None:
    """A list of queries, each with its Id; an empty list asks nothing."""
    if document == []:
        assert queries_of(document, "q.json") == {}
        return
    with pytest.raises(InputError, match=r"q\.json: this holds no MetricDataQueries"):
        queries_of(document, "q.json")


FULL = ("us-east-1:AWS/EC2 InstanceId:i-1 CPUUtilization Average 300", "us-east-1:CWAgent InstanceId:i-1 mem_used_percent Maximum 300")
CONSOLE = [
    (1, ["Id", "m1", "m2"]),
    (2, ["StatusCode", "Complete", "Complete"]),
    (3, ["Messages", "", ""]),
    (4, ["Full label", *FULL]),
    (5, ["Label", "CPUUtilization", "mem_used_percent"]),
    (6, ["0", "12.5", "40"]),
    (7, ["300", "", "41"]),
]


def test_the_consoles_download_has_a_column_for_each_metric(knowledge: Knowledge) -> None:
    """Labels on top, then times; an empty cell is no figure."""
    assert is_console(CONSOLE[0][1])
    cpu, memory = from_console(iter(CONSOLE), knowledge, seconds, "graph.csv")
    assert (cpu.metric, cpu.namespace, cpu.resource, cpu.statistic, cpu.period) == ("CPUUtilization", "AWS/EC2", "i-1", "Average", 300)
    assert (cpu.times, cpu.values) == ((0,), (12.5,))
    assert (memory.times, memory.values) == ((0, 300), (40, 41))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([*CONSOLE[:5], (6, ["noon", "1", "2"])], ["row 6", '"noon"', "no time"]),
        ([*CONSOLE[:5], (6, ["0", "full", "2"])], ["row 6", "value:", '"full"']),
        ([(1, ["Id", "m1"]), (2, ["Label", "something"]), (3, ["0", "1"])], ["column 2", "label"]),
    ],
)
def test_a_download_of_another_shape_is_refused(rows: list[tuple[int, list[str]]], words: list[str], knowledge: Knowledge) -> None:
    """One line with the file, the row and the value."""
    with pytest.raises(InputError) as error:
        list(from_console(iter(rows), knowledge, seconds, "graph.csv"))
    assert [word for word in words if word not in str(error.value)] == [], error.value


def test_a_plain_table_has_a_row_for_each_measure(knowledge: Knowledge) -> None:
    """Rows of several resources and metrics may be mixed."""
    head = ("Timestamp", "resource", "value", "statistic", "period", "metric")
    cells = [("0", "a", "10", "Maximum", "60"), ("0", "b", "5", "", ""), ("60", "a", "20", "Maximum", "60")]
    assert is_measures(head)
    assert not is_measures(head[1:])
    rows = [(number, dict(zip(head, (*row, "cpuutilization"), strict=True))) for number, row in enumerate(cells, 2)]
    one, other = from_measures(iter(rows), knowledge, seconds, "m.csv")
    assert (one.resource, one.statistic, one.period, one.values) == ("a", "Maximum", 60, (10, 20))
    assert (other.resource, other.statistic, other.period, other.values) == ("b", "Average", None, (5,))
    with pytest.raises(InputError, match=r'm\.csv, row 2: metric: "CPUUtilisation" is not known here\. Did you mean CPUUtilization\?'):
        list(from_measures(iter([(2, rows[0][1] | {"metric": "CPUUtilisation"})]), knowledge, seconds, "m.csv"))


TRAINED = {"InstanceType": "ml.g5.xlarge", "InstanceCount": 2}
VARIANT = {"VariantName": "blue", "InstanceType": "ml.c5.xlarge", "InitialInstanceCount": 3}
RUNNING = {"InstanceId": "i-1", "InstanceType": "m5.large", "Placement": {"AvailabilityZone": "us-west-2b"}}
DESCRIBED: list[tuple[Any, dict[str, object]]] = [
    (
        {"TrainingJobName": "t", "TrainingJobArn": "arn:aws:sagemaker:eu-west-1:1:training-job/t", "ResourceConfig": TRAINED},
        {"resource": "t", "kind": "training", "instance_type": "ml.g5.xlarge", "count": 2, "region": "eu-west-1"},
    ),
    (
        {"ProcessingJobName": "p", "ProcessingResources": {"ClusterConfig": TRAINED}},
        {"resource": "p", "kind": "processing", "instance_type": "ml.g5.xlarge", "count": 2, "region": None},
    ),
    (
        {"TransformJobName": "b", "TransformResources": TRAINED},
        {"resource": "b", "kind": "transform", "instance_type": "ml.g5.xlarge", "count": 2, "region": None},
    ),
    (
        {"NotebookInstanceName": "n", "InstanceType": "ml.m5.xlarge"},
        {"resource": "n", "kind": "notebook", "instance_type": "ml.m5.xlarge", "count": None, "region": None},
    ),
    (
        {"EndpointConfigName": "shop", "ProductionVariants": [VARIANT, {"VariantName": "serverless"}]},
        {"resource": "shop/blue", "kind": "endpoint", "instance_type": "ml.c5.xlarge", "count": 3, "region": None},
    ),
    (
        {"Reservations": [{"Instances": [RUNNING]}]},
        {"resource": "i-1", "kind": "instance", "instance_type": "m5.large", "region": "us-west-2"},
    ),
]


@pytest.mark.parametrize(("document", "row"), DESCRIBED, ids=[str(row["kind"]) for _, row in DESCRIBED])
def test_what_aws_describes_tells_type_and_count(document: Any, row: dict[str, object], knowledge: Knowledge) -> None:  # noqa: ANN401  # JSON
    """The field names are those of the service's own model."""
    assert list(described([document])) == [row]
    assert Reader(knowledge, "us-east-1").usage(row).instance_type == str(row["instance_type"]).removeprefix("ml.")
    assert list(described([[document, document], "x"])) == [row, row]


def test_an_endpoint_and_its_configuration_make_up_one_resource(knowledge: Knowledge) -> None:
    """The one tells its name and how many run, the other the type, whatever order they come in."""
    del knowledge
    configuration = {"EndpointConfigName": "shop-v7", "ProductionVariants": [VARIANT]}
    endpoint = {
        "EndpointName": "shop",
        "EndpointConfigName": "shop-v7",
        "ProductionVariants": [{"VariantName": "blue", "CurrentInstanceCount": 5}],
    }
    row = {"resource": "shop/blue", "kind": "endpoint", "instance_type": "ml.c5.xlarge", "count": 5, "region": None}
    assert list(described([configuration, endpoint])) == [row]
    assert list(described([endpoint, configuration])) == [row]
    assert list(described([endpoint])) == []


def test_the_fields_that_are_read_are_the_services_own() -> None:
    """Botocore's models have every one of them."""
    import botocore.session  # noqa: PLC0415  # takes half a second

    session: Any = botocore.session.get_session()
    sagemaker, cloudwatch = (session.get_service_model(name) for name in ("sagemaker", "cloudwatch"))
    shapes = {
        "DescribeTrainingJobResponse": ("TrainingJobName", "ResourceConfig"),
        "DescribeProcessingJobResponse": ("ProcessingJobName", "ProcessingResources"),
        "DescribeTransformJobResponse": ("TransformJobName", "TransformResources"),
        "DescribeEndpointConfigOutput": ("EndpointConfigName", "ProductionVariants"),
        "DescribeNotebookInstanceOutput": ("NotebookInstanceName", "InstanceType"),
        "ProductionVariant": ("VariantName", "InstanceType", "InitialInstanceCount"),
        "DescribeEndpointOutput": ("EndpointName", "EndpointConfigName", "ProductionVariants"),
        "ProductionVariantSummary": ("VariantName", "CurrentInstanceCount"),
    }
    for shape, fields in shapes.items():
        assert set(fields) <= set(sagemaker.shape_for(shape).members), shape
    assert {"Id", "Label", "Timestamps", "Values"} <= set(cloudwatch.shape_for("MetricDataResult").members)
    assert {"Id", "MetricStat", "Period"} <= set(cloudwatch.shape_for("MetricDataQuery").members)
    assert {"Metric", "Period", "Stat"} <= set(cloudwatch.shape_for("MetricStat").members)
