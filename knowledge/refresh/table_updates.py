"""Puts refreshed prices and specifications into the tables of a catalogue."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from knowledge.catalog.tables import COLUMNS, read_table
from knowledge.errors import InputError
from knowledge.refresh import prices
from knowledge.refresh.build_inputs import Line, unpriced_families
from knowledge.refresh.catalog_rows import no_price_reason, sagemaker_rows, with_status
from knowledge.refresh.enumerations import jobs_by_type, sagemaker_names
from knowledge.refresh.moto_answers import regions_by_type
from knowledge.refresh.price_list import PriceList
from knowledge.refresh.specifications import Row, specification_row
from knowledge.refresh.type_names import catalog_key

PRICE_SOURCE: Final = "aws-bulk-price-list"
SPECIFICATION_SOURCE: Final = "aws-ec2-api-refreshed"
_DEVICES: Final = ("accelerator", "accelerator_count", "accelerator_memory_mib")

Tables = dict[str, dict[str, Row]]
"""Table -> instance type -> row."""


@dataclass(frozen=True, slots=True)
class PriceDay:
    """Region and day of prices."""

    region: str
    day: dt.date


def read_tables(folder: Path) -> Tables:
    """Every table of the catalogue in `folder`. Raises KnowledgeError where one cannot be read."""
    return {name: {row["instance_type"]: dict(row) for row in read_table(folder, name)} for name in COLUMNS}


def rows_in_order(tables: Tables) -> dict[str, list[Row]]:
    """Table -> its rows in natural order, SageMaker's own names last."""
    return {name: [rows[key] for key in sorted(rows, key=catalog_key)] for name, rows in tables.items()}


def with_prices(tables: Tables, ec2: PriceList, sagemaker: PriceList, of: PriceDay, *, same_region: bool) -> Tables:
    """`tables` with the prices of both lists. A type with two prices keeps its old price if that is of the `same_region`."""
    unpriced = unpriced_families()
    quotes = {name: prices.ec2_price(price, source=PRICE_SOURCE, as_of=of.day) for name, price in ec2.prices.items()}
    new = dict(tables)
    new["prices.csv"] = {
        name: prices.price_row(name, quotes.get(name), _missing_price_reason(tables, name, unpriced, of))
        for name in tables["instances.csv"]
    }
    new["instances.csv"] = {
        name: with_status(_sold_again(row, priced=name in quotes), unpriced, priced=name in quotes)
        for name, row in tables["instances.csv"].items()
    }
    jobs = {name: str(row["jobs"]).split() for name, row in tables["sagemaker.csv"].items()}
    published = {name: prices.Quote(price, "published", of.day, PRICE_SOURCE) for name, price in sagemaker.prices.items()}
    new["sagemaker.csv"] = sagemaker_rows(jobs, tables["instances.csv"], quotes, published)
    for table, doubtful in (("prices.csv", ec2.ambiguous), ("sagemaker.csv", sagemaker.ambiguous)):
        kept = {name for name in doubtful if same_region and name in tables[table]}
        new[table].update({name: tables[table][name] for name in kept})
    return new


def with_specifications(
    tables: Tables, items: Mapping[str, Mapping[str, Any]], offerings: Mapping[str, Iterable[Mapping[str, Any]]], of: PriceDay, day: dt.date
) -> tuple[Tables, dict[str, str]]:
    """`tables` with the API's `items` and `offerings`, and the types that were left out -> reason.

    `offerings` replaces the regions it holds and leaves the others; types that `items` does not hold stay as they were.
    `of` tells of which region and day the tables' prices are, `day` when the API was asked.
    """
    rows, left_out = dict(tables["instances.csv"]), {}
    for name, item in items.items():
        try:
            row = specification_row(item, source=SPECIFICATION_SOURCE, as_of=day)
        except (InputError, KeyError) as error:
            left_out[name] = str(error) if isinstance(error, InputError) else f"The EC2 API does not tell its {error.args[0]}."
        else:
            rows[name] = _merge_row(rows.get(name), row)
    new = {**tables, "instances.csv": rows, "offerings.csv": _merge_offerings(tables, offerings, rows)}
    return _complete_tables(new, left_out, of), left_out


def _complete_tables(tables: Tables, left_out: Mapping[str, str], of: PriceDay) -> Tables:
    """The other tables completed for new rows of `instances.csv`."""
    unpriced = unpriced_families()
    new, rows = dict(tables), tables["instances.csv"]
    without = {name: prices.price_row(name, None, _missing_price_reason(tables, name, unpriced, of)) for name in rows}
    new["prices.csv"] = {**without, **{name: row for name, row in tables["prices.csv"].items() if name in rows}}
    priced = {name for name, row in new["prices.csv"].items() if row["usd_per_hour"]}
    new["instances.csv"] = {name: with_status(row, unpriced, priced=name in priced) for name, row in rows.items()}
    known = jobs_by_type(sagemaker_names())
    fresh = {name: prices.sagemaker_row(name, known[name], None) for name in rows if name in known}
    new["sagemaker.csv"] = {**fresh, **tables["sagemaker.csv"]}
    excluded = {name: row for name, row in tables["excluded.csv"].items() if name not in rows}
    reasons: dict[str, Row] = {name: {"instance_type": name, "reason": why} for name, why in left_out.items() if name not in rows}
    return {**new, "excluded.csv": {**excluded, **reasons}}


def _merge_row(old: Row | None, new: Row) -> Row:
    """The new row; fields that the API leaves out keep their old value."""
    kept = {name: value for name, value in new.items() if value is not None}
    row = {**new, **(old or {}), **kept}
    if old and old["accelerator"] and not new["accelerator"]:
        row.update({name: old[name] for name in _DEVICES})
    return row


def _sold_again(row: Row, *, priced: bool) -> Row:
    """`row` with status `current` if a `capacity-only` type has an on-demand price now."""
    return {**row, "status": "current"} if priced and row["status"] == "capacity-only" else row


def _merge_offerings(tables: Tables, fresh: Mapping[str, Iterable[Mapping[str, Any]]], rows: Iterable[str]) -> dict[str, Row]:
    told = regions_by_type(fresh)
    offerings: dict[str, Row] = {}
    for name in rows:
        old = str(tables["offerings.csv"].get(name, {}).get("regions", "")).split()
        regions = sorted({*(region for region in old if region not in fresh), *told.get(name, ())})
        if regions:
            offerings[name] = {"instance_type": name, "regions": " ".join(regions)}
    return offerings


def _missing_price_reason(tables: Tables, name: str, unpriced: Mapping[str, Line], of: PriceDay) -> str:
    regions = str(tables["offerings.csv"].get(name, {}).get("regions", "")).split()
    return no_price_reason(str(tables["instances.csv"][name]["family"]), regions, unpriced, region=of.region, as_of=of.day)
