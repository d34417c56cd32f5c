"""Findings agree with answers that were worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.handover.rightsize import Desk, Reader, Rightsized, Settings, judged
from engine.policy import policy_from
from knowledge import Knowledge
from tests.tables import table

CASES: list[dict[str, Any]] = table(Path(__file__).with_name("cases.yaml"))


def found(case: dict[str, Any], knowledge: Knowledge) -> Rightsized:
    """Judge the row of a case under its terms and settings."""
    policy = policy_from(case.get("policy", {}), knowledge)
    desk = Desk.of(knowledge, Settings(policy=policy, **case.get("settings", {})))
    return judged(Reader(knowledge, "us-east-1").usage({"resource": case["it"], **case["row"]}), desk)


def test_the_cases_span_kinds_and_findings() -> None:
    """At least twenty, of every kind and with every finding."""
    assert len(CASES) >= 20
    assert {case["row"]["kind"] for case in CASES} == {"endpoint", "training", "processing", "transform", "notebook", "instance"}
    assert {case["finding"] for case in CASES} == {"over-provisioned", "under-provisioned", "right-sized", "idle", "not-enough-data"}
    assert all(case["arithmetic"].strip() for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["it"])
def test_a_finding_is_what_a_person_works_out(case: dict[str, Any], knowledge: Knowledge) -> None:
    """Finding, codes, better fit, use after the move, saving, risk, hints."""
    result = found(case, knowledge)
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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["it"])
def test_every_reason_and_step_says_its_figures(case: dict[str, Any], knowledge: Knowledge) -> None:
    """No code without the figure and the threshold behind it, no risk without its arithmetic."""
    result = found(case, knowledge)
    for reason in result.reasons:
        if reason.code != "NoPeaks":
            assert reason.value is not None
            assert reason.threshold is not None
            assert any(character.isdigit() for character in reason.text), reason
    assert (result.risk is None) == (result.better is None)
    assert all(result.risk.steps if result.risk else ())
