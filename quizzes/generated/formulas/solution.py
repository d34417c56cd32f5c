"""What a formula takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.instance import Instance


class DrawnValues:
    """The drawn numbers and ids of one item."""

    def __init__(self, values: Mapping[str, float | str]) -> None:
        """Keep them by name."""
        self.values = values

    def get_number(self, name: str) -> float:
        """A number. Raises InputError if the name is no number."""
        value = self.values.get(name)
        if not isinstance(value, (int, float)):
            raise InputError(f"draw: {quote_value(name)} is no number.{suggest_name(name, self.values)}")
        return float(value)

    def get_word(self, name: str) -> str:
        """An id or a word. Raises InputError if the name is none."""
        value = self.values.get(name)
        if not isinstance(value, str):
            raise InputError(f"draw: {quote_value(name)} is no word.{suggest_name(name, self.values)}")
        return value


class Solution(NamedTuple):
    """The answer, how it is computed, and what common mistakes lead to."""

    answer: float
    parts: dict[str, float | str]
    """Further placeholders of the stem and the steps."""
    slips: dict[str, float]
    """Mistake -> the number it leads to."""


Formula = Callable[[DrawnValues, Knowledge], Solution]


def ml_price(name: str, knowledge: Knowledge) -> float:
    """USD an hour of a SageMaker instance on demand, rounded as shown. Raises InputError if it is unknown."""
    instance: Instance | None = knowledge.instances.get(name)
    price = instance.ml.price if instance is not None and instance.ml is not None else None
    if price is None:
        raise InputError(f"instance: no price of ml.{name} is known.")
    return round(price.usd_per_hour, 4)


def format_price(price: float) -> str:
    """A price in full, as the answer is computed from what is shown."""
    return f"{price:.6f}".rstrip("0").rstrip(".")
