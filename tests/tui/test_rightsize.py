"""`sizewise rightsize` as a person and a program run it: every kind of file in, every kind of output out."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from engine.handover.rightsize.fleet_table import COLUMNS
from tests.depth import LONG
from tests.engine.handover.rightsize.fleet_rows import make_rows
from tests.tui.conftest import Ended, Start
from tests.tui.contract import breaches
from tests.tui.fleets import SMALL, WRITERS, write_csv, write_lines, write_parquet
from tui.cli.rightsize import run

HEAD = list(dict.fromkeys(name for row in SMALL for name in row))


def parse_document(ended: Ended) -> dict[str, Any]:
    """Give the one JSON document on standard output."""
    assert ended.status == 0, ended
    told: dict[str, Any] = json.loads(ended.out)
    return told


@pytest.mark.parametrize("name", WRITERS)
def test_every_kind_of_table_gets_the_same_findings(name: str, inside: Start, tmp_path: Path) -> None:
    """CSV, JSON Lines, a JSON list and Parquet hold the same rows."""
    expected = parse_document(inside("rightsize", str(write_csv(tmp_path / "expected.csv", SMALL)), "--json"))
    found = parse_document(inside("rightsize", str(WRITERS[name](tmp_path / name, SMALL)), "--json"))
    assert found["resources"] == expected["resources"]
    assert len(found["resources"]) == len(SMALL)


def test_the_document_is_what_its_schema_says(inside: Start, tmp_path: Path) -> None:
    """With errors, notes and a summary, under a policy."""
    fleet = [*SMALL, {"resource": "x", "instance_type": "m5.lrge", "owner": "ann"}]
    (tmp_path / "terms.yaml").write_text("discounts: {all: 0.1}\n", encoding="utf-8")
    told = parse_document(
        inside("rightsize", str(write_csv(tmp_path / "f.csv", fleet)), "--policy", str(tmp_path / "terms.yaml"), "--json")
    )
    schema = json.loads(inside("schema", "rightsize").out)
    assert breaches(told, schema) == []
    assert (told["summary"]["resources"], told["summary"]["failed"]) == (len(SMALL), 1)
    assert told["policy"] == {"discounts": {"all": 0.1}}
    assert any("owner" in note for note in told["notes"])


def test_lines_and_rows_say_the_same_as_the_document(inside: Start, tmp_path: Path) -> None:
    """One a resource, one a row that failed; the summary goes to standard error."""
    path = str(write_csv(tmp_path / "f.csv", [*SMALL[:5], {"resource": "x", "instance_type": "m5.lrge"}]))
    told = parse_document(inside("rightsize", path, "--json"))
    ended = inside("rightsize", path, "--jsonl")
    lines = [json.loads(line) for line in ended.out.splitlines()]
    assert lines[:5] == told["resources"]
    assert lines[5:] == told["errors"]
    assert json.loads(ended.err.splitlines()[-1]) == {"summary": told["summary"]}
    table = list(csv.DictReader(io.StringIO(inside("rightsize", path, "--csv").out)))
    assert [row["finding"] for row in table] == [*(one["finding"] for one in told["resources"]), ""]
    assert "Did you mean m5.large?" in table[-1]["error"]


def test_a_wrong_row_names_file_row_field_and_value(inside: Start, tmp_path: Path) -> None:
    """On standard error, one line; the exit status is that of the rest."""
    fleet = [SMALL[0], SMALL[1] | {"cpu_p99": "much"}, SMALL[2]]
    path = write_csv(tmp_path / "f.csv", fleet)
    ended = inside("rightsize", str(path), "--csv")
    assert ended.status == 0
    assert f'{path}, row 3: cpu_p99: "much" is no number of 0 or more.' in ended.err


def test_nothing_but_wrong_rows_is_bad_input(inside: Start, tmp_path: Path) -> None:
    """Status 2, and no empty table."""
    ended = inside("rightsize", str(write_csv(tmp_path / "f.csv", [SMALL[0] | {"instance_type": "m5.lrge"}])))
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.count("\n") == 1


def test_a_few_resources_are_told_one_by_one(inside: Start, tmp_path: Path) -> None:
    """With reasons, arithmetic, risk and confidence, in 80 columns."""
    row = {
        "resource": "shop",
        "kind": "endpoint",
        "instance_type": "ml.m5.4xlarge",
        "count": 2,
        "cpu_p99": 20,
        "memory_max": 15,
        "hours": 400,
    }
    ended = inside("rightsize", str(write_csv(tmp_path / "f.csv", [row])))
    assert ended.status == 0
    assert max(map(len, ended.out.splitlines())) <= 80
    for words in ("shop: over-provisioned", "● vCPU: p99 is 20 %", "risk ", " a month, price ", "confidence high: 400 h", "1 resource, "):
        assert words in ended.out


def test_a_fleet_is_told_by_its_sums_and_its_best_savings(inside: Start, tmp_path: Path) -> None:
    """A line a finding, then those that save most, and those that are too small."""
    fleet = [dict(row) for _, row in make_rows(60, wrong=False)]
    path = str(write_csv(tmp_path / "f.csv", fleet))
    ended, told = inside("rightsize", path, "--limit", "3"), parse_document(inside("rightsize", path, "--json"))
    assert max(map(len, ended.out.splitlines())) <= 80
    best = ended.out.partition("Best savings\n")[2].partition("\n\n")[0].splitlines()[1:]
    wanted = [one["resource"] for one in told["summary"]["best"][:3]]
    assert [line.split()[0] for line in best] == wanted
    assert f"{told['summary']['resources']} resources" in ended.out


def test_standard_input_is_read_as_a_file_is(sizewise: Start, tmp_path: Path) -> None:
    """CSV comes through a pipe too."""
    data = write_csv(tmp_path / "f", SMALL).read_bytes()
    assert len(parse_document(sizewise("rightsize", "-", "--json", given=data))["resources"]) == len(SMALL)


def test_numbers_of_parquet_are_read_whatever_their_type(inside: Start, tmp_path: Path) -> None:
    """Decimals are numbers, and what is no number is an empty cell."""
    import duckdb  # noqa: PLC0415  # only these tests need it

    path = tmp_path / "f.parquet"
    row = "'one' AS resource, 'm5.xlarge' AS instance_type"
    row += ", 30.5::DECIMAL(4, 1) AS cpu_p99, 'nan'::DOUBLE AS memory_max, 400::HUGEINT AS hours"
    with duckdb.connect() as database:
        database.execute(f"COPY (SELECT {row}) TO '{path}' (FORMAT parquet)")
    (found,) = parse_document(inside("rightsize", str(path), "--json"))["resources"]
    assert found["confidence"]["why"] == "400 h were measured, memory was not measured"


def test_parquet_without_its_reader_says_what_to_install(inside: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra, or another form of the same table."""
    path = write_parquet(tmp_path / "f.parquet", SMALL)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    ended = inside("rightsize", str(path), "--json")
    assert (ended.status, ended.out) == (2, "")
    assert "Install sizewise[fleet], or give CSV or JSON Lines." in ended.err


