"""Plans and ways to pay in a few words, for everything that shows or hands on an advice."""

from __future__ import annotations

from typing import Final

from engine.advice import Plan, PlanInShort, PurchaseOption
from engine.decision.wording import money
from knowledge import Knowledge

BOOKKEEPING: Final = frozenset({"accepted name", "bare metal", "variant", "exam", "operations", "stage", "price"})
"""Limits that stop so much that they tell a person nothing."""


def what(plan: Plan | PlanInShort) -> str:
    """The hardware of a plan: its type and count, its memory, or the place alone."""
    if plan.instance_type is not None:
        return f"{plan.instance_type} × {plan.instance_count}"
    return f"{plan.memory_mb} MB" if plan.memory_mb else plan.place


def price(plan: Plan) -> str:
    """What a plan costs, a run or a month."""
    if plan.cost.usd_per_run is not None:
        return f"{money(plan.cost.usd_per_run)} a run"
    return f"{money(plan.cost.usd_per_month or 0)} a month"


def way_of(option: PurchaseOption, knowledge: Knowledge) -> str:
    """A way to pay: its kind, the plan where its name says more, the term."""
    kind = knowledge.purchases[option.kind].name
    name = option.name if kind.lower() in option.name.lower() else f"{option.name} {kind}"
    return f"{name}, {_term(option.term_years, knowledge)}" if option.term_years else name


def _term(years: int, knowledge: Knowledge) -> str:
    return knowledge.wording["plots"].texts.get(f"prices_years_{years}") or f"{years} years"
