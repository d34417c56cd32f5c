"""Prices for the rows of `prices.csv` and `sagemaker.csv`. Never 0: a missing price is empty and has a reason."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from knowledge.refresh.type_names import family_letters, split_name
from knowledge.schema.instance import PriceKind

EC2_SOURCE: Final = "aws-ec2-price-list"
EC2_AS_OF: Final = dt.date(2026, 7, 20)
SAGEMAKER_SOURCE: Final = "aws-sagemaker-pricing-collected"
SAGEMAKER_AS_OF: Final = dt.date(2025, 12, 31)
"""The end of the period (2024 and 2025) in which the collected prices were published."""
ESTIMATE_SOURCE: Final = "sagemaker-markup-estimate"

_NO_PRICE: Final = {"usd_per_hour": None, "kind": None, "as_of": None, "source": None}


@dataclass(frozen=True, slots=True)
class Quote:
    """A price in USD per hour, with its kind, date and source."""

    usd_per_hour: float
    kind: PriceKind
    as_of: dt.date
    source: str

    def as_columns(self) -> dict[str, object]:
        """Column -> value, as in the tables."""
        return {"usd_per_hour": self.usd_per_hour, "kind": self.kind, "as_of": self.as_of.isoformat(), "source": self.source}


@dataclass(frozen=True, slots=True)
class Markup:
    """Ratio of SageMaker price to EC2 price of a family, or of one size of it."""

    family: str
    """A family, the letters that families start with, or `cpu` for types without an accelerator."""
    size: str
    """Empty for every size."""
    factor: float


def read_markups(lines: Iterable[Mapping[str, str]]) -> tuple[Markup, ...]:
    """The mark-ups of `inputs/sagemaker_markups.csv`, in its order."""
    return tuple(Markup(line["family"], line["size"], float(line["factor"])) for line in lines)


def ec2_price(usd_per_hour: float | None, *, source: str = EC2_SOURCE, as_of: dt.date = EC2_AS_OF) -> Quote | None:
    """A published price; None if there is none or the list says 0, as some do for capacity-only types."""
    return Quote(usd_per_hour, "published", as_of, source) if usd_per_hour and usd_per_hour > 0 else None


def sagemaker_price(
    instance_type: str,
    *,
    accelerated: bool,
    ec2: Quote | None,
    published: Mapping[str, Quote],
    markups: Iterable[Markup],
) -> Quote | None:
    """The published price of `ml.` + `instance_type`, else the EC2 price times its mark-up, else None.

    `published` goes from names without `ml.` to prices. An estimate has the date of the EC2 price it is made from.
    """
    if instance_type in published:
        return published[instance_type]
    factor = find_markup(instance_type, markups, accelerated=accelerated)
    if ec2 is None or factor is None:
        return None
    return Quote(round(ec2.usd_per_hour * factor, 5), "estimated", ec2.as_of, ESTIMATE_SOURCE)


def find_markup(instance_type: str, markups: Iterable[Markup], *, accelerated: bool) -> float | None:
    """Factor of the first mark-up that fits the type; None if none does."""
    name = split_name(instance_type)
    keys = {name.family, family_letters(name.family)} if accelerated else {"cpu"}
    return next((item.factor for item in markups if item.family in keys and item.size in {"", name.size}), None)


def published_hosting(lines: Iterable[Mapping[str, str]]) -> dict[str, Quote]:
    """Name without `ml.` -> collected price, from `inputs/sagemaker_hosting.csv`."""
    return {
        line["instance_type"].removeprefix("ml."): Quote(float(line["usd_per_hour"]), "published", SAGEMAKER_AS_OF, SAGEMAKER_SOURCE)
        for line in lines
    }


def price_row(instance_type: str, quote: Quote | None, reason: str) -> dict[str, object]:
    """A row of `prices.csv`; `reason` is used only if there is no price."""
    columns = quote.as_columns() if quote else _NO_PRICE
    return {"instance_type": instance_type, **columns, "reason": "" if quote else reason}


def sagemaker_row(instance_type: str, jobs: Iterable[str], quote: Quote | None) -> dict[str, object]:
    """A row of `sagemaker.csv`."""
    return {"instance_type": instance_type, "jobs": " ".join(jobs), **(quote.as_columns() if quote else _NO_PRICE)}
