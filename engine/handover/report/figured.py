"""The figures that belong to an advice: those of the decision that leads to just this plan."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.advice import Advice, Plan
from engine.decision.plans import plan_of
from engine.decision.trying import memo_with
from engine.dialogue.desk import Desk, Turn
from engine.figures import CostAndTime, MemoryBars, Prices, Traffic, cost_and_time, memory_bars, prices, traffic
from engine.handover.kept import policy_of, workload_of
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.record import Record


class Figures(Record):
    """The numbers behind the plots of one advice."""

    cost: CostAndTime | None = None
    memory: MemoryBars | None = None
    prices: Prices
    traffic: Traffic | None = None
    missing: Literal["", "other_choice"] = ""
    """Why some are None: what is known today leads to other figures than the advice holds, and theirs would not be its."""


def figures_of(advice: Advice, knowledge: Knowledge) -> Figures:
    """All figures where the facts of the advice still lead to the same plan, else those that the advice holds itself."""
    turn = _turn(advice, knowledge)
    if turn is None:
        return Figures(prices=_own_prices(advice), missing="other_choice")
    decision = turn.decision
    return Figures(cost=cost_and_time(decision), memory=memory_bars(decision), prices=prices(decision), traffic=traffic(turn))


def _turn(advice: Advice, knowledge: Knowledge) -> Turn | None:
    """The decision behind an advice; None where it cannot be had any more."""
    try:
        stated, policy = workload_of(advice, knowledge), policy_of(advice, knowledge)
    except InputError:  # a fact that the base has no more, or no more as it was
        return None
    memo = memo_with(advice.measured, stated, knowledge, advice.lens, policy)
    turn = Desk(knowledge, advice.lens, policy, memo).turn(stated)
    best = turn.decision.best
    plan = plan_of(turn.decision.context, best) if best is not None else None
    return turn if _bare(plan) == _bare(advice.choice) else None


def _bare(plan: Plan | None) -> Plan | None:
    """A plan without its words."""
    return msgspec.structs.replace(plan, reasons=(), cautions=(), software=(), role=None) if plan is not None else None


def _own_prices(advice: Advice) -> Prices:
    plan = advice.choice
    if plan is None:
        return Prices(missing="no_plan")
    return Prices(
        what=plan.instance_type or plan.place,
        count=plan.instance_count or 1,
        place=plan.place,
        bars=plan.purchases,
        missing="" if plan.purchases else "no_price",
    )
