"""A fleet that is judged in parts is judged as in one: by several processes, and as a partition of a cluster."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from engine.handover.rightsize import FleetContext, Settings, judge_rows
from knowledge import Knowledge
from tests.engine.handover.rightsize.fleet_rows import make_rows
from tests.tui.conftest import Start
from tests.tui.fleets import write_lines
from tests.tui.refused import one_line

JOB = Path(__file__).parents[2] / "docs" / "rightsize_spark.py"
FLEET = [dict(row) for _, row in make_rows(1_200)]


def test_several_processes_print_what_one_does(inside: Start, tmp_path: Path) -> None:
    """In the same order, with the same errors and the same sums."""
    path = write_lines(tmp_path / "fleet.jsonl", FLEET)
    one, two = (inside("rightsize", str(path), "--jsonl", "--processes", number) for number in ("1", "2"))
    assert (one.status, one.out, one.err) == (two.status, two.out, two.err)
    assert len(one.out.splitlines()) == len(FLEET)


def test_the_number_of_processes_is_checked(inside: Start, tmp_path: Path) -> None:
    """One line names the option and the value."""
    path = write_lines(tmp_path / "fleet.jsonl", FLEET[:2])
    for wrong in ("0", "many", "1000"):
        line = one_line(inside("rightsize", str(path), "--processes", wrong))
        assert "--processes" in line
        assert wrong in line


def test_partitions_give_what_the_whole_gives(knowledge: Knowledge, inside: Start, tmp_path: Path) -> None:
    """Wherever the fleet is cut, and in whatever order its parts are judged: the lines of the command."""
    path = write_lines(tmp_path / "fleet.jsonl", FLEET)
    told = [json.loads(line) for line in inside("rightsize", str(path), "--jsonl").out.splitlines()]
    context = FleetContext(knowledge, Settings(region="us-east-1"))
    parts = [FLEET[at : at + 170] for at in range(0, len(FLEET), 170)]
    found = [[msgspec.json.decode(msgspec.json.encode(one)) for one in judge_rows(part, context)] for part in reversed(parts)]
    by_parts = [one for part in reversed(found) for one in part]
    assert [one for one in by_parts if "error" not in one] == [one for one in told if "error" not in one]
    assert len([one for one in by_parts if "error" in one]) == len([one for one in told if "error" in one]) > 0


def test_the_job_of_a_cluster_is_short_and_imports_what_there_is() -> None:
    """Its code compiles, and its lines are fewer than forty."""
    text = JOB.read_text(encoding="utf-8")
    compile(text, str(JOB), "exec")
    assert len(text.splitlines()) < 40
    assert "from engine.handover.rightsize import FleetContext, Settings, judge_rows" in text
