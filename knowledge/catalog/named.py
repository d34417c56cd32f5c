"""Finds instance types by the names people give them."""

from __future__ import annotations

from knowledge.base import Knowledge
from knowledge.catalog.fields import FIELDS
from knowledge.catalog.literals import normal
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.instance import Instance


def plain_name(name: str) -> str:
    """An instance type as the catalogue writes it: `ML.G5.xlarge` is `g5.xlarge`."""
    return normal(FIELDS["instance_type"], name.strip())


def instance_named(name: str, knowledge: Knowledge) -> Instance:
    """The instance type called `name`, with or without `ml.`. Raises InputError with the reason or the nearest name."""
    plain = plain_name(name)
    if plain in knowledge.instances:
        return knowledge.instances[plain]
    if plain in knowledge.excluded:
        raise InputError(f"instance type: the catalogue leaves {plain} out. {knowledge.excluded[plain].reason}")
    raise InputError(f"instance type: there is no {shown(name)} in the catalogue.{suggestion(plain, knowledge.instances)}")
