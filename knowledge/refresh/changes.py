"""What a refresh changes, and whether that is plausible."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from knowledge.catalog.tables import Catalog
from knowledge.errors import InputError
from knowledge.schema.instance import Instance, Price

KEPT: Final = 0.8
"""Share of the types, and of the priced types of a region, that a new catalogue must keep."""
KEPT_ELSEWHERE: Final = 0.1
"""Share of the priced types that another region must have; the smallest ones offer a fifth of them."""
JUMP: Final = 10.0
"""A price that changes by more than this factor is listed."""
JUMPS_ALLOWED: Final = 0.02
"""Share of the prices that may jump; more means that the list has another form or unit."""


@dataclasses.dataclass(frozen=True, slots=True)
class PriceChanges:
    """Prices of the old catalogue against the new one."""

    up: int
    down: int
    same: int
    new: int
    """Types that had no price."""
    gone: int
    """Types that lose theirs."""
    jumps: tuple[tuple[str, float, float], ...]
    """Type, old and new price in USD per hour, where they differ more than tenfold."""


def ec2_price_of(instance: Instance) -> Price | None:
    """The EC2 price."""
    return instance.price


def ml_price_of(instance: Instance) -> Price | None:
    """The SageMaker price."""
    return instance.ml.price if instance.ml else None


def compared(old: Catalog, new: Catalog, price: Callable[[Instance], Price | None]) -> PriceChanges:
    """The changes of one kind of `price`."""
    before, after = _figures(old, price), _figures(new, price)
    both = [(name, before[name], after[name]) for name in after if name in before]
    return PriceChanges(
        up=sum(then < now for _, then, now in both),
        down=sum(then > now for _, then, now in both),
        same=sum(then == now for _, then, now in both),
        new=len(after.keys() - before.keys()),
        gone=len(before.keys() - after.keys()),
        jumps=tuple(change for change in both if max(change[1] / change[2], change[2] / change[1]) > JUMP),
    )


def refuse_implausible(old: Catalog, new: Catalog, *, same_region: bool) -> None:
    """Raise InputError where `new` lost too many types or prices, or where too many prices jumped.

    `same_region` is true where both hold the prices of one region.
    """
    kept = sum(name in new.instances for name in old.instances)
    _enough("types", kept, len(old.instances), KEPT)
    for what, price in (("EC2 prices", ec2_price_of), ("SageMaker prices", ml_price_of)):
        before, after = _figures(old, price), _figures(new, price)
        _enough(what, len(before.keys() & after.keys()), len(before), KEPT if same_region else KEPT_ELSEWHERE)
        jumps = compared(old, new, price).jumps
        if len(jumps) > JUMPS_ALLOWED * len(before):
            name, then, now = jumps[0]
            raise InputError(
                f"{len(jumps)} {what} changed more than {JUMP:.0f} times (first {name}, from {then:g} to {now:g} USD per hour), "
                "so the new list is not believable."
            )


def refuse_lost_offerings(old: Catalog, new: Catalog, regions: tuple[str, ...]) -> None:
    """Raise InputError where one of the `regions` asked lost too many of its types."""
    for region in regions:
        before = {name for name, item in old.instances.items() if item.offered_in(region)}
        kept = sum(new.instances[name].offered_in(region) for name in before if name in new.instances)
        _enough(f"offerings of {region}", kept, len(before), KEPT)


def refuse_dangling(new: Catalog, data: Path) -> None:
    """Raise InputError for an accelerator or a source that the knowledge base in the folder `data` has no entry for."""
    for instance in new.instances.values():
        for kind, identity in _references(instance):
            if not (data / kind / f"{identity}.yaml").is_file():
                raise InputError(f"{instance.instance_type}: the knowledge base has no {kind}/{identity}.")


def _references(instance: Instance) -> list[tuple[str, str]]:
    prices = [price for price in (ec2_price_of(instance), ml_price_of(instance)) if price]
    accelerators = [instance.accelerator] if instance.accelerator else []
    sources = {instance.specification_source, *(price.source for price in prices)}
    return [*(("accelerators", name) for name in accelerators), *(("sources", name) for name in sorted(sources))]


def _enough(what: str, kept: int, before: int, share: float) -> None:
    if kept < share * before:
        raise InputError(f"only {kept:,} of {before:,} {what} would remain; at least {share:.0%} must.")


def _figures(catalog: Catalog, price: Callable[[Instance], Price | None]) -> Mapping[str, float]:
    priced = {name: price(instance) for name, instance in catalog.instances.items()}
    return {name: found.usd_per_hour for name, found in priced.items() if found}
