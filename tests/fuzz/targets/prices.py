"""AWS's price lists as a refresh reads them: prices above 0 of types, or one line that says what is wrong with the file."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from knowledge.errors import InputError
from knowledge.refresh.price_list import EC2, SAGEMAKER, PriceList, _Reader
from tests.fuzz.base import hold
from tests.fuzz.edits import Drawn
from tests.knowledge.offer_server import ec2_row, ml_row, offer

_OFFERS: Final = (EC2, SAGEMAKER)
_NAME: Final = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")
_REGION: Final = "us-east-1"


def fuzz(data: bytes) -> None:
    """The first byte picks the offer; the rest is the file."""
    drawn = Drawn(data)
    code = drawn.pick(_OFFERS)
    text = drawn.rest()
    try:
        found = _read(code, text)
    except InputError as error:
        hold(error, f"{code} price list: ")
        return
    for name, price in found.prices.items():
        assert math.isfinite(price), name
        assert price > 0, name
        assert _NAME.fullmatch(name), name
    assert not set(found.ambiguous) & set(found.prices)
    assert found.prices or found.ambiguous
    assert found.published.isprintable()
    assert found == _read(code, text + b"\n")


def _read(code: str, text: bytes) -> PriceList:
    return _Reader(code, _REGION).read(line.removesuffix(b"\r") for line in text.split(b"\n"))


def seeds() -> Iterator[bytes]:
    """A small list of each offer, one with other rows among them, one cut short."""
    ec2 = offer(EC2, [ec2_row("m5.large", "0.0960000000"), ec2_row("g5.xlarge", 1.006), ec2_row("m5.large", 9.9, system="Windows")])
    twice = offer(EC2, [ec2_row("m5.large", 0.096), ec2_row("m5.large", 0.1), ec2_row("p5e.48xlarge", 0)])
    own = offer(
        SAGEMAKER, [ml_row("ml.m5.large", 0.115), ml_row("ml.g5.xlarge", 1.408, "Training", "Train"), ml_row("ml.g5.xlarge-Hosting", 1.5)]
    )
    for number, text in ((0, ec2), (0, twice), (1, own), (0, ec2[:-40]), (1, ec2), (0, b"")):
        yield bytes((number,)) + text
