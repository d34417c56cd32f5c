"""`sizewise recheck`: a line for each kept advice, and an exit status for a build."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tui.conftest import Start
from tests.tui.contract import breaches
from tests.tui.refused import one_line
from tui.cli.schema import command_schema


@pytest.fixture
def advice_file(advised: str, tmp_path: Path) -> Path:
    """A file with an advice."""
    path = tmp_path / "advice.json"
    path.write_text(advised, encoding="utf-8")
    return path


def edit_choice(path: Path, name: str, **choice: Any) -> str:  # noqa: ANN401  # parts of a plan
    """The name of a copy whose choice is another."""
    advice = json.loads(path.read_text(encoding="utf-8"))
    advice["choice"] |= choice
    copy = path.with_name(name)
    copy.write_text(json.dumps(advice), encoding="utf-8")
    return str(copy)


def scale_cost(path: Path, factor: float) -> str:
    """The name of a copy of an advice made when everything cost so many times as much."""
    cost = json.loads(path.read_text(encoding="utf-8"))["choice"]["cost"]
    sums = {name: value * factor if isinstance(value, float) else value for name, value in cost.items()}
    return edit_choice(path, "dearer.json", cost=sums)


def test_an_advice_that_stands_is_a_line_and_status_0(inside: Start, advice_file: Path) -> None:
    """With its plan and what it costs."""
    ended = inside("recheck", str(advice_file))
    assert (ended.status, ended.err) == (0, "")
    choice = json.loads(advice_file.read_text(encoding="utf-8"))["choice"]
    assert ended.out.startswith(f"{advice_file}: stands: {choice['instance_type']} × {choice['instance_count']}, ")
    assert ended.out.count("\n") == 1


def test_several_are_a_line_each_and_one_that_does_not_stand_is_status_4(inside: Start, advice_file: Path) -> None:
    """In the order in which they were given."""
    other = edit_choice(advice_file, "other.json", instance_type="ml.c5.xlarge", family="c5", instance_count=5)
    gone = edit_choice(advice_file, "gone.json", instance_type="ml.p2.quadlarge")
    ended = inside("recheck", str(advice_file), scale_cost(advice_file, 2), other, gone)
    assert (ended.status, ended.err) == (4, "")
    lines = ended.out.splitlines()
    labels = [line.split(": ")[1] for line in lines]
    assert labels == ["stands", "price moved by -50%", "another choice now", "no longer available"]


def test_a_tolerance_lets_prices_move(inside: Start, advice_file: Path) -> None:
    """As far as it goes."""
    name = scale_cost(advice_file, 1.04)
    assert inside("recheck", name).status == 4
    assert inside("recheck", name, "--tolerance", "3.8").status == 4
    ended = inside("recheck", name, "--tolerance", "4")
    assert ended.status == 0
    assert "within the tolerance" in ended.out


def test_json_is_of_its_schema(inside: Start, advice_file: Path) -> None:
    """With the same status and words as the lines."""
    names = [str(advice_file), scale_cost(advice_file, 2)]
    ended = inside("recheck", *names, "--json", "--tolerance", "5")
    assert (ended.status, ended.err) == (4, "")
    told = json.loads(ended.out)
    schema = command_schema("recheck")
    assert breaches(told, schema) == []
    assert [(one["file"], one["status"]) for one in told["advices"]] == [(names[0], "stands"), (names[1], "moved")]
    assert told["tolerance"] == 5
    assert told["advices"][1]["moved"] == pytest.approx(-0.5)
    for line, one in zip(inside("recheck", *names).out.splitlines(), told["advices"], strict=True):
        assert one["text"] in line


def test_a_record_of_report_and_standard_input_are_read_too(inside: Start, advice_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both hold the advice."""
    record = advice_file.with_name("record.json")
    record.write_text(inside("report", "--file", str(advice_file), "--json").out, encoding="utf-8")
    assert inside("recheck", str(record)).status == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(advice_file.read_bytes())))
    assert inside("recheck", "-").out.startswith("-: stands: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", ["bad.json"]),
        ("", ["bad.json"]),
        ("{}", ["bad.json", "no advice", "advise --json"]),
        ('{"choice": null', ["bad.json"]),
        ('{"schema": 2, "choice": null, "workload": {}}', ["bad.json", "schema", "2"]),
        ("stage: inference\nmodel: bert-base\n", ["bad.json", "no advice"]),
    ],
)
def test_a_file_that_is_no_advice_is_one_line(inside: Start, tmp_path: Path, text: str, words: list[str]) -> None:
    """Status 2, and nothing on standard output."""
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    for more in ((), ("--json",)):
        line = one_line(inside("recheck", str(path), *more))
        assert [word for word in words if word not in line] == [], line


def test_a_bad_file_does_not_hide_the_others(inside: Start, advice_file: Path) -> None:
    """They have their lines; the status tells of the bad one, whatever became of them."""
    nowhere = str(advice_file.with_name("nowhere.json"))
    ended = inside("recheck", nowhere, str(advice_file), scale_cost(advice_file, 2))
    assert ended.status == 2
    assert [line.split(": ")[1] for line in ended.out.splitlines()] == ["stands", "price moved by -50%"]
    assert ended.err.count("\n") == 1
    assert nowhere in ended.err


def test_a_fact_of_none_is_a_mistake_of_its_file(inside: Start, advice_file: Path) -> None:
    """The line names file, fact and value."""
    advice = json.loads(advice_file.read_text(encoding="utf-8"))
    advice["workload"]["model"]["value"] = "bert-bass"
    advice_file.write_text(json.dumps(advice), encoding="utf-8")
    line = one_line(inside("recheck", str(advice_file)))
    assert [word for word in ("advice.json", "model", "bert-bass", "bert-base") if word not in line] == [], line


@pytest.mark.parametrize("value", ["-1", "many", "nan", "inf", "1001", ""])
def test_a_tolerance_that_is_none_is_one_line(inside: Start, advice_file: Path, value: str) -> None:
    """With the value, and one that would do."""
    line = one_line(inside("recheck", str(advice_file), f"--tolerance={value}"))
    assert "--tolerance" in line
    assert value in line


def test_words_of_a_file_stay_words(inside: Start, advice_file: Path) -> None:
    """Escapes and line breaks in an advice make no second line and steer no terminal."""
    advice = json.loads(advice_file.read_text(encoding="utf-8"))
    advice["choice"]["instance_type"] = "ml.\x1b[31mg5\nstands: all is well"
    advice_file.write_text(json.dumps(advice), encoding="utf-8")
    ended = inside("recheck", str(advice_file))
    assert ended.status == 4
    assert ended.out.count("\n") == 1
    assert "\x1b" not in ended.out
    assert "no longer available" in ended.out
