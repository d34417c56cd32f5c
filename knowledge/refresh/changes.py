"""Compares the catalogue before and after a refresh, and refuses implausible changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from knowledge.catalog.tables import Catalog
from knowledge.errors import InputError
from knowledge.schema.instance import Instance, Price

MIN_KEPT_SHARE: Final = 0.8
"""Share of the types, and of the priced types of a region, that must remain."""
MIN_KEPT_SHARE_ELSEWHERE: Final = 0.1
"""Share of the priced types that must remain if the region changes; the smallest regions offer a fifth of them."""
PRICE_JUMP_FACTOR: Final = 10.0
"""A price that changes by more than this factor is listed."""
MAX_JUMP_SHARE: Final = 0.02
"""Share of the prices that may jump; more means that the list has another format or unit."""


@dataclasses.dataclass(frozen=True, slots=True)
class PriceChanges:
    """How prices differ between the old and the new catalogue: numbers of types, and the largest changes."""

    up: int
    down: int
    same: int
    new: int
    """Types that had no price before."""
    gone: int
    """Types that have no price any more."""
    jumps: tuple[tuple[str, float, float], ...]
    """Type, old and new price in USD per hour, for prices that changed more than tenfold."""


def ec2_price_of(instance: Instance) -> Price | None:
    """The EC2 price."""
    return instance.price


def ml_price_of(instance: Instance) -> Price | None:
    """The SageMaker price."""
    return instance.ml.price if instance.ml else None


def compare_prices(old: Catalog, new: Catalog, price: Callable[[Instance], Price | None]) -> PriceChanges:
    """Compare one kind of `price` of both catalogues."""
    before, after = _list_prices(old, price), _list_prices(new, price)
    both = [(name, before[name], after[name]) for name in after if name in before]
    return PriceChanges(
        up=sum(then < now for _, then, now in both),
        down=sum(then > now for _, then, now in both),
        same=sum(then == now for _, then, now in both),
        new=len(after.keys() - before.keys()),
        gone=len(before.keys() - after.keys()),
        jumps=tuple(change for change in both if max(change[1] / change[2], change[2] / change[1]) > PRICE_JUMP_FACTOR),
    )


def refuse_implausible(old: Catalog, new: Catalog, *, same_region: bool) -> None:
    """Raise InputError if `new` lost too many types or prices, or if too many prices jumped.

    `same_region` is true where both hold the prices of one region.
    """
    kept = sum(name in new.instances for name in old.instances)
    _refuse_loss("types", kept, len(old.instances), MIN_KEPT_SHARE)
    for what, price in (("EC2 prices", ec2_price_of), ("SageMaker prices", ml_price_of)):
        before, after = _list_prices(old, price), _list_prices(new, price)
        _refuse_loss(what, len(before.keys() & after.keys()), len(before), MIN_KEPT_SHARE if same_region else MIN_KEPT_SHARE_ELSEWHERE)
        jumps = compare_prices(old, new, price).jumps
        if len(jumps) > MAX_JUMP_SHARE * len(before):
            name, then, now = jumps[0]
            raise InputError(
                f"{len(jumps)} {what} changed more than {PRICE_JUMP_FACTOR:.0f} times "
                f"(first {name}, from {then:g} to {now:g} USD per hour), so the new list is not believable."
            )


def refuse_lost_offerings(old: Catalog, new: Catalog, regions: tuple[str, ...]) -> None:
    """Raise InputError if one of the refreshed `regions` lost too many of its types."""
    for region in regions:
        before = {name for name, item in old.instances.items() if item.offered_in(region)}
        kept = sum(new.instances[name].offered_in(region) for name in before if name in new.instances)
        _refuse_loss(f"offerings of {region}", kept, len(before), MIN_KEPT_SHARE)


def refuse_dangling(new: Catalog, data: Path) -> None:
    """Raise InputError if the knowledge base in the folder `data` lacks an accelerator or source that `new` refers to."""
    for instance in new.instances.values():
        for kind, identity in _list_references(instance):
            if not (data / kind / f"{identity}.yaml").is_file():
                raise InputError(f"{instance.instance_type}: the knowledge base has no {kind}/{identity}.")


def _list_references(instance: Instance) -> list[tuple[str, str]]:
    prices = [price for price in (ec2_price_of(instance), ml_price_of(instance)) if price]
    accelerators = [instance.accelerator] if instance.accelerator else []
    sources = {instance.specification_source, *(price.source for price in prices)}
    return [*(("accelerators", name) for name in accelerators), *(("sources", name) for name in sorted(sources))]


def _refuse_loss(what: str, kept: int, before: int, share: float) -> None:
    if kept < share * before:
        raise InputError(f"only {kept:,} of {before:,} {what} would remain; at least {share:.0%} must.")


def _list_prices(catalog: Catalog, price: Callable[[Instance], Price | None]) -> Mapping[str, float]:
    priced = {name: price(instance) for name, instance in catalog.instances.items()}
    return {name: found.usd_per_hour for name, found in priced.items() if found}
