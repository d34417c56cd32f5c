"""Numbers read as people write them."""

from __future__ import annotations

from pathlib import Path

from knowledge.amounts import phrase_amount
from tests.case_tables import read_table

CASES = read_table(Path(__file__).with_name("amounts.yaml"))


def test_a_value_is_told_with_its_unit_as_people_say_it() -> None:
    """Without exponents, in the singular for one, a long time also in days, hours or minutes."""
    assert {case["text"]: phrase_amount(case["value"], case["unit"]) for case in CASES} == {case["text"]: case["text"] for case in CASES}