def test_many_columns_that_nobody_knows_are_told_in_a_few_lines(inside: Start, tmp_path: Path) -> None:
    """Ten of them, and how many more there are."""
    row = SMALL[0] | {f"tag {number}": "x" for number in range(30)}
    ended = inside("rightsize", str(write_csv(tmp_path / "f.csv", [row])), "--csv")
    assert sum("no column of a fleet" in line for line in ended.err.splitlines()) == 10
    assert "20 more columns are ignored." in ended.err


def test_several_files_are_one_fleet(inside: Start, tmp_path: Path) -> None:
    """In their order."""
    one, other = write_csv(tmp_path / "a.csv", SMALL[:4]), write_lines(tmp_path / "b.jsonl", SMALL[4:])
    told = parse_document(inside("rightsize", str(one), str(other), "--json"))
    assert [row["resource"] for row in told["resources"]] == [row["resource"] for row in SMALL]


def test_a_line_is_written_as_soon_as_its_row_is_read(settings: dict[str, str]) -> None:
    """A reader of the lines need not wait for the end of the fleet."""
    program = [sys.executable, "-m", "tui.cli.main", "rightsize", "-", "--jsonl"]
    enough = b"".join(json.dumps(dict(row)).encode() + b"\n" for _, row in make_rows(400, wrong=False))
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=settings, cwd=Path(__file__).parents[2]) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(60, process.kill)  # one that waits for the end of its input would wait for ever
        watch.start()
        process.stdin.write(enough)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["resource"] == "resource-1"
        process.stdin.close()
        assert len(process.stdout.readlines()) == 399
        assert process.wait() == 0
        watch.cancel()


def test_help_names_every_column(inside: Start, capsys: pytest.CaptureFixture[str]) -> None:
    """With its unit."""
    with pytest.raises(SystemExit):
        inside("rightsize", "--help")
    told = capsys.readouterr().out
    groups = tuple(word.removesuffix("…") for word in told.split() if word.endswith("_…"))
    assert [name for name in COLUMNS if f"  {name} " not in told and not name.startswith(groups)] == []


def test_progress_is_told_to_whoever_looks_on(inside: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A count that is written over on a terminal, never on standard output."""
    path = str(write_csv(tmp_path / "f.csv", [SMALL[0]] * 5))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(run, "_STEP_ON_TERMINAL", 2)
    ended = inside("rightsize", path, "--csv")
    assert ended.err.startswith("\r2 resources\r4 resources\n")
    assert len(ended.out.splitlines()) == 6


STATUS = Path("/proc/self/status")
"""Where Linux tells of a process; the figure that other systems tell of a child holds what its parent took."""


def _peak_memory(settings: dict[str, str], path: Path) -> float:
    """Give the MB that a process takes at most while it judges a fleet."""
    program = (
        "import pathlib, re, sys\n"
        "from tui.cli.main import main\n"
        "status = main(sys.argv[1:])\n"
        f"told = pathlib.Path({str(STATUS)!r}).read_text()\n"
        "print(status, int(re.search(r'VmHWM:\\s+(\\d+)', told)[1]) / 1024, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "rightsize", str(path), "--jsonl"],
        capture_output=True,
        check=True,
        env=settings,
        cwd=Path(__file__).parents[2],
    )
    status, size = done.stderr.splitlines()[-1].split()
    assert status == b"0"
    return float(size)


@pytest.mark.skipif(not LONG, reason="four processes; the engine's own test of memory runs always")
@pytest.mark.skipif(not STATUS.exists(), reason="only Linux tells the most that a process held")
@pytest.mark.parametrize("name", ["fleet.csv", "fleet.parquet"])
def test_a_process_takes_no_more_for_a_longer_fleet(name: str, settings: dict[str, str], tmp_path: Path) -> None:
    """Eight times the rows, the same memory; results that are held would take a MB for each thousand of them."""
    short = WRITERS[name](tmp_path / f"short.{name}", [dict(row) for _, row in make_rows(1_000, wrong=False)])
    long = WRITERS[name](tmp_path / f"long.{name}", [dict(row) for _, row in make_rows(8_000, wrong=False)])
    assert _peak_memory(settings, long) < _peak_memory(settings, short) + 5
