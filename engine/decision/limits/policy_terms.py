"""Limits of the person's policy: approved places and hardware, quotas."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from engine.decision.context import PLACES, Context, Option, processor_of_name
from engine.decision.limits.failure import Failure
from engine.decision.limits.hardware import matching_name
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

_MAX_NAMES: Final = 4
"""At most so many approved names are listed in a sentence."""


def unapproved_place(context: Context, place: Place) -> Failure | None:
    """Approved places exclude the others; approved processors without CPUs exclude places that have only CPUs."""
    places, hardware = context.policy.approved_places, context.policy.approved_hardware
    if places and place.id not in places:
        return Failure("not_approved", _join_names(places), place.id)
    if place.instances or place.billing.by != "gb-second" or context.knowledge.processors.keys().isdisjoint(hardware):
        return None
    kinds = {processor_of_name(name, context.knowledge) for name in hardware}
    return None if "cpu" in kinds else Failure("not_approved", _join_names(hardware), "CPUs")


def unapproved_hardware(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Approved types, families or processors exclude the others."""
    del place
    approved = context.policy.approved_hardware
    if not approved or matching_name(context, instance, approved):
        return None
    return Failure("not_approved", _join_names(approved), instance.instance_type)


def quota(context: Context, option: Option) -> Failure | None:
    """No more instances than the quota allows."""
    held = context.policy.quota_for(option.place, option.instance) if option.instance is not None else None
    if held is None or option.count <= held:
        return None
    need = f"{option.count} instances" if option.count > 1 else "1 instance"
    return Failure("quota", need, f"{held}", option.count / held if held else 0.0)


def approves_none_of(context: Context, families: Container[str], categories: Container[str] = ()) -> bool:
    """True if the policy approves none of these families and no CPU of these categories, so that others must do."""
    approved = context.policy.approved_hardware
    found = [(name, context.knowledge.families.get(name.split(".", maxsplit=1)[0])) for name in approved]
    return bool(approved) and not any(
        name == "cpu" or (family is not None and (family.id in families or family.category in categories)) for name, family in found
    )


def is_only_approved_way(context: Context, place: Place) -> bool:
    """True if the place is approved and no managed or serverless place for this kind of run is."""
    approved = context.policy.approved_places
    if place.id not in approved:
        return False
    ways = [context.knowledge.places[name].operations for name in PLACES[context.situation] if name in approved]
    return not {"managed", "serverless"} & {*ways}


def _join_names(names: tuple[str, ...]) -> str:
    more = len(names) - _MAX_NAMES
    if more > 0:
        return f"{', '.join(names[:_MAX_NAMES])} and {more} more"
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
