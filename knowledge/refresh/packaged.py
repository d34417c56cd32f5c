"""The tables that come with the package to build the catalogue from: `inputs/`, whose README tells what each holds and whence."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Final

INPUTS: Final = Path(__file__).with_name("inputs")
Line = Mapping[str, str]
"""Column -> value."""


def read_input(name: str) -> list[dict[str, str]]:
    """The lines of one table."""
    with (INPUTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def unpriced_families() -> dict[str, Line]:
    """Family without an on-demand price in the packaged region -> its status and the reason."""
    return {line["family"]: line for line in read_input("unpriced.csv")}
