"""Rows of a fleet's table: what columns may be called, on which scale, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.handover.rightsize import COLUMNS, Failed, FleetContext, RowReader, Settings, Usage, judge_resource
from engine.handover.rightsize.fleet_table import describe_missing_column, document_columns, find_column, read_resources
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import read_table

WRONG: list[dict[str, Any]] = read_table(Path(__file__).with_name("wrong_rows.yaml"))
LEAST = {"resource": "one", "instance_type": "m5.2xlarge"}


@pytest.fixture(scope="module")
def context(knowledge: Knowledge) -> FleetContext:
    """One context for all rows."""
    return FleetContext(knowledge, Settings())


def read_row(knowledge: Knowledge, **row: object) -> Usage:
    """Read a row with these cells."""
    return RowReader(knowledge, "us-east-1").read_usage({**LEAST, **row})


def test_a_wrong_cell_gets_one_line(knowledge: Knowledge) -> None:
    """It names the column and the value, and what to give instead."""
    for case in WRONG:
        with pytest.raises(InputError) as error:
            RowReader(knowledge, "us-east-1").read_usage(case["row"])
        line = str(error.value)
        assert "\n" not in line, case["row"]
        assert [word for word in case["words"] if word not in line] == [], (case["row"], line)


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("instance_type", "instance_type"),
        ("instanceType", "instance_type"),
        ("Instance Type", "instance_type"),
        ("InstanceCount", "count"),
        ("CPU p99.5", "cpu_p99_5"),
        ("gpu-memory-max", "gpu_memory_max"),
        ("peak_requests_per_second", "requests_per_second_max"),
        ("owner", None),
    ],
)
def test_a_column_is_known_however_it_is_written(name: str, column: str | None) -> None:
    """Camels, spaces, hyphens and a few other words."""
    assert find_column(name) == column


def test_every_column_is_documented() -> None:
    """None is read that the help does not tell of."""
    heads = [name for name, _, about in document_columns() if about]
    groups = tuple(head.removesuffix("…") for head in heads if head.endswith("…"))
    assert [name for name in COLUMNS if name not in heads and not name.startswith(groups)] == []


def test_an_unknown_column_is_ignored_and_told_once_with_the_nearest(knowledge: Knowledge) -> None:
    """Whoever mistyped a column learns of it; whoever has more columns is not kept from anything."""
    reader = RowReader(knowledge, "us-east-1")
    for _ in range(3):
        assert reader.read_usage({**LEAST, "cpu_p9": 4, "team": "blue"}).uses == {}
    assert len(reader.ignored_columns) == 2
    assert '"cpu_p9"' in reader.ignored_columns[0]
    assert "Did you mean cpu_p95?" in reader.ignored_columns[0] or "Did you mean cpu_p99?" in reader.ignored_columns[0]
    assert reader.ignored_columns[1] == '"team": no column of a fleet, so it is ignored.'


def test_a_table_without_a_needed_column_says_which(knowledge: Knowledge) -> None:
    """With the nearest of those it has."""
    del knowledge
    assert describe_missing_column(["resource", "instance_type", "cpu_p99"]) == ""
    assert describe_missing_column(["resource", "instance_typ"]) == "instance_type: the table has no such column. Is it instance_typ?"
    assert describe_missing_column(["cpu_p99", "instance_type"]).startswith("resource: the table has no such column.")


SHARES = [(30, 30), ("30", 30), (" 30 % ", 30), (30.5, 30.5), ("3e1", 30), ("104", 100), (None, None), ("", None)]


@pytest.mark.parametrize(("cell", "value"), SHARES)
def test_a_share_is_read_as_people_write_it(cell: object, value: float | None, knowledge: Knowledge) -> None:
    """A monitor that samples may overshoot a little; an empty cell is unknown."""
    use = read_row(knowledge, cpu_p99=cell).uses.get("cpu")
    assert (use.p99 if use else None) == value


def test_summed_shares_count_each_vcpu_and_each_device(knowledge: Knowledge) -> None:
    """SageMaker's own scale: 8 vCPUs reach 800 %, 4 GPUs 400 %; memory is a share of the whole on either."""
    row = {"kind": "endpoint", "instance_type": "ml.g5.12xlarge", "scale": "summed"}
    use = read_row(knowledge, **row, cpu_p99=480, gpu_p99=300, gpu_memory_max=100, memory_max=40).uses
    assert (use["cpu"].p99, use["gpu"].p99, use["gpu_memory"].max, use["memory"].max) == (10, 75, 25, 40)


def test_a_kind_may_be_called_as_aws_calls_it(knowledge: Knowledge) -> None:
    """A type without ml. is an instance unless something else is said."""
    assert read_row(knowledge).kind == "instance"
    named = {"training-job": "training", "Batch Transform": "transform", "notebook_instance": "notebook", "EC2": "instance"}
    assert {name: read_row(knowledge, kind=name).kind for name in named} == named


def test_a_name_that_is_too_long_is_cut(knowledge: Knowledge) -> None:
    """No ARN is longer than that."""
    assert read_row(knowledge, resource="very " * 20_000).resource == f"{'very ' * 79}very…"


def test_a_name_of_its_own_wins_over_another(knowledge: Knowledge) -> None:
    """Tables have both a name and a resource, an id and a type of their own."""
    assert read_row(knowledge, name="other", id="third").resource == "one"
    assert RowReader(knowledge, "us-east-1").read_usage({"name": "other", "type": "m5.large"}).resource == "other"


texts = st.text(max_size=30) | st.floats() | st.integers() | st.booleans() | st.none() | st.lists(st.integers(), max_size=2)


@given(row=st.dictionaries(st.sampled_from((*COLUMNS, "owner", "\x00", "=1+1")), texts, max_size=12))
def test_any_row_is_judged_or_told_in_one_line(row: dict[str, Any], context: FleetContext) -> None:
    """Whatever a file holds."""
    (usage,) = read_resources([(1, LEAST | row)], RowReader(context.knowledge, "us-east-1").read_usage, "any.csv")
    if isinstance(usage, Failed):
        assert "\n" not in usage.error
    else:
        assert judge_resource(usage, context).finding
