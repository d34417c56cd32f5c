"""Reads AWS's public price list from its bulk files (CSV), which need no account.

A file has five lines of metadata, then the names of its columns, then a row per price. AWS documents the form under
"Reading the service price list file"; column names are compared without case, spaces and punctuation.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.refresh.download import Limits, TransferError, read_lines, retry_transfer
from knowledge.refresh.offers import FORMS
from knowledge.refresh.progress import Progress, Report

BASE: Final = "https://pricing.us-east-1.amazonaws.com"
_ABSENT: Final = frozenset({403, 404})
_METADATA_LINES: Final = 20
"""The column names are searched for in so many lines; they are in line 6."""
_MOMENT: Final = re.compile(r"[0-9TZ:.+-]{10,32}")
_REGION: Final = re.compile(r"[a-z]{2,3}(-[a-z0-9]+)+-\d+")


@dataclass(frozen=True, slots=True)
class PriceList:
    """The hourly on-demand prices of one offer in one region."""

    published: str
    """Publication date in the file."""
    prices: dict[str, float]
    """Instance type (without `ml.`) -> USD per hour, above 0."""
    ambiguous: tuple[str, ...]
    """Types with two different prices, which are left out."""


def read_price_list(offer: str, region: str, *, base: str, limits: Limits, report: Report, known: Collection[str] = ()) -> PriceList:
    """The prices of `offer` in `region`, from the bulk file below `base`.

    Raises InputError where the file cannot be fetched whole or is not a price list; where there is none, with the nearest `known` region.
    """
    url = f"{base.rstrip('/')}/offers/v1.0/aws/{offer}/current/{region}/index.csv"

    def once() -> PriceList:
        """Download and parse the file once, with a new reader."""
        reader = _PriceListReader(offer, region)

        def note(done: int, total: int | None) -> None:
            report(Progress(f"{offer} price list", done, total, len(reader.found)))

        return reader.parse_lines(read_lines(url, limits, note))

    try:
        return retry_transfer(once, limits, lambda attempt: report(Progress(f"{offer} price list, try {attempt} of {limits.tries}")))
    except TransferError as error:
        if error.status in _ABSENT:
            hint = "" if region in known else suggest_name(region, known)
            raise InputError(f"region: AWS has no {offer} price list for {region} (HTTP {error.status}).{hint}") from None
        raise


def check_region(region: str, known: Iterable[str]) -> str:
    """Return `region` if it has the form of a region code. Raises InputError with the nearest known region."""
    if _REGION.fullmatch(region):
        return region
    raise InputError(f"region: {quote_value(region)} is no region code.{suggest_name(region, known, 'Write it as in us-east-1.')}")


class _PriceListReader:
    """Parses the lines of one file and keeps only the prices."""

    def __init__(self, offer: str, region: str) -> None:
        self._offer, self._region = offer, region
        self._form = FORMS[offer]
        self._columns: list[str] = []
        self._published = ""
        self.found: dict[str, tuple[int, set[float]]] = {}
        """Type -> rank and prices seen at that rank."""

    def parse_lines(self, lines: Iterable[bytes]) -> PriceList:
        """The prices in the lines of one file, in USD per hour. Raises InputError with the line if it is no price list."""
        for number, line in enumerate(lines, start=1):
            if not self._columns:
                self._take_head(number, line)
            # Nearly all rows are reservations or other systems: they are passed over before they are taken apart.
            elif b"OnDemand" in line and self._form.mark in line:
                self._take_row(number, line)
        if not self._columns:
            raise self._format_error("it ends before the names of its columns")
        if not self.found:
            raise self._format_error(f"it holds no hourly on-demand price of {self._region}")
        return PriceList(
            self._published,
            {name: min(prices) for name, (_, prices) in self.found.items() if len(prices) == 1},
            tuple(sorted(name for name, (_, prices) in self.found.items() if len(prices) > 1)),
        )

    def _take_head(self, number: int, line: bytes) -> None:
        cells = self._split_line(number, line)
        first = cells[0] if cells else ""
        if number == 1 and first != "FormatVersion":
            raise self._format_error(f"its first line begins with {quote_value(first)} instead of FormatVersion")
        second = cells[1] if len(cells) > 1 else ""
        if first == "Publication Date":
            self._published = second if _MOMENT.fullmatch(second) else "unknown"
        elif first == "OfferCode" and second != self._offer:
            raise self._format_error(f"it is the list of {quote_value(second)}")
        elif first == "SKU":
            self._set_columns([re.sub(r"[^a-z0-9]", "", cell.lower()) for cell in cells])
        elif number >= _METADATA_LINES:
            raise self._format_error(f"no names of columns in its first {_METADATA_LINES} lines")

    def _set_columns(self, columns: list[str]) -> None:
        needed = [*self._form.accepted, "priceperunit", self._form.named_in]
        missing = [name for name in needed if name not in columns]
        if missing:
            raise self._format_error(f"it lacks the columns {', '.join(missing)}")
        self._columns = columns

    def _take_row(self, number: int, line: bytes) -> None:
        cells = self._split_line(number, line)
        if len(cells) != len(self._columns):
            raise self._format_error(f"line {number:,} has {len(cells)} fields instead of {len(self._columns)}")
        row = dict(zip(self._columns, cells, strict=True))
        named = self._form.name(row) if self._form.is_plain_hour(row, self._region) else None
        if named is None:
            return
        price = _parse_price(row["priceperunit"])
        if price is None:
            raise self._format_error(f"line {number:,} has the price {quote_value(row['priceperunit'])}")
        if price <= 0:  # types sold only in other ways stand in the list with 0
            return
        rank, name = named
        best = self.found.get(name)
        if best is None or rank < best[0]:
            self.found[name] = (rank, {price})
        elif rank == best[0]:
            best[1].add(price)

    def _split_line(self, number: int, line: bytes) -> list[str]:
        try:
            return next(csv.reader([line.decode("utf-8-sig")]), [])
        except (UnicodeDecodeError, csv.Error):
            raise self._format_error(f"line {number:,} is not CSV") from None

    def _format_error(self, why: str) -> InputError:
        return InputError(f"{self._offer} price list: {why}; this is not the CSV form v1.0 of AWS's price list.")


def _parse_price(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
