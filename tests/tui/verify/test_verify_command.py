"""`sizewise verify`: what is to be measured is written, and what was measured is read, from files and folders."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tui.conftest import TEXT, Start
from tests.tui.contract import ADVICE, breaches, differences
from tests.tui.refused import one_line
from tui.cli.schema import command_schema

CHAT = ("--set", "model=llama-3-8b", "--set", "requests_per_second=2", "--set", "operations=containers")
MEASURED = "instance_type,latency_ms\nml.g5.xlarge,5\n"


@pytest.fixture
def advice_file(advised: str, tmp_path: Path) -> str:
    """The name of a file with an advice."""
    path = tmp_path / "advice.json"
    path.write_text(advised, encoding="utf-8")
    return str(path)


def read_choice(name: str | Path) -> dict[str, Any]:
    """The choice of a kept advice."""
    choice: dict[str, Any] = json.loads(Path(name).read_text(encoding="utf-8"))["choice"]
    return choice


def write_results(folder: Path, name: str, text: str) -> Path:
    """A file of results."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_plan_is_told_to_people(inside: Start, advice_file: str) -> None:
    """The choice and its rivals, the runs as a table, the jobs, what to fill in, and what comes then."""
    ended = inside("verify", "plan", "--file", advice_file)
    assert (ended.status, ended.err) == (0, "")
    first, *_, last = ended.out.splitlines()
    assert first == "What to measure for BERT base"
    choice = read_choice(advice_file)
    assert f"choice: {choice['instance_type']} × {choice['instance_count']} · SageMaker real-time endpoint" in ended.out
    assert "runner-up: " in ended.out
    for part in ("the peak", "locust -f", "aws sagemaker create-inference-recommendations-job", "RoleArn: ", "ENDPOINT_NAME_ML_"):
        assert part in ended.out
    assert last.strip() == "Then: sizewise verify read --file advice.json results"


def test_the_plan_as_json_is_of_its_schema(inside: Start, advice_file: str) -> None:
    """And from words it is the same as from the advice that they lead to."""
    ended = inside("verify", "plan", "--file", advice_file, "--json")
    told = json.loads(ended.out)
    schema = command_schema("verify-plan")
    assert breaches(told, schema) == []
    assert [job["kind"] for job in told["jobs"]] == ["Default", "Advanced"]
    assert inside("verify", "plan", TEXT, "--json").out == ended.out


