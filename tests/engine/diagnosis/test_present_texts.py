"""What people have running, as they tell it: is it read, costed, and changed or left alone as an expert would."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from engine.advice import Advice
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from tests.case_tables import read_table

TEXTS: Final[list[dict[str, Any]]] = read_table(Path(__file__).with_name("present_texts.yaml"))
LEAST: Final = {"machines": 0.90, "place": 0.86, "cost": 0.82, "stay": 0.83, "change": 0.76, "cheaper": 0.92, "processor": 0.88}
"""Measure -> the least share of the texts that have it and are answered as expected."""
NEAR: Final = 0.2
"""By how much a cost may differ from the expected one: places and discounts are told vaguely."""


@pytest.fixture(scope="module")
def shares(knowledge: Knowledge) -> dict[str, float]:
    """The share of right answers by measure, over all texts."""
    right: Counter[str] = Counter()
    stated: Counter[str] = Counter()
    for text in TEXTS:
        advice = advise(understand(text["text"], knowledge).workload, knowledge, explain="choice")
        for measure, is_right in _judged(text, advice).items():
            stated[measure] += 1
            right[measure] += is_right
    return {measure: right[measure] / stated[measure] for measure in stated}


@pytest.mark.parametrize("measure", LEAST)
def test_most_of_what_people_have_is_read_and_judged_as_by_an_expert(measure: str, shares: dict[str, float]) -> None:
    """The machines with their number, the place, the cost; whether to stay; where not, that it changes, saves, and keeps the processor."""
    assert shares[measure] >= LEAST[measure], shares


def _judged(text: dict[str, Any], advice: Advice) -> dict[str, bool]:
    """Measure -> whether the advice is right, for the measures that the text has an answer to."""
    now, present, judged = text["now"], advice.present, {}
    machines = {f"{one.get('count', 1)} × {one['instance_type']}" for one in now if "instance_type" in one}
    places = {one["place"] for one in now if "place" in one}
    if machines:
        judged["machines"] = present is not None and machines <= {*present.machines}
    if places:
        judged["place"] = present is not None and present.place in places
    costs = [(text.get(name), getattr(present, name, None)) for name in ("usd_per_month", "usd_per_run") if name in text]
    if costs and machines:
        judged["cost"] = any(told and abs(told / wanted - 1) <= NEAR for wanted, told in costs)
    stays = present is not None and not present.changes
    judged["stay" if text["stay"] else "change"] = stays if text["stay"] else present is not None and not stays
    if text["change"].get("direction") == "cheaper" and present is not None and advice.choice is not None and not stays:
        before, after = present.usd_per_month, advice.choice.cost.usd_per_month
        if present.usd_per_run is not None:
            before, after = present.usd_per_run, advice.choice.cost.usd_per_run
        if before and after:
            judged["cheaper"] = after < before
    if "processor" in text["change"]:
        judged["processor"] = advice.choice is not None and advice.choice.processor in text["change"]["processor"]
    return judged
