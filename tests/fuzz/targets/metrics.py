"""What was measured of a fleet: a finding for each resource, or one line for each row that cannot be read."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.handover.rightsize import FINDINGS, Failed, FleetContext, Rightsized, Settings, Tally, judge_resources
from knowledge.errors import InputError
from tests.engine.handover.rightsize.aws_samples import ASKED, ENTRY, EXPORT, query
from tests.fuzz.base import base, check_refusal, scratch_folder
from tests.fuzz.edits import EDIT, ChoiceBytes, edit_document
from tui.cli.rightsize.inputs import Inputs
from tui.output.json_text import encode_json_line

_MOST: Final = 50
"""Resources of a file that are judged; the rest would say the same."""
_ROW: Final[dict[str, Any]] = {
    "resource": "shop",
    "kind": "endpoint",
    "instance_type": "ml.g5.2xlarge",
    "count": 2,
    "region": "eu-west-1",
    "environment": "production",
    "cpu_p99": 12.5,
    "memory_max": 30,
    "gpu_p99": "20 %",
    "gpu_memory_max": 40,
    "requests_per_second_max": 10,
    "latency_ms_p99": 80,
    "latency_target_ms": 200,
    "hours": 336,
}
_TIMES: Final = [f"2026-11-{day:02}T{hour:02}:00:00+00:00" for day in range(20, 22) for hour in range(24)]
_RESULTS: Final = {
    "MetricDataResults": [
        {"Id": f"m{number}", "Label": metric, "Timestamps": _TIMES[:6], "Values": [value] * 6, "StatusCode": "Complete"}
        for number, (_, metric, _, value) in enumerate(ASKED)
    ],
    "Messages": [],
}
_DOCUMENTS: Final[tuple[Any, ...]] = (
    [_ROW, {"resource": "i-1", "instance_type": "m5.4xlarge", "cpu_max": 9, "memory_max": 8, "hours": 400}],
    {"instanceRecommendations": [ENTRY]},
    _RESULTS,
)
_CONSOLE: Final = (
    "Full label,/aws/sagemaker/Endpoints shop AllTraffic CPUUtilization Maximum,shop AllTraffic MemoryUtilization\n"
    "Statistic,Maximum,Average\nPeriod,3600,0\n2026/11/20 00:00:00,20,15\n2026/11/20 01:00:00,25,\n"
)
_MEASURES: Final = (
    "timestamp,resource,metric,value,namespace,statistic,period\n2026-11-20T00:00:00Z,i-1,CPUUtilization,20,AWS/EC2,Maximum,3600\n"
    "1763600400,i-1,CPUUtilization,25,,Sum,0\n"
)
_DESCRIBED: Final[list[Any]] = [
    {
        "EndpointName": "shop",
        "EndpointConfigName": "shop-7",
        "EndpointArn": "arn:aws:sagemaker:eu-west-1:1:endpoint/shop",
        "ProductionVariants": [{"VariantName": "AllTraffic", "CurrentInstanceCount": 4}],
    },
    {"EndpointConfigName": "shop-7", "ProductionVariants": [{"VariantName": "AllTraffic", "InstanceType": "ml.m5.2xlarge"}]},
    {"TrainingJobName": "t", "ResourceConfig": {"InstanceType": "ml.g5.xlarge", "InstanceCount": 2}},
    {"ProcessingJobName": "p", "ProcessingResources": {"ClusterConfig": {"InstanceType": "ml.m5.xlarge", "InstanceCount": 1}}},
    {"Reservations": [{"Instances": [{"InstanceId": "i-1", "InstanceType": "m5.large", "Placement": {"AvailabilityZone": "eu-west-1a"}}]}]},
]


def fuzz(data: bytes) -> None:
    """The first byte says how the file is made, the second whether queries and a type are given beside it."""
    drawn = ChoiceBytes(data)
    form, beside = drawn.byte(), drawn.byte()
    asked: Any = [query(number, *one[:3]) for number, one in enumerate(ASKED)]
    asked = edit_document(drawn, asked) if form == EDIT and beside & 8 else asked
    known: Any = edit_document(drawn, _DESCRIBED) if form == EDIT and beside & 16 else _DESCRIBED
    text = _edit_table(drawn) if form == EDIT else drawn.rest()
    with scratch_folder() as folder:
        path = Path(folder) / "metrics"
        path.write_bytes(text)
        queries, described = Path(folder) / "queries", Path(folder) / "described"
        queries.write_bytes(msgspec.json.encode(asked))
        described.write_bytes(msgspec.json.encode(known))
        arguments = argparse.Namespace(
            files=[str(path)],
            queries=str(queries) if beside & 1 else None,
            resources=[str(described)] if beside & 16 else [],
            instance=("ml.m5.2xlarge", "m5.4xlarge")[beside >> 2 & 1] if beside & 2 else None,
            count=None,
        )
        _judge_table(arguments, folder)


def _judge_table(arguments: argparse.Namespace, folder: str) -> None:
    tally = Tally(5)
    try:
        with Inputs(arguments, _desk()) as inputs:
            for number, one in enumerate(judge_resources(inputs.usages, _desk())):
                _check_verdicts(one)
                tally.add(one)
                if number > _MOST:
                    break
            assert all(note.strip() and "\n" not in note for note in inputs.notes)
    except InputError as error:
        check_refusal(InputError(str(error).replace(f"{folder}/", "")))
    summary = tally.summarize()
    assert summary.resources == sum(summary.findings.values())
    msgspec.json.decode(encode_json_line(summary))


def _check_verdicts(one: Rightsized | Failed) -> None:
    if isinstance(one, Failed):
        check_refusal(InputError(one.error))
        return
    assert one.finding in FINDINGS
    assert one.resource
    assert (one.better is None) or one.better.count >= 1
    if one.better is not None and one.usd_per_month is not None and one.saving_usd_per_month is not None:
        assert abs(one.usd_per_month - one.better.usd_per_month - one.saving_usd_per_month) <= 1e-6 * max(
            one.usd_per_month, one.better.usd_per_month
        )
    assert msgspec.json.decode(encode_json_line(one), type=Rightsized) == msgspec.json.decode(msgspec.json.encode(one), type=Rightsized)


def _edit_table(drawn: ChoiceBytes) -> bytes:
    """A document with something else in it; a list also as JSON Lines or CSV."""
    document = edit_document(drawn, drawn.pick(_DOCUMENTS))
    form = drawn.number_below(3)
    rows = [row for row in document if isinstance(row, dict)] if isinstance(document, list) else []
    if form == 1 and rows:
        return b"\n".join(map(msgspec.json.encode, rows))
    if form and rows:
        names = list(dict.fromkeys(name for row in rows for name in row))
        lines = [names, *([str(row.get(name, "")) for name in names] for row in rows)]
        return "\n".join(",".join(cells) for cells in lines).encode()
    return msgspec.json.encode(document)


@functools.cache
def _desk() -> FleetContext:
    return FleetContext(base(), Settings())


def seeds() -> Iterator[bytes]:
    """A fleet as CSV, JSON Lines and JSON; what CloudWatch and Compute Optimizer give."""
    head = ",".join(_ROW)
    table = f"{head}\n{','.join(str(value) for value in _ROW.values())}\n".encode()
    export = f"{','.join(EXPORT)}\n{','.join(EXPORT.values())}\n".encode()
    lines = msgspec.json.encode(_ROW) + b"\n" + msgspec.json.encode(_ROW) + b"\n"
    for text in (
        table,
        table.replace(b",", b";"),
        export,
        lines,
        _CONSOLE.encode(),
        _MEASURES.encode(),
        *map(msgspec.json.encode, _DOCUMENTS),
    ):
        for beside in (0, 3, 16):
            yield bytes((0, beside)) + text
    for number in range(len(_DOCUMENTS)):
        for beside in (3, 3 + 8, 16):
            yield bytes((EDIT, beside, number))
