"""Reads the tables in `inputs/` that the packaged catalogue is built from. Their README says what each holds and where it is from."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Final

INPUTS: Final = Path(__file__).with_name("inputs")
Line = Mapping[str, str]
"""Column -> value."""


def read_input(name: str) -> list[dict[str, str]]:
    """Read the lines of one table."""
    with (INPUTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def unpriced_families() -> dict[str, Line]:
    """Family without an on-demand price in the packaged region -> its status and the reason."""
    return {line["family"]: line for line in read_input("unpriced.csv")}
