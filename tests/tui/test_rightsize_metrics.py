"""`sizewise rightsize` on what CloudWatch and Compute Optimizer give: files of their own shape, in and out of a process."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.handover.rightsize.aws_samples import ASKED, ENTRY, EXPORT, query
from tests.tui.conftest import Ended, Start
from tui.cli.rightsize.times import parse_seconds

START = dt.datetime(2026, 11, 8, tzinfo=dt.UTC)
HOURS = 336
TIMES = [(START + dt.timedelta(hours=hour)).isoformat() for hour in range(HOURS)]


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """Write what get-metric-data answers, the queries, and what describe-… says of the endpoint."""
    results = [
        {"Id": f"m{number}", "Label": metric, "Timestamps": TIMES[::-1], "Values": [value] * HOURS, "StatusCode": "Complete"}
        for number, (_, metric, _, value) in enumerate(ASKED)
    ]
    variant = {"VariantName": "AllTraffic", "InstanceType": "ml.m5.2xlarge", "InitialInstanceCount": 2}
    running = {"VariantName": "AllTraffic", "CurrentInstanceCount": 4}
    files = {
        "metrics.json": {"MetricDataResults": results, "Messages": []},
        "queries.json": [query(number, namespace, metric, stat) for number, (namespace, metric, stat, _) in enumerate(ASKED)],
        "endpoint.json": {"EndpointName": "shop", "EndpointConfigName": "shop-7", "ProductionVariants": [running]},
        "configuration.json": {"EndpointConfigName": "shop-7", "ProductionVariants": [variant]},
    }
    for name, document in files.items():
        (tmp_path / name).write_text(json.dumps(document, indent=4), encoding="utf-8")
    return tmp_path


def parse_only_resource(ended: Ended) -> dict[str, Any]:
    """Give the one resource of a document."""
    assert ended.status == 0, ended
    (found,) = json.loads(ended.out)["resources"]
    return dict(found)


def test_the_answer_of_cloudwatch_becomes_a_finding(measured: Path, inside: Start) -> None:
    """20 % of 4 × 8 vCPUs, 15 % of 32 GiB, one request a second; the description says type and number."""
    described = [word for name in ("endpoint.json", "configuration.json") for word in ("--resources", str(measured / name))]
    found = parse_only_resource(
        inside("rightsize", str(measured / "metrics.json"), "--queries", str(measured / "queries.json"), *described, "--json")
    )
    assert (found["resource"], found["instance_type"], found["count"]) == ("shop/AllTraffic", "ml.m5.2xlarge", 4)
    assert found["finding"] == "over-provisioned"
    assert {reason["metric"]: reason["value"] for reason in found["reasons"]} == pytest.approx({"cpu": 20, "memory": 15})
    assert found["confidence"] == {"level": "high", "why": "336 h were measured"}


def test_one_type_may_stand_for_all(measured: Path, inside: Start) -> None:
    """Without queries the labels name the metrics; without a name the file does."""
    found = parse_only_resource(
        inside("rightsize", str(measured / "metrics.json"), "--instance", "ml.m5.2xlarge", "--count", "4", "--json")
    )
    assert (found["count"], found["finding"]) == (4, "over-provisioned")
    assert found["resource"].endswith("metrics.json")


def test_a_resource_that_nothing_describes_is_told(measured: Path, inside: Start) -> None:
    """With what to give."""
    ended = inside("rightsize", str(measured / "metrics.json"), "--queries", str(measured / "queries.json"))
    assert (ended.status, ended.out) == (2, "")
    assert '"shop/AllTraffic"' in ended.err
    assert "--resources" in ended.err


@pytest.mark.parametrize(("name", "words"), [("metrics.json", "MetricDataQueries"), ("missing.json", "cannot be read")])
def test_queries_of_another_file_are_refused(name: str, words: str, measured: Path, inside: Start) -> None:
    """One line, and nothing printed."""
    ended = inside("rightsize", str(measured / "metrics.json"), "--queries", str(measured / name))
    assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert words in ended.err


def test_several_answers_make_up_one_resource(measured: Path, inside: Start) -> None:
    """Pages of an answer, or a file for each metric."""
    whole = json.loads((measured / "metrics.json").read_text(encoding="utf-8"))["MetricDataResults"]
    names = []
    for result in whole:
        path = measured / f"{result['Id']}.json"
        path.write_text(json.dumps({"MetricDataResults": [result]}), encoding="utf-8")
        names.append(str(path))
    rest = ("--queries", str(measured / "queries.json"), "--instance", "ml.m5.2xlarge", "--count", "4", "--json")
    expected = parse_only_resource(inside("rightsize", str(measured / "metrics.json"), *rest))
    assert parse_only_resource(inside("rightsize", *names, *rest)) == expected


def test_the_consoles_download_becomes_a_finding(tmp_path: Path, inside: Start) -> None:
    """Its own times, and its full label."""
    full = (
        "us-east-1:AWS/EC2 InstanceId:i-0abc CPUUtilization Average 3600,us-east-1:CWAgent InstanceId:i-0abc mem_used_percent Maximum 3600"
    )
    head = f"Id,m1,m2\nStatusCode,Complete,Complete\nMessages,,\nFull label,{full}\nLabel,CPUUtilization,mem_used_percent\n"
    rows = "".join(f"{time.replace('-', '/').replace('T', ' ').removesuffix('+00:00')},12,20\n" for time in TIMES)
    (tmp_path / "graph.csv").write_text(head + rows, encoding="utf-8")
    found = parse_only_resource(inside("rightsize", str(tmp_path / "graph.csv"), "--instance", "m5.4xlarge", "--json"))
    assert (found["resource"], found["finding"]) == ("i-0abc", "over-provisioned")
    assert {reason["metric"]: reason["value"] for reason in found["reasons"]} == {"cpu": 12, "memory": 20}


def test_a_plain_table_of_measures_becomes_findings(tmp_path: Path, inside: Start) -> None:
    """Several resources in one file, their types in another."""
    rows = [f"{time},{name},CPUUtilization,{value},AWS/EC2" for time in TIMES for name, value in (("i-1", 12), ("i-2", 90))]
    (tmp_path / "m.csv").write_text("timestamp,resource,metric,value,namespace\n" + "\n".join(rows), encoding="utf-8")
    (tmp_path / "types.csv").write_text("resource,instance_type\ni-1,m5.4xlarge\ni-2,c5.xlarge\n", encoding="utf-8")
    ended = inside("rightsize", str(tmp_path / "m.csv"), "--resources", str(tmp_path / "types.csv"), "--json")
    assert {one["resource"]: one["finding"] for one in json.loads(ended.out)["resources"]} == {
        "i-1": "over-provisioned",
        "i-2": "under-provisioned",
    }


def test_an_export_of_compute_optimizer_becomes_findings(tmp_path: Path, inside: Start) -> None:
    """Table and API alike, their own finding beside ours, in text too."""
    (tmp_path / "export.csv").write_text(f"{','.join(EXPORT)}\n{','.join(EXPORT.values())}\n", encoding="utf-8")
    (tmp_path / "api.json").write_text(json.dumps({"instanceRecommendations": [ENTRY]}), encoding="utf-8")
    one, other = (parse_only_resource(inside("rightsize", str(tmp_path / name), "--json")) for name in ("export.csv", "api.json"))
    assert one == other
    assert one["compute_optimizer"]["instance_type"] == "m5.2xlarge"
    assert "Compute Optimizer: over-provisioned, m5.2xlarge, saves $280 a month" in inside("rightsize", str(tmp_path / "export.csv")).out


@pytest.mark.parametrize(
    "given",
    [
        "2026-11-08T09:00:00+00:00",
        "2026-11-08T09:00:00Z",
        "2026-11-08T10:00:00+01:00",
        "2026-11-08 09:00:00",
        "2026/11/08 09:00:00",
        "2026/11/08 09:00",
        1_794_128_400,
        1_794_128_400.0,
        1_794_128_400_000,
        "1794128400",
    ],
)
def test_times_are_read_as_they_are_written(given: object) -> None:
    """With a zone or in UTC, as a date or as seconds or milliseconds."""
    assert parse_seconds(given) == 1_794_128_400


@pytest.mark.parametrize("given", ["noon", "", None, True, [], "2026-13-01", float("nan")], ids=repr)
def test_what_is_no_time_is_refused(given: object) -> None:
    """Whatever stands there."""
    with pytest.raises(ValueError, match="is no time"):
        parse_seconds(given)
