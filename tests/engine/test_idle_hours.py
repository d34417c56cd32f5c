"""What a real-time endpoint costs in the hours in which nobody asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from knowledge import Knowledge
from knowledge.schema.instance import HOURS_A_MONTH
from tests.case_tables import for_each, read_table
from tests.engine.workloads import advise_on


@for_each("case", read_table(Path(__file__).with_name("idle_hours_cases.yaml"))["cases"])
def test_idle_hours_are_billed_unless_all_copies_go_to_zero(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """Only inference components can be taken away by the hour; the plan says so, and what that costs its callers."""
    plan = advise_on(knowledge, {"stage": "inference", "require": ["sagemaker-realtime"], **case["facts"]}).choice
    assert plan is not None
    assert plan.cost.usd_per_hour is not None
    assert plan.cost.usd_per_month == pytest.approx(plan.cost.usd_per_hour * HOURS_A_MONTH * case["share"], rel=1e-3)
    assert plan.scaling is not None
    assert plan.scaling.min == case["minimum"]
    assert set(plan.place_options) == set(case["options"])
    for key, texts in (("reason", [one.text for one in plan.reasons]), ("caution", list(plan.cautions))):
        assert any(all(words in text for words in case.get(key, ())) for text in texts), key
