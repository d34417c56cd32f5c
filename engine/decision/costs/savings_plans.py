"""What owned Savings Plans pay of a plan: at their rates up to the commitment; the rest is on demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.decision.context import Context, Option
from engine.policy import OwnedPlan
from knowledge.schema.purchase import Plan


class OwnedCoverage(NamedTuple):
    """All owned Savings Plans that cover an option, together."""

    name: str
    commitment: float
    """USD an hour."""
    term_years: int
    """The longest of their terms."""
    covered: float
    """Share of the option that they pay for."""
    saving: float
    """Share of the on-demand price that they save."""

    @property
    def is_complete(self) -> bool:
        """True if nothing is left to pay on demand."""
        return self.covered >= 1


def owned_coverage(context: Context, option: Option) -> OwnedCoverage | None:
    """The owned Savings Plans that cover an option; None without any."""
    plans = sorted(_covering_plans(context, option), key=lambda pair: pair[0].kind != "ec2-instance")  # AWS uses up the narrower one first
    if not plans or option.usd_per_hour <= 0:
        return None
    rest, saved = option.usd_per_hour, 0.0
    for own, sold in plans:
        typical = sold.typical_saving(option.place.id, own.term_years)
        saving = typical.value_for(context.lens) if typical is not None else 0.0
        paid_for = min(rest, own.usd_per_hour / (1 - saving))
        rest, saved = rest - paid_for, saved + paid_for * saving
    return OwnedCoverage(
        name=" and ".join(dict.fromkeys(sold.name for _, sold in plans)),
        commitment=sum(own.usd_per_hour for own, _ in plans),
        term_years=max(own.term_years for own, _ in plans),
        covered=1 - rest / option.usd_per_hour,
        saving=saved / option.usd_per_hour,
    )


def _covering_plans(context: Context, option: Option) -> Iterator[tuple[OwnedPlan, Plan]]:
    """The owned plans that cover an option, each with the plan on sale that it is one of."""
    family = option.instance.family if option.instance else None
    sold = {plan.id: plan for plan in context.knowledge.purchases["savings-plan"].plans}
    for own in context.policy.savings_plans:
        plan = sold[f"{own.kind}-savings-plan"]
        if option.place.id in plan.covers and own.family in (None, family):
            yield own, plan
