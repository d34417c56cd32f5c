"""Spot prices of instance types, where a refresh brought any."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from knowledge.refresh.spot import read_spot
from knowledge.store import current_catalog, packaged_data


class SpotPrice(NamedTuple):
    """A price in one availability zone."""

    region: str
    zone: str
    usd_per_hour: float
    as_of: dt.date
    """The day it was read; it moves within hours."""


def read_spot_prices() -> dict[str, list[SpotPrice]]:
    """Instance type -> its prices by region and zone; empty for the packaged catalogue, which has none.

    Raises KnowledgeError where the file of a refresh cannot be read.
    """
    prices: dict[str, list[SpotPrice]] = {}
    for (name, region, zone), (price, day) in sorted(read_spot(current_catalog(packaged_data())).items()):
        prices.setdefault(name, []).append(SpotPrice(region, zone, price, day))
    return prices


def describe_spot_prices(prices: Sequence[SpotPrice], on_demand: float | None, home: str) -> Iterator[str]:
    """A phrase for each region; in `home`, the region of the `on_demand` price, also how far the cheapest zone is below it."""
    for region, zones in groupby(prices, key=lambda price: price.region):
        here = list(zones)
        low, high = min(price.usd_per_hour for price in here), max(price.usd_per_hour for price in here)
        span = f"${low:.10g}" + (f" to ${high:.10g}" if high > low else "")
        below = f", {1 - low / on_demand:.0%} below on demand" if on_demand and region == home and low < on_demand else ""
        yield f"{region} {span} an hour in {len(here)} zone{'s' if len(here) > 1 else ''}{below} ({max(price.as_of for price in here)})"
