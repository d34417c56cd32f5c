"""Rows of a fleet's table: what columns may be called, on which scale, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.handover.rightsize import COLUMNS, Desk, Failed, Reader, Settings, Usage, judged
from engine.handover.rightsize.columns import column_named, documented, missing
from engine.handover.rightsize.fleet import read_rows
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.tables import table

WRONG: list[dict[str, Any]] = table(Path(__file__).with_name("wrong_rows.yaml"))
LEAST = {"resource": "one", "instance_type": "m5.2xlarge"}


def read(knowledge: Knowledge, **row: object) -> Usage:
    """Read a row with these cells."""
    return Reader(knowledge, "us-east-1").usage({**LEAST, **row})


@pytest.mark.parametrize("case", WRONG, ids=lambda case: " ".join(case["words"][:2]))
def test_a_wrong_cell_gets_one_line(case: dict[str, Any], knowledge: Knowledge) -> None:
    """It names the column and the value, and what to give instead."""
    with pytest.raises(InputError) as error:
        Reader(knowledge, "us-east-1").usage(case["row"])
    line = str(error.value)
    assert "\n" not in line
    assert [word for word in case["words"] if word not in line] == [], line


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
    assert column_named(name) == column


def test_every_column_is_documented() -> None:
    """None is read that the help does not tell of."""
    heads = [name for name, _, about in documented() if about]
    groups = tuple(head.removesuffix("…") for head in heads if head.endswith("…"))
    assert [name for name in COLUMNS if name not in heads and not name.startswith(groups)] == []


def test_an_unknown_column_is_ignored_and_told_once_with_the_nearest(knowledge: Knowledge) -> None:
    """Whoever mistyped a column learns of it; whoever has more columns is not kept from anything."""
    reader = Reader(knowledge, "us-east-1")
    for _ in range(3):
        assert reader.usage({**LEAST, "cpu_p9": 4, "team": "blue"}).uses == {}
    assert len(reader.ignored) == 2
    assert '"cpu_p9"' in reader.ignored[0]
    assert "Did you mean cpu_p95?" in reader.ignored[0] or "Did you mean cpu_p99?" in reader.ignored[0]
    assert reader.ignored[1] == '"team": no column of a fleet, so it is ignored.'


def test_a_table_without_a_needed_column_says_which(knowledge: Knowledge) -> None:
    """With the nearest of those it has."""
    del knowledge
    assert missing(["resource", "instance_type", "cpu_p99"]) == ""
    assert missing(["resource", "instance_typ"]) == "instance_type: the table has no such column. Is it instance_typ?"
    assert missing(["cpu_p99", "instance_type"]).startswith("resource: the table has no such column.")


SHARES = [(30, 30), ("30", 30), (" 30 % ", 30), (30.5, 30.5), ("3e1", 30), ("104", 100), (None, None), ("", None)]


@pytest.mark.parametrize(("cell", "value"), SHARES)
def test_a_share_is_read_as_people_write_it(cell: object, value: float | None, knowledge: Knowledge) -> None:
    """A monitor that samples may overshoot a little; an empty cell is unknown."""
    use = read(knowledge, cpu_p99=cell).uses.get("cpu")
    assert (use.p99 if use else None) == value


def test_summed_shares_count_each_vcpu_and_each_device(knowledge: Knowledge) -> None:
    """SageMaker's own scale: 8 vCPUs reach 800 %, 4 GPUs 400 %; memory is a share of the whole on either."""
    row = {"kind": "endpoint", "instance_type": "ml.g5.12xlarge", "scale": "summed"}
    use = read(knowledge, **row, cpu_p99=480, gpu_p99=300, gpu_memory_max=100, memory_max=40).uses
    assert (use["cpu"].p99, use["gpu"].p99, use["gpu_memory"].max, use["memory"].max) == (10, 75, 25, 40)


def test_a_kind_may_be_called_as_aws_calls_it(knowledge: Knowledge) -> None:
    """A type without ml. is an instance unless something else is said."""
    assert read(knowledge).kind == "instance"
    named = {"training-job": "training", "Batch Transform": "transform", "notebook_instance": "notebook", "EC2": "instance"}
    assert {name: read(knowledge, kind=name).kind for name in named} == named


def test_a_name_of_its_own_wins_over_another(knowledge: Knowledge) -> None:
    """Tables have both a name and a resource, an id and a type of their own."""
    assert read(knowledge, name="other", id="third").resource == "one"
    assert Reader(knowledge, "us-east-1").usage({"name": "other", "type": "m5.large"}).resource == "other"


texts = st.text(max_size=30) | st.floats() | st.integers() | st.booleans() | st.none() | st.lists(st.integers(), max_size=2)


@given(row=st.dictionaries(st.sampled_from((*COLUMNS, "owner", "\x00", "=1+1")), texts, max_size=12))
def test_any_row_is_judged_or_told_in_one_line(row: dict[str, Any], knowledge: Knowledge) -> None:
    """Whatever a file holds."""
    (usage,) = read_rows([(1, LEAST | row)], Reader(knowledge, "us-east-1").usage, "any.csv")
    if isinstance(usage, Failed):
        assert "\n" not in usage.error
    else:
        assert judged(usage, Desk.of(knowledge, Settings())).finding
