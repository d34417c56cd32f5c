"""The history of the bench: what counts as slower, and what a run leaves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.history import FILE, append_run, find_slower, read_history
from tests.bench.ledger import Ledger


@pytest.mark.parametrize(("taken", "flagged"), [(1.25, True), (1.15, False), (0.5, False)])
def test_a_measure_is_slower_that_takes_a_fifth_more_than_usual(taken: float, flagged: bool) -> None:  # noqa: FBT001  # a table
    """Against the median of the runs before, of which one was lucky."""
    before = [{"advise": 1.0}, {"advise": 0.2}, {"advise": 1.0}]
    lines = list(find_slower({"advise": taken, "new": 9.0}, before))
    assert [line.split(":")[0] for line in lines] == (["advise"] if flagged else [])


def test_a_run_that_is_kept_is_compared_with_the_next(tmp_path: Path) -> None:
    """The last five of this Python alone, the newest last."""
    file = tmp_path / "history.jsonl"
    assert read_history(file) == []
    other = {"date": "2026-01-01", "commit": "a", "python": "2.7", "measures": {"advise": 99.0}}
    file.write_text(json.dumps(other) + "\n", encoding="utf-8")
    for number in range(7):
        append_run({"advise": float(number)}, "2026-01-02", "b", file)
    assert read_history(file) == [{"advise": float(number)} for number in range(2, 7)]


def test_the_kept_history_can_be_read() -> None:
    """Every line has its measures, each a positive number."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        run = json.loads(line)
        assert {*run} == {"date", "commit", "python", "measures"}
        assert all(taken > 0 for taken in run["measures"].values())


def test_a_ledger_counts_what_is_missed() -> None:
    """And keeps every measure as so many times its reference."""
    said: list[str] = []
    ledger = Ledger(said.append)
    reference = ledger.reference("a start", [0.1, 0.1, 0.2])
    ledger.ratio("in time", [0.12], reference, 1.5)
    ledger.ratio("late", [0.2], reference, 1.5)
    assert ledger.note("long", 0.7, 0.6).split()[-1] == "MISSED"
    assert ledger.missed == 2
    assert {name: round(taken, 3) for name, taken in ledger.relative.items()} == {"in time": 1.2, "late": 2.0, "long": 0.7}
    assert [line.split()[-1] for line in said[1:3]] == ["ok", "MISSED"]
