"""AWS's price lists as a refresh reads them, and the tables that it leaves: prices above 0 of types, or what is wrong with the file."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from knowledge.catalog.tables import COLUMNS, STAMP, read_catalog, read_table, write_table
from knowledge.errors import InputError
from knowledge.refresh.offers import EC2, SAGEMAKER
from knowledge.refresh.price_list import PriceList, _PriceListReader
from knowledge.store import packaged_data
from tests.fuzz.base import check_refusal, scratch_folder
from tests.fuzz.edits import ChoiceBytes
from tests.knowledge.refresh.offer_server import ec2_row, ml_row, offer

_OFFERS: Final = (EC2, SAGEMAKER)
_TABLES: Final = tuple(COLUMNS)
_TABLE: Final = 2
"""A first byte that says: the next one picks a table of the catalogue, the rest is what stands in it."""
_ROWS: Final = 4
_NAME: Final = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")
_REGION: Final = "us-east-1"


def fuzz(data: bytes) -> None:
    """The first byte says whether the rest is an offer, or a table."""
    drawn = ChoiceBytes(data)
    form = drawn.byte()
    if form == _TABLE:
        _catalogue(drawn.pick((*_TABLES, STAMP)), drawn.rest())
    else:
        _offer(_OFFERS[form % len(_OFFERS)], drawn.rest())


def _catalogue(name: str, text: bytes) -> None:
    """A small catalogue of which one table is another: what is read is written and read back equal."""
    with scratch_folder() as folder:
        root = Path(folder)
        for table, whole in _small_catalogue().items():
            (root / table).write_bytes(whole)
        (root / name).write_bytes(text)
        try:
            found = read_catalog(root)
        except InputError as error:
            check_refusal(error)
            return
        for table in _TABLES:
            write_table(root, table, read_table(root, table))
        assert read_catalog(root) == found


@functools.cache
def _small_catalogue() -> dict[str, bytes]:
    """The first rows of each table that came with the package."""
    folder = packaged_data() / "catalog"
    rows = {name: (folder / name).read_bytes().splitlines(keepends=True)[: _ROWS + 1] for name in _TABLES}
    return {name: b"".join(lines) for name, lines in rows.items()} | {STAMP: (folder / STAMP).read_bytes()}


def _offer(code: str, text: bytes) -> None:
    """One price list."""
    try:
        found = _read_list(code, text)
    except InputError as error:
        check_refusal(error, f"{code} price list: ")
        return
    for name, price in found.prices.items():
        assert math.isfinite(price), name
        assert price > 0, name
        assert _NAME.fullmatch(name), name
    assert not set(found.ambiguous) & set(found.prices)
    assert found.prices or found.ambiguous
    assert found.published.isprintable()
    assert found == _read_list(code, text + b"\n")


def _read_list(code: str, text: bytes) -> PriceList:
    return _PriceListReader(code, _REGION).parse_lines(line.removesuffix(b"\r") for line in text.split(b"\n"))


def seeds() -> Iterator[bytes]:
    """A small list of each offer, one with other rows among them, one cut short."""
    ec2 = offer(EC2, [ec2_row("m5.large", "0.0960000000"), ec2_row("g5.xlarge", 1.006), ec2_row("m5.large", 9.9, system="Windows")])
    twice = offer(EC2, [ec2_row("m5.large", 0.096), ec2_row("m5.large", 0.1), ec2_row("p5e.48xlarge", 0)])
    own = offer(
        SAGEMAKER, [ml_row("ml.m5.large", 0.115), ml_row("ml.g5.xlarge", 1.408, "Training", "Train"), ml_row("ml.g5.xlarge-Hosting", 1.5)]
    )
    for number, text in ((0, ec2), (0, twice), (1, own), (0, ec2[:-40]), (1, ec2), (0, b"")):
        yield bytes((number,)) + text
    for number, text in enumerate(_small_catalogue().values()):
        yield bytes((_TABLE, number)) + text
