"""Puts the parts together: which types stand in the catalogue, with which status, and why the others do not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from knowledge.errors import KnowledgeError
from knowledge.refresh.collected import collected_row
from knowledge.refresh.names import catalog_key, natural_key
from knowledge.refresh.packaged import read_input
from knowledge.refresh.prices import EC2_AS_OF, Quote, read_markups, sagemaker_price, sagemaker_row
from knowledge.refresh.recorded import AS_OF, SOURCE
from knowledge.refresh.specifications import Row, specification_row
from knowledge.schema.instance import HOME_REGION


def merged_rows(
    collected: Iterable[Mapping[str, str]],
    items: Mapping[str, Mapping[str, Any]],
    documented: Iterable[Mapping[str, str]],
) -> dict[str, Row]:
    """Instance type -> row, in natural order. What was collected wins over recorded `items`; `documented` fills the rest."""
    recorded = {name: specification_row(item, source=SOURCE, as_of=AS_OF) for name, item in items.items()}
    rows: dict[str, Row] = {line["instance_type"]: dict(line) for line in documented}
    rows.update(recorded)
    rows.update({line["instance_type"]: collected_row(line, recorded.get(line["instance_type"])) for line in collected})
    return {name: rows[name] for name in sorted(rows, key=natural_key)}


def with_status(row: Row, unpriced: Mapping[str, Mapping[str, str]], *, priced: bool) -> Row:
    """`row`, made `capacity-only` where it has no on-demand price and its family is known to be sold in another way."""
    status = "" if priced else unpriced.get(str(row["family"]), {}).get("status", "")
    return {**row, "status": status or row["status"]}


def no_price_reason(
    family: str,
    regions: Iterable[str],
    unpriced: Mapping[str, Mapping[str, str]],
    *,
    region: str = HOME_REGION,
    as_of: dt.date = EC2_AS_OF,
) -> str:
    """Why a type of `family`, offered in `regions`, has no on-demand price in the list of `region` read on `as_of`.

    The known reasons in `unpriced` are those of the packaged prices, which are of HOME_REGION.
    """
    if region == HOME_REGION and family in unpriced:
        return unpriced[family]["reason"]
    if region not in regions:
        return f"Not offered in {region}."
    return f"The {region} price list of {as_of} does not hold it yet."


def sagemaker_rows(
    jobs: Mapping[str, Iterable[str]], rows: Mapping[str, Row], quotes: Mapping[str, Quote | None], published: Mapping[str, Quote]
) -> dict[str, Row]:
    """Instance type -> its row of `sagemaker.csv`, for each type in `jobs`: type -> the job kinds that accept it.

    `rows` are those of `instances.csv`, `quotes` the EC2 prices, `published` the known prices of SageMaker; others are estimated.
    """
    markups = read_markups(read_input("sagemaker_markups.csv"))
    found: dict[str, Row] = {}
    for name, kinds in jobs.items():
        accelerated = bool(rows[name]["accelerator"])
        quote = sagemaker_price(name, accelerated=accelerated, ec2=quotes.get(name), published=published, markups=markups)
        found[name] = sagemaker_row(name, kinds, quote)
    return found


def excluded_rows(names: Iterable[str], reasons: Mapping[str, str]) -> list[dict[str, str]]:
    """Rows of `excluded.csv` in natural order. Raises KnowledgeError naming every name without a reason.

    A reason belongs to one type, else to the family (`ml.` names keep their prefix in both).
    """
    ordered = sorted(names, key=catalog_key)
    missing = [name for name in ordered if _reason(name, reasons) is None]
    if missing:
        raise KnowledgeError(*(f"{name}: no specification and no reason; add one to inputs/excluded.csv." for name in missing))
    return [{"instance_type": name, "reason": str(_reason(name, reasons))} for name in ordered]


def _reason(name: str, reasons: Mapping[str, str]) -> str | None:
    return reasons.get(name) or reasons.get(name.rpartition(".")[0])
