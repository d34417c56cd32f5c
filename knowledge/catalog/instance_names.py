"""Finds instance types by name, with or without `ml.`."""

from __future__ import annotations

from knowledge.base import Knowledge
from knowledge.catalog.fields import FIELDS
from knowledge.catalog.literals import normalize_name
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.instance import Instance


def plain_name(name: str) -> str:
    """An instance type as the catalogue writes it: `ML.G5.xlarge` is `g5.xlarge`."""
    return normalize_name(FIELDS["instance_type"], name.strip())


def find_instance(name: str, knowledge: Knowledge) -> Instance:
    """The instance type `name`. Raises InputError with the reason for its exclusion, or the nearest name."""
    plain = plain_name(name)
    if plain in knowledge.instances:
        return knowledge.instances[plain]
    if plain in knowledge.excluded:
        raise InputError(f"instance type: the catalogue leaves {plain} out. {knowledge.excluded[plain].reason}")
    raise InputError(f"instance type: there is no {quote_value(name)} in the catalogue.{suggest_name(plain, knowledge.instances)}")
