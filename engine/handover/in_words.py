"""Plans and ways to pay in a few words, for everything that shows or hands on an advice."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.advice import Plan, PlanInShort, PurchaseOption
from engine.decision.wording import money
from knowledge import Knowledge
from knowledge.schema.record import Entry
from knowledge.sentences import sentence

if TYPE_CHECKING:  # a page of words needs no figures
    from engine.figures import MemoryBars, Part

BOOKKEEPING: Final = frozenset({"accepted name", "bare metal", "variant", "exam", "operations", "stage", "price"})
"""Limits that stop so much that they tell a person nothing."""
_NOTHING: Final = 0.005
"""A saving of less is none."""
_IN_HOST: Final[Mapping[Part, str]] = {"activations": "data", "overhead": "library"}


def what(plan: Plan | PlanInShort) -> str:
    """The hardware of a plan: its type and count, its memory, or the place alone."""
    if plan.instance_type is not None:
        return f"{plan.instance_type} × {plan.instance_count}"
    return f"{plan.memory_mb} MB" if plan.memory_mb else plan.place


def whole(plan: Plan | PlanInShort, knowledge: Knowledge) -> str:
    """A plan in short: what, where, and how it is paid for."""
    place = name_of(knowledge.places, plan.place)
    hardware = what(plan) if plan.instance_type or plan.memory_mb else place
    return ", ".join(dict.fromkeys((hardware, place, name_of(knowledge.purchases, plan.purchase))))


def name_of(known: Mapping[str, Entry], identity: str) -> str:
    """The name of an entry; its id where the base does not have it any more."""
    return known[identity].name if identity in known else identity


def named(what: str, count: int) -> str:
    """Machines with their number, where there is more than one."""
    return f"{what} × {count}" if count > 1 else what


def price(plan: Plan) -> str:
    """What a plan costs, a run or a month."""
    a_run = plan.cost.usd_per_run is not None
    return paid((plan.cost.usd_per_run if a_run else plan.cost.usd_per_month) or 0, a_run=a_run)


def paid(usd: float, *, a_run: bool) -> str:
    """A sum for a run or a month: "$434 a month"."""
    return f"{money(usd)} a run" if a_run else f"{money(usd)} a month"


def way_of(option: PurchaseOption, knowledge: Knowledge) -> str:
    """A way to pay: its kind, the plan where its name says more, the term."""
    kind = knowledge.purchases[option.kind].name
    name = option.name if kind.lower() in option.name.lower() else f"{option.name} {kind}"
    return f"{name}, {_term(option.term_years, knowledge)}" if option.term_years else name


def _term(years: int, knowledge: Knowledge) -> str:
    return knowledge.wording["plots"].texts.get(f"prices_years_{years}") or f"{years} years"


def against_on_demand(option: PurchaseOption, knowledge: Knowledge) -> str:
    """What a way to pay saves, or how many times the on-demand price it is; "" where there is no difference to speak of."""
    if not math.isfinite(option.saving) or abs(option.saving) < _NOTHING:
        return ""
    if option.saving > 0:
        return sentence(knowledge, "plots", "prices_saves", share=f"{option.saving * 100:.0f} %")
    return sentence(knowledge, "plots", "prices_costs", times=f"{1 - option.saving:,.3g}")


def part_key(part: Part, figure: MemoryBars) -> str:
    """The word for a part of the need, as `wording/plots.yaml` names it; in a host's memory it is data and a library."""
    return _IN_HOST.get(part, part) if figure.of == "host" else part
