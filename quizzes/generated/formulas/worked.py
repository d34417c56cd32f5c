"""What a formula takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.instance import Instance


class Drawn:
    """The numbers and ids of one item."""

    def __init__(self, values: Mapping[str, float | str]) -> None:
        """Take them by name."""
        self.values = values

    def number(self, name: str) -> float:
        """A number. Raises InputError for a name that is no number."""
        value = self.values.get(name)
        if not isinstance(value, (int, float)):
            raise InputError(f"draw: {shown(name)} is no number.{suggestion(name, self.values)}")
        return float(value)

    def word(self, name: str) -> str:
        """An id or a word. Raises InputError for a name that is none."""
        value = self.values.get(name)
        if not isinstance(value, str):
            raise InputError(f"draw: {shown(name)} is no word.{suggestion(name, self.values)}")
        return value


class Worked(NamedTuple):
    """The answer, how it comes about, and what comes of the usual mistakes."""

    answer: float
    parts: dict[str, float | str]
    """Further placeholders of the stem and of the steps."""
    slips: dict[str, float]
    """Mistake -> the number that it leads to."""


Formula = Callable[[Drawn, Knowledge], Worked]


def ml_price(name: str, knowledge: Knowledge) -> float:
    """USD an hour of an instance at SageMaker, on demand, to the digits that are shown. Raises InputError where none is known."""
    instance: Instance | None = knowledge.instances.get(name)
    price = instance.ml.price if instance is not None and instance.ml is not None else None
    if price is None:
        raise InputError(f"instance: no price of ml.{name} is known.")
    return round(price.usd_per_hour, 4)


def plain(price: float) -> str:
    """A price in full, since the answer is worked out from what is read."""
    return f"{price:.6f}".rstrip("0").rstrip(".")
