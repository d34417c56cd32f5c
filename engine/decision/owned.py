"""What Savings Plans that are owned pay of a plan: at their rate up to the commitment, and the rest is on demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.decision.context import Context
from engine.decision.option import Option
from engine.policy import OwnedPlan
from knowledge.schema.purchase import Plan


class Owned(NamedTuple):
    """All that are owned and cover a plan, together."""

    name: str
    commitment: float
    """USD an hour."""
    term_years: int
    """The longest."""
    covered: float
    """Share of the plan that they pay for."""
    saving: float
    """Share of its on-demand price."""

    @property
    def whole(self) -> bool:
        """Whether nothing is left to pay on demand."""
        return self.covered >= 1


def owned_of(context: Context, option: Option) -> Owned | None:
    """What is owned for an option; None where nothing is that covers it."""
    plans = sorted(_fitting(context, option), key=lambda pair: pair[0].kind != "ec2-instance")  # AWS uses up the narrower one first
    if not plans or option.usd_per_hour <= 0:
        return None
    rest, saved = option.usd_per_hour, 0.0
    for own, sold in plans:
        saving = sold.saving_typical[str(own.term_years)].under(context.lens)
        paid_for = min(rest, own.usd_per_hour / (1 - saving))
        rest, saved = rest - paid_for, saved + paid_for * saving
    return Owned(
        name=" and ".join(dict.fromkeys(sold.name for _, sold in plans)),
        commitment=sum(own.usd_per_hour for own, _ in plans),
        term_years=max(own.term_years for own, _ in plans),
        covered=1 - rest / option.usd_per_hour,
        saving=saved / option.usd_per_hour,
    )


def _fitting(context: Context, option: Option) -> Iterator[tuple[OwnedPlan, Plan]]:
    """The plans that cover an option, each with what the base knows of its kind."""
    family = option.instance.family if option.instance else None
    sold = {plan.id: plan for plan in context.knowledge.purchases["savings-plan"].plans}
    for own in context.policy.savings_plans:
        plan = sold[f"{own.kind}-savings-plan"]
        if option.place.id in plan.covers and own.family in (None, family):
            yield own, plan
