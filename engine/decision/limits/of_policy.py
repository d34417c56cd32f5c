"""What stops a place, a machine or a plan by the policy: what is approved, and how many instances may run."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from engine.decision.context import Context
from engine.decision.limits.failure import Failure
from engine.decision.limits.hardware import named_in
from engine.decision.named import processor_named
from engine.decision.option import Option
from engine.decision.situation import PLACES
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

_SHOWN: Final = 4
"""Approved names that a sentence lists."""


def unapproved_place(context: Context, place: Place) -> Failure | None:
    """Naming places leaves only those; naming processors without CPUs leaves no place that has nothing else."""
    places, hardware = context.policy.approved_places, context.policy.approved_hardware
    if places and place.id not in places:
        return Failure("not_approved", _listed(places), place.id)
    if place.instances or place.billing.by != "gb-second" or context.knowledge.processors.keys().isdisjoint(hardware):
        return None
    kinds = {processor_named(name, context.knowledge) for name in hardware}
    return None if "cpu" in kinds else Failure("not_approved", _listed(hardware), "CPUs")


def unapproved_hardware(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Naming types, families or processors leaves what one of the names fits."""
    del place
    approved = context.policy.approved_hardware
    if not approved or named_in(context, instance, approved):
        return None
    return Failure("not_approved", _listed(approved), instance.instance_type)


def quota(context: Context, option: Option) -> Failure | None:
    """No more instances than the quota that is held."""
    held = context.policy.held(option.place, option.instance) if option.instance is not None else None
    if held is None or option.count <= held:
        return None
    need = f"{option.count} instances" if option.count > 1 else "1 instance"
    return Failure("quota", need, f"{held}", option.count / held if held else 0.0)


def spares(context: Context, families: Container[str], categories: Container[str] = ()) -> bool:
    """Whether the policy leaves open none of these families, and no CPU of these categories: what is next best must do then."""
    approved = context.policy.approved_hardware
    found = [(name, context.knowledge.families.get(name.split(".", maxsplit=1)[0])) for name in approved]
    return bool(approved) and not any(
        name == "cpu" or (family is not None and (family.id in families or family.category in categories)) for name, family in found
    )


def only_way(context: Context, place: Place) -> bool:
    """Whether the place is approved, and no managed or serverless one is that could do this kind of work."""
    approved = context.policy.approved_places
    if place.id not in approved:
        return False
    ways = [context.knowledge.places[name].operations for name in PLACES[context.situation] if name in approved]
    return not {"managed", "serverless"} & {*ways}


def _listed(names: tuple[str, ...]) -> str:
    more = len(names) - _SHOWN
    if more > 0:
        return f"{', '.join(names[:_SHOWN])} and {more} more"
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
