"""`sizewise template`: from a kept advice or from words, to a file or to standard output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tui.conftest import TEXT, Start
from tests.tui.contract import breaches
from tests.tui.refused import one_line
from tui.cli.schema import command_schema

FORMATS = ("cloudformation", "cdk", "terraform", "sdk", "cli")


@pytest.fixture
def saved(advised: str, tmp_path: Path) -> str:
    """The name of a file with an advice."""
    path = tmp_path / "advice.json"
    path.write_text(advised, encoding="utf-8")
    return str(path)


def test_words_give_the_same_template_as_the_advice_they_lead_to(inside: Start, saved: str) -> None:
    """To the letter, and nothing on stderr."""
    ended = inside("template", "--file", saved, "--format", "cloudformation")
    assert (ended.status, ended.err) == (0, "")
    assert inside("template", TEXT, "--format", "cloudformation").out == ended.out


def test_a_fact_beside_a_kept_advice_makes_it_anew(inside: Start, saved: str) -> None:
    """The place that is asked for is the one that is written."""
    assert "SageMaker real-time endpoint" in inside("template", "-f", saved, "--format", "cli").out
    assert "Amazon ECS" in inside("template", "-f", saved, "-s", "require=ecs", "--format", "cli").out


@pytest.mark.parametrize("form", FORMATS)
def test_json_holds_the_text_with_what_to_fill_in_and_to_run(inside: Start, saved: str, form: str) -> None:
    """One document, which keeps its schema."""
    ended = inside("template", "--file", saved, "--format", form, "--json")
    told = json.loads(ended.out)
    assert list(breaches(told, command_schema("template"))) == []
    assert f"--format {form}" in told["text"]
    assert told["text"] == inside("template", "--file", saved, "--format", form).out
    assert [one["name"] for one in told["fill_in"]]
    assert all(one["name"] in told["text"] for one in told["fill_in"])
    assert told["commands"][0] in told["text"]
    assert (told["format"], told["place"]) == (form, "sagemaker-realtime")


def test_a_file_is_written_once(inside: Start, saved: str, tmp_path: Path) -> None:
    """Nothing on stdout; a file that is there stays unless --force is given."""
    path = tmp_path / "main.tf"
    first = inside("template", "-f", saved, "--format", "terraform", "-o", str(path))
    assert (first.status, first.out) == (0, "")
    text = path.read_text(encoding="utf-8")
    assert text == inside("template", "-f", saved, "--format", "terraform").out
    assert "--force" in one_line(inside("template", "-f", saved, "--format", "sdk", "--out", str(path)))
    assert path.read_text(encoding="utf-8") == text
    assert inside("template", "-f", saved, "--format", "sdk", "--out", str(path), "--force").status == 0
    assert "import boto3" in path.read_text(encoding="utf-8")


def test_nothing_that_fits_is_one_line_and_status_3(inside: Start, tmp_path: Path) -> None:
    """There is nothing to deploy, and no file is begun."""
    path = tmp_path / "main.tf"
    ended = inside("template", "--set", "model=llama-3-1-405b", "-s", "budget_usd_per_month=5", "--format", "terraform", "-o", str(path))
    assert (ended.status, ended.out) == (3, "")
    assert ended.err.splitlines() == ["Nothing fits, so there is nothing to deploy. sizewise advise says what to give up."]
    assert not path.exists()


def test_a_place_that_a_format_has_no_words_for_is_one_line_with_those_that_have(inside: Start) -> None:
    """Status 2, since another format is all that has to be given."""
    line = one_line(inside("template", "-s", "model=resnet-50", "-s", "require=edge", "--format", "cloudformation"))
    assert line.rstrip() == "--format cloudformation: it cannot express SageMaker compilation job, which this plan needs. Use sdk or cli."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "pulumi"], ["--format", "pulumi", "cdk"]),
        (["--format", "terafrom"], ["--format", "terraform"]),
        ([TEXT], ["--format"]),
        (["--format", "sdk", "-o", "nowhere/deploy.py"], ["--out", "nowhere"]),
        (["--format", "sdk", "--file", "nowhere.json"], ["--file", "nowhere.json"]),
        (["--format", "sdk"], ["workload"]),
    ],
)
def test_bad_options_are_one_line(inside: Start, arguments: list[str], words: list[str]) -> None:
    """Status 2, the option, the value, and what would do."""
    line = one_line(inside("template", *arguments))
    assert [word for word in words if word not in line] == [], line


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("place", "the moon", "choice.place"),
        ("instance_type", "ml.g5g.xlarge", "choice.instance_type"),
        ("instance_type", 5, "choice.instance_type"),
        ("purchase", "barter", "choice.purchase"),
    ],
)
def test_a_kept_choice_that_is_none_is_one_line(inside: Start, saved: str, field: str, value: object, said: str) -> None:
    """It names the field."""
    document = json.loads(Path(saved).read_text(encoding="utf-8"))
    document["choice"][field] = value
    Path(saved).write_text(json.dumps(document), encoding="utf-8")
    assert said in one_line(inside("template", "--file", saved, "--format", "cloudformation"))


def test_words_of_a_kept_advice_stay_in_the_comment(inside: Start, saved: str) -> None:
    """A hundred thousand characters of them, with what steers a terminal among them."""
    document = json.loads(Path(saved).read_text(encoding="utf-8"))
    document["choice"]["cautions"] = ["\u202e\x1b[31m" + "word " * 20_000, "🌱\nimport os\n"]
    Path(saved).write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    for form in FORMATS:
        ended = inside("template", "--file", saved, "--format", form)
        assert ended.status == 0
        assert "\x1b" not in ended.out
        assert "\u202e" not in ended.out
        assert not any(line.startswith("import os") for line in ended.out.splitlines() if form in ("cloudformation", "terraform", "cli"))
