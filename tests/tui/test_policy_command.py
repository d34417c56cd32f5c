"""`sizewise advise --policy FILE`: a person's own terms on the command line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tui.conftest import Ended, Start
from tests.tui.contract import ADVICE, breaches, differences
from tests.tui.refused import one_line
from tui.cli.schema import command_schema

TEXT = "BERT sentiment, 1000 requests a minute, p99 under 200 ms"
TERMS = """
discounts: {sagemaker: 0.1, ml.g5.xlarge: 0.25}
approved: [m7i, g5, sagemaker-realtime]
quotas: {ml.g5.xlarge: 4, g6: 0}
savings_plans: [{kind: sagemaker, usd_per_hour: 5.0}]
"""


@pytest.fixture
def terms(tmp_path: Path) -> str:
    """The name of a policy file."""
    path = tmp_path / "policy.yaml"
    path.write_text(TERMS, encoding="utf-8")
    return str(path)


def answered(ended: Ended) -> dict[str, Any]:
    """The JSON of an answer."""
    assert ended.status == 0, ended
    answer: dict[str, Any] = json.loads(ended.out)
    return answer


def test_the_text_says_what_it_follows(inside: Start, terms: str) -> None:
    """One line before the choice, in 80 columns; without a policy, none."""
    ended = inside("advise", TEXT, "--policy", terms)
    assert ended.status == 0
    lines = ended.out.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("Policy: "))
    whole = " ".join(line.strip() for line in lines[at : lines.index("", at)])
    assert whole == (
        "Policy: 10 % off SageMaker, 25 % off ml.g5.xlarge, 2 families approved, 1 place approved, 2 quotas held, 1 Savings Plan owned"
    )
    assert max(map(len, lines)) <= 80
    assert "the plan you own" in " ".join(ended.out.split())
    assert "Policy: " not in inside("advise", TEXT).out


def test_the_json_keeps_its_fields_and_tells_the_terms(inside: Start, terms: str) -> None:
    """The contract's fields, the paid price, and `policy` with the pieces that are set."""
    answer = answered(inside("advise", TEXT, "--policy", terms, "--json"))
    assert differences(answer, ADVICE) == []
    schema = command_schema("advise")
    assert breaches(answer, schema) == []
    assert answer["policy"] == {
        "discounts": {"sagemaker": 0.1, "ml.g5.xlarge": 0.25},
        "approved": ["m7i", "g5", "sagemaker-realtime"],
        "quotas": {"ml.g5.xlarge": 4, "g6": 0},
        "savings_plans": [{"kind": "sagemaker", "usd_per_hour": 5.0, "family": None, "term_years": 1}],
    }
    assert answer["choice"]["purchase"] == "savings-plan"
    assert {answer["choice"]["family"], *(plan["family"] for plan in answer["alternatives"])} <= {"m7i", "g5"}


def test_only_what_is_set_is_told(inside: Start, tmp_path: Path) -> None:
    """A policy of discounts has no list of approved names; an answer without a policy has none at all."""
    path = tmp_path / "policy.json"
    path.write_text('{"discounts": {"all": 0.5}}', encoding="utf-8")
    full, less = answered(inside("advise", TEXT, "--json")), answered(inside("advise", TEXT, "--json", "--policy", str(path)))
    assert less["policy"] == {"discounts": {"all": 0.5}}
    assert "policy" not in full
    assert less["choice"]["cost"]["usd_per_month"] == pytest.approx(full["choice"]["cost"]["usd_per_month"] / 2)


def test_every_line_of_a_batch_follows_it(sizewise: Start, terms: str) -> None:
    """With `--jsonl` the policy holds for each request."""
    requests = "\n".join(json.dumps({"id": number, "text": TEXT, "facts": {"arm_ok": bool(number)}}) for number in range(3))
    ended = sizewise("advise", "--jsonl", "--policy", terms, given=requests)
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [answer["id"] for answer in answers] == [0, 1, 2]
    assert all(answer["policy"]["quotas"] == {"ml.g5.xlarge": 4, "g6": 0} for answer in answers)
    assert all(answer["choice"]["family"] in ("m7i", "g5") for answer in answers)


def test_nothing_approved_that_fits_is_status_3(inside: Start, tmp_path: Path) -> None:
    """The advice is printed still, and says what would help."""
    path = tmp_path / "policy.yaml"
    path.write_text("quotas: {g6: 1}\n", encoding="utf-8")
    facts = ("--set", "model=bert-base", "--set", "requests_per_second=3000", "--set", "require=g6.xlarge")
    ended = inside("advise", *facts, "--policy", str(path))
    assert ended.status == 3
    assert "Ask AWS for a quota of" in ended.out


def test_the_policy_may_come_from_standard_input(sizewise: Start) -> None:
    """As a workload file may."""
    answer = answered(sizewise("advise", TEXT, "--policy", "-", "--json", given="approved: [g6]"))
    assert answer["choice"]["family"] == "g6"


BAD_TERMS = (
    ("discounts: {sagmaker: 0.1}", ["discounts", "sagmaker", "sagemaker"]),
    ("discounts: {g5: 20}", ["discounts, g5", "20", "0.2"]),
    ("aproved: [g5]", ["aproved", "approved"]),
    ("approved: [g55]", ["approved", "g55", "g5"]),
    ("quotas: {g5: many}", ["quotas, g5", "many", "whole number"]),
    ("savings_plans: [{kind: sagemeker, usd_per_hour: 5}]", ["savings_plans", "sagemeker", "sagemaker"]),
    ("- g5", ["name: value"]),
    ("", ["found nothing"]),
    ("discounts: {g5: 0.1, g5: 0.2}", ["line 1", "twice"]),
)
"""A policy, and what the line names that refuses it."""


def test_bad_terms_are_one_line(inside: Start, tmp_path: Path) -> None:
    """Status 2, and one line with the file, the field, the value and the nearest valid one."""
    for content, words in BAD_TERMS:
        path = tmp_path / "policy.yaml"
        path.write_text(content, encoding="utf-8")
        line = one_line(inside("advise", TEXT, "--policy", str(path)))
        assert [word for word in ("policy.yaml", *words) if word not in line] == [], line


def test_a_file_that_cannot_be_read_is_one_line(inside: Start, tmp_path: Path) -> None:
    """It names the option, not that of the workload."""
    for name in ("nowhere.yaml", str(tmp_path)):
        line = one_line(inside("advise", TEXT, "--policy", name))
        assert line.startswith(f'--policy: "{name}"')


@pytest.mark.parametrize("other", [["--jsonl"], ["--file", "-"]], ids=["requests", "workload"])
def test_standard_input_is_read_once(inside: Start, other: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two things from it are refused before either is read."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"approved: [g5]")))
    line = one_line(inside("advise", *other, "--policy", "-"))
    assert line.startswith("--policy: - is taken")
