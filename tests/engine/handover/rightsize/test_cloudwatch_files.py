"""Files of CloudWatch: labels, answers, the console's download, plain tables, and what AWS describes of the machines."""

from __future__ import annotations

from typing import Any

import pytest

from engine.handover.rightsize import RowReader
from engine.handover.rightsize.cloudwatch.aggregation import describe_rows
from engine.handover.rightsize.cloudwatch.metric_files import (
    Label,
    describe_gaps,
    is_console_download,
    is_measure_table,
    parse_label,
    parse_queries,
    read_console_download,
    read_measures,
    read_metric_data,
)
from knowledge import Knowledge
from knowledge.errors import InputError


def parse_time(given: object) -> float:
    """A calendar of our own: times are numbers."""
    return float(str(given))


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
    assert parse_label(text, METRICS) == label


def make_result(**more: object) -> dict[str, object]:
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
    queries = parse_queries({"MetricDataQueries": [{"Id": "m1", "MetricStat": stat}]}, "q.json")
    (one,) = read_metric_data({"MetricDataResults": [make_result()]}, queries, knowledge, parse_time, "m.json")
    assert (one.metric, one.namespace, one.resource) == ("GPUUtilization", "/aws/sagemaker/Endpoints", "search/a")
    assert (one.statistic, one.period, one.values) == ("Maximum", 60, (1, 2.5))
    (one,) = read_metric_data({"MetricDataResults": [make_result()]}, {}, knowledge, parse_time, "m.json")
    assert (one.metric, one.namespace, one.resource, one.statistic) == ("CPUUtilization", None, "shop/blue", "Average")


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"MetricDataResults": "none"}, ["MetricDataResults is no list"]),
        ({"MetricDataResults": ["x"]}, ["number 1", "is no result"]),
        ({"MetricDataResults": [make_result(), make_result(Values=[1])]}, ["number 2", "one length"]),
        ({"MetricDataResults": [make_result(Values=[1, "2"])]}, ["number 1", "Values:", '"2"']),
        ({"MetricDataResults": [make_result(Timestamps=[0, "noon"])]}, ["number 1", "Timestamps:", '"noon"']),
        ({"MetricDataResults": [make_result(Label="m1")]}, ["number 1", '"m1"', "--queries"]),
    ],
)
def test_a_result_of_another_shape_is_refused_by_its_number(document: dict[str, Any], words: list[str], knowledge: Knowledge) -> None:
    """One line with the file, the number and the value."""
    with pytest.raises(InputError) as error:
        list(read_metric_data(document, {}, knowledge, parse_time, "m.json"))
    line = str(error.value)
    assert line.startswith("m.json: ")
    assert [word for word in words if word not in line] == [], line


def test_what_an_answer_leaves_out_is_told(knowledge: Knowledge) -> None:
    """Further pages, and results of which CloudWatch gave a part."""
    document = {
        "MetricDataResults": [make_result(StatusCode="PartialData"), make_result(StatusCode="Complete"), make_result()],
        "NextToken": "x",
    }
    pages, part = describe_gaps(document, knowledge, "m.json")
    assert pages.startswith("m.json: this answer has more pages")
    assert part == 'm.json: CloudWatch could not give all of "shop blue CPUUtilization".'
    assert list(describe_gaps({"MetricDataResults": [make_result()]}, knowledge, "m.json")) == []


@pytest.mark.parametrize("document", [{}, [], [{"Label": "x"}], "x", {"MetricDataQueries": {}}], ids=repr)
def test_queries_of_another_shape_are_refused(document: object) -> None:
    """A list of queries, each with its Id; an empty list asks nothing."""
    if document == []:
        assert parse_queries(document, "q.json") == {}
        return
    with pytest.raises(InputError, match=r"q\.json: this holds no MetricDataQueries"):
        parse_queries(document, "q.json")


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
    assert is_console_download(CONSOLE[0][1])
    cpu, memory = read_console_download(iter(CONSOLE), knowledge, parse_time, "graph.csv")
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
        list(read_console_download(iter(rows), knowledge, parse_time, "graph.csv"))
    assert [word for word in words if word not in str(error.value)] == [], error.value


def test_a_plain_table_has_a_row_for_each_measure(knowledge: Knowledge) -> None:
    """Rows of several resources and metrics may be mixed."""
    head = ("Timestamp", "resource", "value", "statistic", "period", "metric")
    cells = [("0", "a", "10", "Maximum", "60"), ("0", "b", "5", "", ""), ("60", "a", "20", "Maximum", "60")]
    assert is_measure_table(head)
    assert not is_measure_table(head[1:])
    rows = [(number, dict(zip(head, (*row, "cpuutilization"), strict=True))) for number, row in enumerate(cells, 2)]
    one, other = read_measures(iter(rows), knowledge, parse_time, "m.csv")
    assert (one.resource, one.statistic, one.period, one.values) == ("a", "Maximum", 60, (10, 20))
    assert (other.resource, other.statistic, other.period, other.values) == ("b", "Average", None, (5,))
    with pytest.raises(InputError, match=r'm\.csv, row 2: metric: "CPUUtilisation" is not known here\. Did you mean CPUUtilization\?'):
        list(read_measures(iter([(2, rows[0][1] | {"metric": "CPUUtilisation"})]), knowledge, parse_time, "m.csv"))


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
    assert list(describe_rows([document])) == [row]
    assert RowReader(knowledge, "us-east-1").read_usage(row).instance_type == str(row["instance_type"]).removeprefix("ml.")
    assert list(describe_rows([[document, document], "x"])) == [row, row]


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
    assert list(describe_rows([configuration, endpoint])) == [row]
    assert list(describe_rows([endpoint, configuration])) == [row]
    assert list(describe_rows([endpoint])) == []


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
