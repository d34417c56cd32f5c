"""Plans and ways to pay in a few words, for everything that shows or hands on an advice."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from engine.advice import ComparedModel, Plan, PlanInShort, PurchaseOption
from engine.number_format import format_money
from knowledge import Knowledge
from knowledge.schema.record import Entry
from knowledge.sentences import fill_sentence

INTERNAL_LIMITS: Final = frozenset({"accepted name", "bare metal", "variant", "exam", "operations", "stage", "price"})
"""Limits that stop so much that they tell a person nothing."""
_MIN_SAVING: Final = 0.005
"""A saving of less is none."""


def has_hardware(plan: Plan | PlanInShort) -> bool:
    """False where the place alone is chosen, as where tokens are bought."""
    return plan.instance_type is not None or bool(plan.memory_mb)


def name_hardware(plan: Plan | PlanInShort) -> str:
    """The hardware of a plan: its type and count, its memory, or the place alone."""
    if plan.instance_type is not None:
        return f"{plan.instance_type} × {plan.instance_count}"
    return f"{plan.memory_mb} MB" if plan.memory_mb else plan.place


def describe_plan(plan: Plan | PlanInShort, knowledge: Knowledge) -> str:
    """A plan in short: what, where, and how it is paid for."""
    return ", ".join((*name_hardware_and_place(plan, knowledge), entry_name(knowledge.purchases, plan.purchase)))


def describe_model(one: ComparedModel, knowledge: Knowledge) -> str:
    """One of the models that are weighed: its plan and cost, or why there is none."""
    if one.plan is None:
        return fill_sentence(knowledge, "answers", "model_nothing", name=one.name, why=one.why_not).strip()
    is_run = one.usd_per_run is not None
    cost = format_cost((one.usd_per_run if is_run else one.usd_per_month) or 0.0, a_run=is_run)
    return fill_sentence(knowledge, "answers", "model_plan", name=one.name, plan=describe_plan(one.plan, knowledge), cost=cost)


def name_hardware_and_place(plan: Plan | PlanInShort, knowledge: Knowledge) -> tuple[str, ...]:
    """What and where: the place alone where that is all that is chosen."""
    place = entry_name(knowledge.places, plan.place)
    return (name_hardware(plan), place) if has_hardware(plan) else (place,)


def shorten_plan(plan: Plan) -> PlanInShort:
    """The plan with its few telling fields alone."""
    return PlanInShort(**{name: getattr(plan, name) for name in PlanInShort.__struct_fields__})


def entry_name(known: Mapping[str, Entry], identity: str) -> str:
    """The name of an entry; its id where the base does not have it any more."""
    return known[identity].name if identity in known else identity


def name_machines_at(what: str, count: int, place: str, knowledge: Knowledge) -> str:
    """Machines with their number and their place; the place alone where it has no machines of its own."""
    name = name_machines(entry_name(knowledge.places, what), count)
    return name if what == place else f"{name}, {entry_name(knowledge.places, place)}"


def name_machines(what: str, count: int) -> str:
    """Machines with their number, where there is more than one."""
    return f"{what} × {count}" if count > 1 else what


def format_plan_cost(plan: Plan) -> str:
    """What a plan costs, a run or a month."""
    a_run = plan.cost.usd_per_run is not None
    return format_cost((plan.cost.usd_per_run if a_run else plan.cost.usd_per_month) or 0, a_run=a_run)


def format_cost(usd: float, *, a_run: bool) -> str:
    """A sum for a run or a month: "$434 a month"."""
    return f"{format_money(usd)} a run" if a_run else f"{format_money(usd)} a month"


def describe_purchase(option: PurchaseOption, knowledge: Knowledge) -> str:
    """A way to pay: its kind, the plan where its name says more, the term."""
    name = name_purchase(option, knowledge)
    return f"{name}, {_describe_term(option.term_years, knowledge)}" if option.term_years else name


def name_purchase(option: PurchaseOption, knowledge: Knowledge) -> str:
    """A way to pay without its term: its kind, the plan where its name says more."""
    kind = knowledge.purchases[option.kind].name
    return option.name if kind.lower() in option.name.lower() else f"{option.name} {kind}"


def _describe_term(years: int, knowledge: Knowledge) -> str:
    return knowledge.wording["plots"].texts.get(f"prices_years_{years}") or f"{years} years"


def describe_saving(option: PurchaseOption, knowledge: Knowledge) -> str:
    """What a way to pay saves, or how many times the on-demand price it is; "" where there is no difference to speak of."""
    if not math.isfinite(option.saving) or abs(option.saving) < _MIN_SAVING:
        return ""
    if option.saving > 0:
        return fill_sentence(knowledge, "plots", "prices_saves", share=f"{option.saving * 100:.0f} %")
    return fill_sentence(knowledge, "plots", "prices_costs", times=f"{1 - option.saving:,.3g}")
