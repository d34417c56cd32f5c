"""`sizewise report`: from a saved advice or from words, to a file or to standard output."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from tests.tui.conftest import TEXT, Start
from tests.tui.contract import ADVICE, breaches, differences
from tests.tui.refused import one_line
from tui.cli.schema import command_schema


@pytest.fixture
def saved(advised: str, tmp_path: Path) -> str:
    """The name of a file with an advice."""
    path = tmp_path / "advice.json"
    path.write_text(advised, encoding="utf-8")
    return str(path)


def test_markdown_is_what_is_written_where_nothing_else_is_said(inside: Start, saved: str) -> None:
    """A title, today's date, the status proposed; nothing on stderr."""
    ended = inside("report", "--file", saved)
    assert (ended.status, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "# Compute for BERT base, inference"
    assert "- Status: proposed" in lines
    days = {(dt.datetime.now().astimezone().date() - dt.timedelta(days=back)).isoformat() for back in (0, 1)}
    assert any(f"- Date: {day}" in lines for day in days)


def test_words_give_the_same_record_as_the_advice_they_lead_to(inside: Start, saved: str) -> None:
    """To the letter."""
    options = ("--format", "json", "--date", "2026-01-31")
    assert inside("report", TEXT, *options).out == inside("report", "--file", saved, *options).out


def test_the_head_is_the_team_s(inside: Start, saved: str) -> None:
    """Title, status and date are those given."""
    out = inside("report", "-f", saved, "--title", "Sentiment *live*", "--status", "accepted", "--date", "2026-02-03").out
    assert out.splitlines()[0] == r"# Sentiment \*live\*"
    assert "- Status: accepted\n- Date: 2026-02-03\n" in out


def test_json_is_the_advice_with_sources_and_figures(inside: Start, saved: str, tmp_path: Path) -> None:
    """The contract's fields, valid by the printed schema; and it can be saved in the place of the advice."""
    ended = inside("report", "--file", saved, "--json", "--date", "2026-01-31")
    told = json.loads(ended.out)
    assert differences(told, ADVICE) == []
    schema = command_schema("report")
    assert breaches(told, schema) == []
    assert {source for reason in told["choice"]["reasons"] for source in reason["sources"]} <= set(told["sources"])
    assert told["record"] == {"title": "Compute for BERT base, inference", "date": "2026-01-31", "status": "proposed"}
    assert [point["usd"] for point in told["figures"]["cost"]["points"] if point["is_chosen"]] == [told["choice"]["cost"]["usd_per_month"]]
    again = tmp_path / "record.json"
    again.write_text(ended.out, encoding="utf-8")
    assert inside("report", "--file", str(again), "--json", "--date", "2026-01-31").out == ended.out


def test_a_file_is_written_once(inside: Start, saved: str, tmp_path: Path) -> None:
    """Nothing on stdout; a file that is there stays unless --force is given."""
    path = tmp_path / "record.html"
    first = inside("report", "-f", saved, "--format", "html", "-o", str(path))
    assert (first.status, first.out) == (0, "")
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.endswith("</html>\n")
    assert "--force" in one_line(inside("report", "-f", saved, "--out", str(path)))
    assert path.read_text(encoding="utf-8") == page
    assert inside("report", "-f", saved, "--out", str(path), "--force").status == 0
    assert path.read_text(encoding="utf-8").startswith("# ")


def test_nothing_that_fits_is_status_3_with_the_record(inside: Start) -> None:
    """It says what would help."""
    ended = inside("report", "--set", "model=llama-3-1-405b", "--set", "budget_usd_per_month=5")
    assert ended.status == 3
    assert "## What would help" in ended.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "pdf"], ["--format", "pdf", "markdown"]),
        (["--format", "htm"], ["--format", "html"]),
        (["--status", "acepted"], ["--status", "accepted"]),
        (["--date", "tomorrow"], ["--date", "tomorrow", "20"]),
        (["--date", "2026-02-30"], ["--date", "2026-02-30"]),
        (["-o", "nowhere/record.md"], ["--out", "nowhere"]),
        (["--file", "nowhere.json"], ["--file", "nowhere.json"]),
        ([], ["workload"]),
    ],
)
def test_bad_options_are_one_line(inside: Start, arguments: list[str], words: list[str]) -> None:
    """Status 2, the option, the value, and what would do."""
    line = one_line(inside("report", *arguments))
    assert [word for word in words if word not in line] == [], line


@pytest.mark.parametrize(
    "damage", ['{"choice": 5, "workload": {}}', '{"choice": null', "[1]", '{"choice": {}, "workload": {}, "schema": 1}']
)
def test_a_damaged_advice_is_one_line(inside: Start, tmp_path: Path, damage: str) -> None:
    """It names the file."""
    path = tmp_path / "advice.json"
    path.write_text(damage, encoding="utf-8")
    assert "advice.json" in one_line(inside("report", "--file", str(path)))


def test_a_very_long_text_makes_a_record_of_a_usual_size(inside: Start, tmp_path: Path) -> None:
    """Words are quoted as far as they help."""
    path = tmp_path / "advice.json"
    document = json.loads(inside("advise", TEXT, "--json").out)
    document["not_understood"] = ["\u202e" + "word " * 20_000, "🌱" * 100_000]
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    for form in ("markdown", "html"):
        ended = inside("report", "--file", str(path), "--format", form)
        assert ended.status == 0
        assert len(ended.out) < 100_000
        assert "\u202e" not in ended.out
