"""Findings agree with answers that were worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.handover.rightsize import FleetContext, Rightsized, RowReader, Settings, judge_resource
from engine.policy import policy_from
from knowledge import Knowledge
from tests.case_tables import read_table

CASES: list[dict[str, Any]] = read_table(Path(__file__).with_name("cases.yaml"))


def judge_case(case: dict[str, Any], knowledge: Knowledge) -> Rightsized:
    """Judge the row of a case under its terms and settings."""
    policy = policy_from(case.get("policy", {}), knowledge)
    desk = FleetContext(knowledge, Settings(policy=policy, **case.get("settings", {})))
    return judge_resource(RowReader(knowledge, "us-east-1").read_usage({"resource": case["it"], **case["row"]}), desk)


def test_the_cases_span_kinds_and_findings() -> None:
    """At least twenty, of every kind and with every finding."""
    assert len(CASES) >= 20
    assert {case["row"]["kind"] for case in CASES} == {"endpoint", "training", "processing", "transform", "notebook", "instance"}
    assert {case["finding"] for case in CASES} == {"over-provisioned", "under-provisioned", "right-sized", "idle", "not-enough-data"}
    assert all(case["arithmetic"].strip() for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["it"])
def test_a_finding_is_what_a_person_works_out(case: dict[str, Any], knowledge: Knowledge) -> None:
    """Finding, codes, better fit, use after the move, saving, risk, hints."""
    result = judge_case(case, knowledge)
    better = result.better
    assert result.finding == case["finding"]
    assert [reason.code for reason in result.reasons] == case["codes"]
    assert (f"{better.count} × {better.instance_type}" if better else None) == case.get("better")
    assert (dict(better.use_after) if better else {}) == pytest.approx(case.get("after", {}), abs=0.001)
    assert result.saving_usd_per_month == (pytest.approx(case["saving"], abs=0.005) if "saving" in case else None)
    assert (result.risk.level if result.risk else None) == case.get("risk")
    assert [hint.code for hint in result.hints] == case.get("hints", [])
    assert result.confidence.level == case.get("confidence", result.confidence.level)
    assert [hint.usd_per_month for hint in result.hints] == pytest.approx([case["hint_usd"]]) if "hint_usd" in case else True
    check_figures(result)


def check_figures(result: Rightsized) -> None:
    """No code without the figure and the threshold behind it, no risk without its arithmetic."""
    for reason in result.reasons:
        if reason.code != "NoPeaks":
            assert reason.value is not None
            assert reason.threshold is not None
            assert any(character.isdigit() for character in reason.text), reason
    assert (result.risk is None) == (result.better is None)
    assert all(result.risk.steps if result.risk else ())
