"""A data set's name stands for its size where nobody states one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.decision.context.assumptions import complete_workload
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from tests.case_tables import for_each, read_table


@for_each("case", read_table(Path(__file__).with_name("dataset_cases.yaml"))["cases"])
def test_the_size_of_a_named_data_set_is_assumed(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """Its items, GB and columns are taken from the base and marked as assumed; what somebody states of the size stays alone."""
    workload = complete_workload(understand(case["text"], knowledge).workload, knowledge)
    for fact, value in case.get("assumed", {}).items():
        assert getattr(workload, fact) == pytest.approx(value), fact
        assert workload.is_assumed(fact), fact
    for fact, value in case.get("stated", {}).items():
        assert (getattr(workload, fact), workload.is_assumed(fact)) == (value, False), fact
    assert all(getattr(workload, fact) is None for fact in case.get("none", ()))
    reasons = " ".join(origin.because for origin in workload.origins.values())
    assert case.get("because", "") in reasons


def test_a_data_set_says_how_large_it_is(knowledge: Knowledge) -> None:
    """Each one has a number of items or a size, with the source; there are at least thirty."""
    datasets = knowledge.datasets.values()
    assert all(one.items or one.size_gb for one in datasets)
    assert len(datasets) >= 30


def test_nobody_is_asked_for_what_the_data_set_says(knowledge: Knowledge) -> None:
    """The rows are asked for without a data set, and not with one."""
    asked = {
        text: {question.fact for question in advise(understand(text, knowledge).workload, knowledge).next_questions}
        for text in ("fine-tune yolo11m for 100 epochs", "fine-tune yolo11m on COCO for 100 epochs")
    }
    first, second = asked.values()
    assert "rows" in first
    assert "rows" not in second
