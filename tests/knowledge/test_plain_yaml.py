"""What is written as plain YAML is read back as it was."""

from __future__ import annotations

import datetime as dt

import yaml

from knowledge.safe_yaml import PlainDumper, read_mapping
from tests.case_tables import for_each

_DAY = dt.date(2026, 7, 20)


@for_each("value", ["1e5", "0E0", "12e4567", "-1.5e16", "1.0", "yes", "null", 1e-07, 3, _DAY, ""])
def test_a_value_comes_back(value: object) -> None:
    """Text that looks like a number stays text, and what stands twice is written twice."""
    text = yaml.dump({"one": value, "two": value}, Dumper=PlainDumper)
    assert read_mapping(text.encode(), "x.yaml") == {"one": value, "two": value}
