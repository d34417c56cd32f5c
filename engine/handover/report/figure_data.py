"""The numbers behind the plots of an advice."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.advice import Advice, Plan
from engine.decision.explanation import build_plan
from engine.dialogue.desk import Desk, Turn
from engine.figures import (
    CostAndTime,
    CostShares,
    Day,
    DecisionPath,
    MemoryBars,
    Prices,
    Traffic,
    compute_cost_and_time,
    compute_cost_shares,
    compute_day,
    compute_decision_path,
    compute_memory_bars,
    compute_prices,
    compute_traffic,
)
from engine.handover.kept_advice import restore_policy, restore_workload
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.record import Record


class Figures(Record):
    """The numbers behind the plots of one advice."""

    cost: CostAndTime | None = None
    memory: MemoryBars | None = None
    prices: Prices
    traffic: Traffic | None = None
    money: CostShares | None = None
    day: Day | None = None
    path: DecisionPath | None = None
    missing: Literal["", "other_choice"] = ""
    """Why some are None: what is known today leads to other figures than the advice holds, and theirs would not be its."""


def collect_figures(advice: Advice, knowledge: Knowledge) -> Figures:
    """All figures if the facts of the advice still lead to the same plan; else only the prices that the advice holds itself."""
    turn = _repeat_decision(advice, knowledge)
    if turn is None:
        return Figures(prices=_own_prices(advice), missing="other_choice")
    decision = turn.decision
    return Figures(
        cost=compute_cost_and_time(decision),
        memory=compute_memory_bars(decision),
        prices=compute_prices(decision),
        traffic=compute_traffic(turn),
        money=compute_cost_shares(decision),
        day=compute_day(decision),
        path=compute_decision_path(turn),
    )


def _repeat_decision(advice: Advice, knowledge: Knowledge) -> Turn | None:
    """Decide again from the facts of the advice; None if that fails or leads to another plan."""
    try:
        stated, policy = restore_workload(advice, knowledge), restore_policy(advice, knowledge)
    except InputError:  # the base does not have a fact any more, or only others of its values
        return None
    turn = Desk(knowledge, advice.lens, policy, measurements=advice.measured).turn(stated)
    best = turn.decision.best
    plan = build_plan(turn.decision.context, best) if best is not None else None
    return turn if _without_words(plan) == _without_words(advice.choice) else None


def _without_words(plan: Plan | None) -> Plan | None:
    """A plan without its texts and its score, for comparison."""
    return msgspec.structs.replace(plan, reasons=(), cautions=(), software=(), role=None, score={}) if plan is not None else None


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
