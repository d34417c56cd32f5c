"""`spot.csv`: the Spot prices of a refreshed catalogue.

| column | content |
|---|---|
| `instance_type`, `region`, `zone` | one row per type and availability zone |
| `usd_per_hour` | Linux, in force on `as_of` |
| `as_of` | day on which it was read |

The packaged catalogue has no such file, because a Spot price is out of date within hours.
"""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from knowledge.errors import KnowledgeError
from knowledge.refresh.ec2_api import SpotKey
from knowledge.refresh.type_names import natural_key

SPOT: Final = "spot.csv"
COLUMNS: Final = ("instance_type", "region", "zone", "usd_per_hour", "as_of")


def write_spot(folder: Path, prices: Mapping[SpotKey, float], day: dt.date) -> None:
    """Write `prices` (USD per hour), read on `day`, into `folder`."""
    ordered = sorted(prices.items(), key=lambda pair: (natural_key(pair[0][0]), pair[0][1:]))
    with (folder / SPOT).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((*key, f"{price:.10g}", day.isoformat()) for key, price in ordered)


def read_spot(folder: Path) -> dict[SpotKey, tuple[float, dt.date]]:
    """Type, region and zone -> USD per hour and the day it was read; empty where `folder` has no such file.

    Raises KnowledgeError naming the first line that is wrong.
    """
    try:
        text = (folder / SPOT).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    head, *rows = list(csv.reader(text.splitlines())) or [[]]
    if tuple(head) != COLUMNS:
        raise KnowledgeError(f"{SPOT}:1: the columns are {', '.join(head)}; expected {', '.join(COLUMNS)}.")
    prices: dict[SpotKey, tuple[float, dt.date]] = {}
    for line, row in enumerate(rows, start=2):
        try:
            name, region, zone, price, day = row
            prices[name, region, zone] = (float(price), dt.date.fromisoformat(day))
        except ValueError:
            raise KnowledgeError(f"{SPOT}:{line}: this row cannot be read.") from None
        if prices[name, region, zone][0] <= 0:
            raise KnowledgeError(f"{SPOT}:{line}: usd_per_hour: a price is above 0 (found {price}).")
    return prices
