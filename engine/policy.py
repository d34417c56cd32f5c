"""A person's own terms: discounts, approved hardware and places, quotas, owned Savings Plans."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from typing import Final, Literal, TypeVar, get_args

from msgspec import field

from engine.intake.values import identity
from engine.workload import Id
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.record import Record

OwnedKind = Literal["sagemaker", "compute", "ec2-instance"]
T = TypeVar("T")

ALL: Final = "all"
SERVICES: Final = ("sagemaker", "ec2", "lambda", "bedrock")
"""Services that a discount may be for."""
_BILLING_SERVICE: Final = {"ecs": "ec2", "eks": "ec2"}
"""Place -> the service that bills its machines."""
_APPROVABLE: Final = Id(("processors", "families", "instances", "places"))
_MAX_QUOTA, _MAX_COMMITMENT_USD = 100_000, 1e8


class OwnedPlan(Record):
    """A Savings Plan that is paid for already."""

    kind: OwnedKind
    usd_per_hour: float
    """The commitment."""
    family: str | None = None
    """The one that an `ec2-instance` plan is for."""
    term_years: Literal[1, 3] = 1


class AppliedPolicy(Record, omit_defaults=True):
    """The terms that an answer follows, as their file writes them; in JSON only those that are set."""

    discounts: dict[str, float] = field(default_factory=dict)
    approved: tuple[str, ...] = ()
    quotas: dict[str, int] = field(default_factory=dict)
    savings_plans: tuple[OwnedPlan, ...] = ()


class Policy(Record):
    """The terms, hashable. A name with `ml.` is for SageMaker only, one without for every place."""

    discounts: tuple[tuple[str, float], ...] = ()
    """Type, family, service or `all` -> share off the on-demand price."""
    approved_hardware: tuple[str, ...] = ()
    """Processors, families and types; empty where all are."""
    approved_places: tuple[str, ...] = ()
    """Empty where all are."""
    quotas: tuple[tuple[str, int], ...] = ()
    """Type or family -> instances that may run."""
    savings_plans: tuple[OwnedPlan, ...] = ()

    def price_share(self, place: Place, instance: Instance | None = None) -> float:
        """The price paid at a place, as a share of the on-demand price. Only the most specific discount counts."""
        if not self.discounts:
            return 1.0
        service = place.id.split("-", maxsplit=1)[0]
        names = (*(_names_by_specificity(place, instance) if instance else ()), _BILLING_SERVICE.get(service, service), ALL)
        return 1.0 - (_first_value(self.discounts, names) or 0.0)

    def quota_for(self, place: Place, instance: Instance) -> int | None:
        """How many instances of a type may run at a place; None without a quota."""
        return _first_value(self.quotas, _names_by_specificity(place, instance)) if self.quotas else None

    def applied_terms(self) -> AppliedPolicy | None:
        """The terms as an advice shows them; None without any."""
        if self == NO_POLICY:
            return None
        return AppliedPolicy(
            discounts=dict(self.discounts),
            approved=(*self.approved_hardware, *self.approved_places),
            quotas=dict(self.quotas),
            savings_plans=self.savings_plans,
        )


NO_POLICY: Final = Policy()
_PARTS: Final = AppliedPolicy.__struct_fields__


def policy_from(given: Mapping[str, object], knowledge: Knowledge, where: str = "") -> Policy:
    """The policy that a file states. Raises InputError with one line per mistake, each after `where`."""
    mistakes = [
        f"{quote_value(str(name))}: a policy has no such part.{_suggest_nearest(str(name), _PARTS)}" for name in given if name not in _PARTS
    ]
    hardware = _hardware_names(knowledge)
    approved = _parse_approved(given.get("approved"), knowledge, mistakes)
    policy = Policy(
        discounts=_parse_entries("discounts", given.get("discounts"), (*SERVICES, ALL, *hardware), _parse_discount, mistakes),
        approved_hardware=tuple(name for name in approved if name not in knowledge.places),
        approved_places=tuple(name for name in approved if name in knowledge.places),
        quotas=_parse_entries("quotas", given.get("quotas"), hardware, _parse_quota, mistakes),
        savings_plans=_parse_savings_plans(given.get("savings_plans"), knowledge, mistakes),
    )
    if mistakes:
        raise InputError(*(f"{where}{mistake}" for mistake in mistakes))
    return policy


def _names_by_specificity(place: Place, instance: Instance) -> tuple[str, ...]:
    """The names of a type at a place, the most specific first."""
    kind, family = instance.instance_type, instance.family
    return (f"ml.{kind}", kind, f"ml.{family}", family) if place.job_kind else (kind, family)


def _first_value(pairs: tuple[tuple[str, T], ...], names: Iterable[str]) -> T | None:
    found = dict(pairs)
    return next((found[name] for name in names if name in found), None)


def _hardware_names(knowledge: Knowledge) -> tuple[str, ...]:
    """Names of instance types and families, with and without `ml.`."""
    families = dict.fromkeys((*knowledge.families, *(one.family for one in knowledge.instances.values())))
    at_sagemaker = [one for one in knowledge.instances.values() if one.ml is not None]
    own = dict.fromkeys((*(one.family for one in at_sagemaker), *(one.instance_type for one in at_sagemaker)))
    return (*families, *knowledge.instances, *(f"ml.{name}" for name in own))


def _parse_entries(
    part: str, given: object, names: tuple[str, ...], read: Callable[[str, object], T], mistakes: list[str]
) -> tuple[tuple[str, T], ...]:
    """Parse a mapping of names to values; mistakes are appended to `mistakes`."""
    if given is None:
        return ()
    if not isinstance(given, Mapping):
        mistakes.append(f"{part}: {quote_value(given)} is no mapping. Give lines of `name: value`.")
        return ()
    found: dict[str, T] = {}
    for name, value in given.items():
        try:
            plain = _parse_name(part, str(name), names, found)
            if value is not None:
                found[plain] = read(f"{part}, {plain}", value)
        except InputError as error:
            mistakes.append(str(error))
    return tuple(found.items())


def _parse_name(part: str, name: str, names: Collection[str], taken: Container[str]) -> str:
    plain = name.strip().lower()
    if plain not in names:
        raise InputError(f"{part}: {quote_value(name)} is nothing that it can be for.{suggest_name(plain, names)}")
    if plain in taken:
        raise InputError(f"{part}: {quote_value(plain)} stands twice.")
    return plain


def _suggest_nearest(name: str, valid: tuple[str, ...]) -> str:
    return suggest_name(name, valid, f"Choose from {', '.join(valid)}.")


def _parse_discount(at: str, given: object) -> float:
    value = _parse_number(given)
    if value is not None and 0 <= value < 1:
        return value
    percent = _parse_number(given.rstrip(" %")) if isinstance(given, str) else value
    meant = f"Did you mean {percent / 100:g}?" if percent is not None and 0 < percent < 100 else "Try 0.1 for 10 %."  # noqa: PLR2004
    raise InputError(f"{at}: {quote_value(given)} is no share from 0 to below 1. {meant}")


def _parse_quota(at: str, given: object) -> int:
    value = _parse_number(given)
    if value is None or not 0 <= value <= _MAX_QUOTA:
        raise InputError(f"{at}: {quote_value(given)} is no number of instances. Give a whole number from 0 to {_MAX_QUOTA:,}.")
    if value != round(value):
        raise InputError(f"{at}: {quote_value(given)} is not a whole number. Try {round(value)}.")
    return round(value)


def _parse_number(given: object) -> float | None:
    """A number, given as such or as text; None for anything else."""
    try:
        value = float(given) if isinstance(given, (int, float, str)) and not isinstance(given, bool) else math.nan
    except (ValueError, OverflowError):
        return None
    return value if math.isfinite(value) else None


def _parse_approved(given: object, knowledge: Knowledge, mistakes: list[str]) -> tuple[str, ...]:
    items = given.split(",") if isinstance(given, str) else given
    if items is None:
        return ()
    if not isinstance(items, (list, tuple)):
        mistakes.append(f"approved: {quote_value(given)} is not a list of names. Try [g5, sagemaker-realtime].")
        return ()
    found: dict[str, None] = {}
    for item in items:
        try:
            found[identity("approved", item, _APPROVABLE, knowledge)] = None
        except InputError as error:
            mistakes.append(str(error))
    return tuple(found)


def _parse_savings_plans(given: object, knowledge: Knowledge, mistakes: list[str]) -> tuple[OwnedPlan, ...]:
    if given is None:
        return ()
    if not isinstance(given, (list, tuple)):
        mistakes.append(f"savings_plans: {quote_value(given)} is not a list. Try [{{kind: compute, usd_per_hour: 5}}].")
        return ()
    found = []
    for number, one in enumerate(given, 1):
        try:
            found.append(_parse_savings_plan(f"savings_plans, number {number}", one, knowledge))
        except InputError as error:
            mistakes.append(str(error))
    return tuple(found)


def _parse_savings_plan(at: str, given: object, knowledge: Knowledge) -> OwnedPlan:
    if not isinstance(given, Mapping):
        raise InputError(f"{at}: {quote_value(given)} is no plan. Try {{kind: compute, usd_per_hour: 5}}.")
    fields = OwnedPlan.__struct_fields__
    wrong = next((str(name) for name in given if name not in fields), None)
    if wrong is not None:
        raise InputError(f"{at}: a plan has no {quote_value(wrong)}.{_suggest_nearest(wrong, fields)}")
    kinds: tuple[OwnedKind, ...] = get_args(OwnedKind)
    plain = str(given.get("kind", "")).strip().lower().replace("_", "-").replace(" ", "-")
    kind = next((name for name in kinds if name == plain), None)
    if kind is None:
        raise InputError(f"{at}, kind: {quote_value(plain)} is not one of its values.{_suggest_nearest(plain, kinds)}")
    return OwnedPlan(
        kind=kind,
        usd_per_hour=_parse_commitment(f"{at}, usd_per_hour", given.get("usd_per_hour")),
        family=_parse_family(f"{at}, family", given.get("family"), kind, knowledge),
        term_years=_parse_term(f"{at}, term_years", given.get("term_years")),
    )


def _parse_commitment(at: str, given: object) -> float:
    value = _parse_number(given)
    if value is None or not 0 < value <= _MAX_COMMITMENT_USD:
        raise InputError(f"{at}: {quote_value(given)} is no commitment. Give US dollars an hour, such as 5.")
    return value


def _parse_term(at: str, given: object) -> Literal[1, 3]:
    if given is None or (given == 1 and given is not True):
        return 1
    if given == 3:  # noqa: PLR2004  # the longer of the two terms on sale
        return 3
    raise InputError(f"{at}: {quote_value(given)} is not one of its values. Choose from 1 or 3.")


def _parse_family(at: str, given: object, kind: OwnedKind, knowledge: Knowledge) -> str | None:
    """The family of an `ec2-instance` plan; other plans have none."""
    families = dict.fromkeys(one.family for one in knowledge.instances.values())
    if kind != "ec2-instance":
        if given is None:
            return None
        raise InputError(f"{at}: {quote_value(given)} is given to a plan for any family. Only ec2-instance has one.")
    plain = str(given or "").strip().lower()
    if plain in families:
        return plain
    told = f"{quote_value(plain)} is no family" if plain else "an ec2-instance plan is for one, and none is named"
    raise InputError(f"{at}: {told}.{suggest_name(plain, families, 'Try m7i.')}")