def test_the_plan_is_written_as_files_that_work(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """The text, the advice to read back against, jobs for the API, a table to fill in, commands, and the scripts these name."""
    folder = tmp_path / "deep" / "measure"
    ended = inside("verify", "plan", "--file", advice_file, "-o", str(folder))
    assert (ended.status, ended.out) == (0, "")
    assert (folder / "plan.txt").read_text(encoding="utf-8") == inside("verify", "plan", "--file", advice_file).out
    assert json.loads((folder / "advice.json").read_text(encoding="utf-8")) == json.loads(Path(advice_file).read_text(encoding="utf-8"))
    plan = json.loads(inside("verify", "plan", "--file", advice_file, "--json").out)
    for job in plan["jobs"]:
        assert json.loads((folder / f"{job['name']}.json").read_text(encoding="utf-8")) == job["parameters"]
    rows = list(csv.DictReader(io.StringIO((folder / "measured.csv").read_text(encoding="utf-8"))))
    assert [row["instance_type"] for row in rows] == [one["plan"]["instance_type"] for one in plan["finalists"]]
    commands = (folder / "commands.sh").read_text(encoding="utf-8")
    assert all(command["text"] in commands for one in plan["finalists"] for command in one["commands"])
    assert {path.name for path in folder.iterdir() if path.name in commands} == {"locustfile.py"}


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell here")
@pytest.mark.parametrize("arguments", [CHAT, ("--set", "model=resnet-50", "--set", "stage=training")])
def test_the_commands_are_of_a_shell_that_asks_for_what_is_missing(inside: Start, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """It parses, and without what is to be filled in it stops before the first run and says what that is."""
    assert inside("verify", "plan", *arguments, "-o", str(tmp_path)).status == 0
    path = tmp_path / "commands.sh"
    if not path.exists():
        assert "load" not in (tmp_path / "plan.txt").read_text(encoding="utf-8")
        return
    ended = subprocess.run(["/bin/sh", str(path)], capture_output=True, text=True, cwd=tmp_path, env={"PATH": ""}, check=False, timeout=60)
    assert ended.returncode != 0
    assert "ENDPOINT_" in ended.stderr
    assert not (tmp_path / "results").exists()


def test_a_name_in_a_kept_advice_is_no_command(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """What a file from elsewhere calls a machine gets into no script: no machine is called so."""
    advice = json.loads(Path(advice_file).read_text(encoding="utf-8"))
    advice["choice"]["instance_type"] = "ml.g5.xlarge; touch harm\ntouch harm #"
    Path(advice_file).write_text(json.dumps(advice), encoding="utf-8")
    ended = inside("verify", "plan", "--file", advice_file, "-o", str(tmp_path / "out"))
    assert (ended.status, ended.err.count("\n")) == (2, 1)
    assert "instance_type" in ended.err
    assert not (tmp_path / "out").exists()


def test_files_that_are_there_stay(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """None is written where one would be written over, unless --force is given."""
    (tmp_path / "out").mkdir()
    plan = write_results(tmp_path, "out/measured.csv", "mine\n")
    assert "--force" in one_line(inside("verify", "plan", "--file", advice_file, "--out", str(tmp_path / "out")))
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["measured.csv"]
    assert plan.read_text(encoding="utf-8") == "mine\n"
    assert inside("verify", "plan", "--file", advice_file, "--out", str(tmp_path / "out"), "--force").status == 0
    assert plan.read_text(encoding="utf-8").startswith("instance_type,")
    assert "--out" in one_line(inside("verify", "plan", "--file", advice_file, "--out", str(plan)))


def test_where_nothing_fits_there_is_nothing_to_measure(inside: Start) -> None:
    """Status 3, and a sentence."""
    ended = inside("verify", "plan", "--set", "model=llama-3-1-405b", "--set", "budget_usd_per_month=5")
    assert ended.status == 3
    assert "nothing to measure" in ended.out


def test_what_was_measured_makes_a_new_ranking_that_can_be_kept(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """The choice proves slow: another one now, said to people, as JSON, and in an advice that report and verify go on with."""
    before = read_choice(advice_file)
    row = f"instance_type,instance_count,requests_per_second,latency_ms,requests\n{before['instance_type']},1,5,1900,5000\n"
    measured = write_results(tmp_path, "measured.csv", row)
    new = tmp_path / "verified.json"
    ended = inside("verify", "read", str(measured), "--file", advice_file, "-o", str(new))
    assert (ended.status, ended.err) == (0, "")
    assert "choice of the advice" in ended.out
    assert "→ The choice was " in ended.out
    assert str(new) in " ".join(ended.out.split())
    after = read_choice(new)
    assert after["instance_type"] != before["instance_type"]

    told = json.loads(inside("verify", "read", str(measured), "--file", advice_file, "--json").out)
    schema = command_schema("verify-read")
    assert breaches(told, schema) == []
    assert differences({name: value for name, value in told["advice"].items() if name != "measured"}, ADVICE) == []
    assert told["advice"] == json.loads(new.read_text(encoding="utf-8"))
    assert told["difference"]["after"]["instance_type"] == after["instance_type"]

    assert inside("report", "--file", str(new)).status == 0


def test_a_report_cites_the_files_of_the_runs(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """Each run with its machines, load, time and file; the outcome holds each against its estimate at that load."""
    ladder = "".join(f"ml.g5.xlarge,2,{rate},{latency},6000\n" for rate, latency in ((8, 41), (17, 47), (60, 90)))
    path = write_results(tmp_path, "ladder.csv", f"instance_type,instance_count,requests_per_second,latency_ms,requests\n{ladder}")
    new = tmp_path / "verified.json"
    told = json.loads(inside("verify", "read", str(path), "--file", advice_file, "-o", str(new), "--json").out)
    assert [reading["trial"]["latency_ms"] for reading in told["readings"]] == [41, 47, 90]
    estimates = [reading["estimated_ms"] for reading in told["readings"]]
    assert None not in estimates
    assert estimates == sorted(estimates)
    report = inside("report", "--file", str(new)).out
    rows = [line for line in report.splitlines() if "ladder.csv" in line]
    assert [f"line {number}" in row for number, row in zip((2, 3, 4), rows, strict=True)] == [True] * 3
    assert ["41" in rows[0], "8 a second" in rows[0], "g5.xlarge × 2" in rows[0]] == [True] * 3
    assert "ladder.csv" not in inside("report", "--file", advice_file).out


def test_the_filled_in_table_of_the_plan_is_read(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """The round trip of somebody with a tool of their own."""
    inside("verify", "plan", "--file", advice_file, "-o", str(tmp_path / "out"))
    table = tmp_path / "out" / "measured.csv"
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(row | {"requests_per_second": "17", "latency_ms": "50", "requests": "6000"} for row in rows)
    ended = inside("verify", "read", str(table), "--file", str(tmp_path / "out" / "advice.json"), "--json")
    assert ended.status == 0
    told = json.loads(ended.out)
    assert [one["trial"]["instance_type"] for one in told["readings"]] == [row["instance_type"].removeprefix("ml.") for row in rows]
    assert told["compared"][0]["finalist"] == "choice"


def test_a_folder_is_read_whole(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """Results in it, by its subfolders' names; what is no result is passed over; without any it is an error."""
    head = "Type,Name,Request Count,Failure Count,Requests/s,Failures/s,50%,90%,95%,99%"
    write_results(
        tmp_path, "results/ml.g5.xlarge-x2/locust-peak_stats.csv", f"{head}\nPOST,a,6000,0,17,0,5,7,8,9\n,Aggregated,6000,0,17,0,5,7,8,9\n"
    )
    write_results(
        tmp_path, "results/ml.g5.xlarge-x2/locust-peak_stats_history.csv", "Timestamp,User Count,Type,Name,Requests/s\n1,2,,Aggregated,3\n"
    )
    write_results(tmp_path, "results/ml.g6.xlarge-x1/notes.json", '{"who": "me"}')
    write_results(tmp_path, "results/readme.md", "hello")
    ended = inside("verify", "read", str(tmp_path / "results"), "--file", advice_file, "--json")
    assert ended.status == 0, ended.err
    [reading] = json.loads(ended.out)["readings"]
    assert (reading["trial"]["instance_type"], reading["trial"]["instance_count"]) == ("g5.xlarge", 2)
    (tmp_path / "empty").mkdir()
    assert "no result" in one_line(inside("verify", "read", str(tmp_path / "empty"), "--file", advice_file))


def test_a_broken_result_in_a_folder_is_not_passed_over(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """It is a result by its kind, so it is named and refused."""
    write_results(tmp_path, "results/a.csv", MEASURED.replace("5\n", "fast\n"))
    line = one_line(inside("verify", "read", str(tmp_path / "results"), "--file", advice_file))
    assert "a.csv" in line
    assert "fast" in line


def test_the_machines_may_be_named_beside_the_file(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """For a file that does not say it."""
    path = write_results(
        tmp_path, "k6.json", json.dumps({"metrics": {"http_reqs": {"rate": 17, "count": 6000}, "http_req_duration": {"p(99)": 44}}})
    )
    assert "--instance" in one_line(inside("verify", "read", str(path), "--file", advice_file))
    ended = inside("verify", "read", str(path), "--file", advice_file, "--instance", "ml.g5.xlarge", "--count", "3", "--json")
    [reading] = json.loads(ended.out)["readings"]
    assert (reading["trial"]["instance_type"], reading["trial"]["instance_count"]) == ("g5.xlarge", 3)


def test_results_come_through_a_pipe_too(inside: Start, advice_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `aws sagemaker describe-inference-recommendations-job` prints them."""
    row = {"Metrics": {"MaxInvocations": 600, "ModelLatency": 9}, "EndpointConfiguration": {"InstanceType": "ml.g5.xlarge"}}
    job = {"JobType": "Advanced", "Status": "COMPLETED", "InferenceRecommendations": [row]}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(job).encode())))
    ended = inside("verify", "read", "-", "--file", advice_file)
    assert ended.status == 0, ended.err
    assert "standard input" in ended.out


def test_where_nothing_fits_any_more_the_status_is_3(inside: Start, tmp_path: Path) -> None:
    """One machine is approved, and it proves too slow."""
    policy = write_results(tmp_path, "policy.yaml", "approved: [g5, sagemaker-realtime]\n")
    path = write_results(
        tmp_path,
        "m.csv",
        "".join(["instance_type,latency_ms\n", *(f"ml.g5.{size}xlarge,9000\n" for size in ("", 2, 4, 8, 12, 16, 24, 48))]),
    )
    ended = inside(
        "verify",
        "read",
        str(path),
        "--set",
        "model=bert-base",
        "-s",
        "requests_per_second=17",
        "-s",
        "latency_p99_ms=200",
        "--policy",
        str(policy),
    )
    assert ended.status == 3, ended
    assert "nothing now" in " ".join(ended.out.split())


WRONG = [
    (["--instance", "ml.g5.xlrge"], "", ["--instance", "ml.g5.xlrge", "g5.xlarge?"]),
    (["--count", "0"], MEASURED, ["--count", "0"]),
    (["--count", "many"], MEASURED, ["--count", "many"]),
    (["-o", "nowhere/new.json"], MEASURED, ["--out", "nowhere"]),
    ([], "hello", ["result", "no result that is read"]),
    ([], "", ["result", "empty"]),
    ([], '{"InferenceRecommendations": [{"Metr', ["result", "no JSON"]),
    ([], "\x00\x01\x02", ["result"]),
    ([], "instance_type,latency_ms\nml.z9.xlarge,5\n", ["line 2", "ml.z9.xlarge"]),
]


@pytest.mark.parametrize(("arguments", "text", "words"), WRONG)
def test_what_is_wrong_is_one_line(inside: Start, advice_file: str, arguments: list[str], text: str, words: list[str]) -> None:
    """Status 2, the option or the file, and what would do."""
    path = write_results(Path(advice_file).parent, "result", text)
    line = one_line(inside("verify", "read", str(path), "--file", advice_file, *arguments))
    assert [word for word in words if word not in line] == [], line


def test_files_that_cannot_be_results_are_one_line(inside: Start, advice_file: str, tmp_path: Path) -> None:
    """None there, no text, and one with every single request."""
    assert "nowhere.json" in one_line(inside("verify", "read", str(tmp_path / "nowhere.json"), "--file", advice_file))
    path = tmp_path / "binary.json"
    path.write_bytes(b"\xff\xfe\x00\xd8")
    assert "UTF-8" in one_line(inside("verify", "read", str(path), "--file", advice_file))
    path.write_text(f'["{"x" * 1_100_000}"]', encoding="utf-8")
    assert "larger" in one_line(inside("verify", "read", str(path), "--file", advice_file))


def test_the_help_tells_the_columns(capsys: pytest.CaptureFixture[str], inside: Start) -> None:
    """Of the plain table, each with its meaning, within 80 columns."""
    out = inside("help", "verify", "read").out
    for name in ("instance_type", "requests_per_second", "saturated", "per_token_ms"):
        assert f"\n  {name} " in out
    assert capsys.readouterr().err == ""
