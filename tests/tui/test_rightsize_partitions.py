"""A fleet that is judged in parts, as the partitions of a cluster are, is judged as in one."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from engine.handover.rightsize import FleetContext, Settings, judge_rows
from knowledge import Knowledge
from tests.engine.handover.rightsize.fleet_rows import make_rows
from tests.tui.conftest import Start
from tests.tui.fleets import write_lines

JOB = Path(__file__).parents[2] / "docs" / "rightsize_spark.py"
FLEET = [dict(row) for _, row in make_rows(1_200)]


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
