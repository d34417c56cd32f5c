"""Rows of the catalogue: which types are in it, with which status and prices, and why others are excluded."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from knowledge.errors import KnowledgeError
from knowledge.refresh.build_inputs import read_input
from knowledge.refresh.collected_specifications import collected_row
from knowledge.refresh.moto_answers import AS_OF, SOURCE
from knowledge.refresh.prices import EC2_AS_OF, Quote, read_markups, sagemaker_price, sagemaker_row
from knowledge.refresh.specifications import Row, specification_row
from knowledge.refresh.type_names import catalog_key, natural_key
from knowledge.schema.instance import HOME_REGION


def merge_rows(
    collected: Iterable[Mapping[str, str]],
    items: Mapping[str, Mapping[str, Any]],
    documented: Iterable[Mapping[str, str]],
) -> dict[str, Row]:
    """Instance type -> row, in natural order. `collected` lines win over recorded `items`, which win over `documented` lines."""
    recorded = {name: specification_row(item, source=SOURCE, as_of=AS_OF) for name, item in items.items()}
    rows: dict[str, Row] = {line["instance_type"]: dict(line) for line in documented}
    rows.update(recorded)
    rows.update({line["instance_type"]: collected_row(line, recorded.get(line["instance_type"])) for line in collected})
    return {name: rows[name] for name in sorted(rows, key=natural_key)}


def with_status(row: Row, unpriced: Mapping[str, Mapping[str, str]], *, priced: bool) -> Row:
    """`row` with the status of its family in `unpriced`, such as `capacity-only`, if it has no on-demand price."""
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
    missing = [name for name in ordered if _exclusion_reason(name, reasons) is None]
    if missing:
        raise KnowledgeError(*(f"{name}: no specification and no reason; add one to inputs/excluded.csv." for name in missing))
    return [{"instance_type": name, "reason": str(_exclusion_reason(name, reasons))} for name in ordered]


def _exclusion_reason(name: str, reasons: Mapping[str, str]) -> str | None:
    return reasons.get(name) or reasons.get(name.rpartition(".")[0])
