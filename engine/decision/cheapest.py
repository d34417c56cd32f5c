"""The choice of an endpoint without the plans that are too dear to be it: what-ifs ask for no more, and most machines are too dear."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.decision.candidates import Planner, at, can_be_paid, kept, paid, places
from engine.decision.context import Context
from engine.decision.fewer_bits import in_fewer_bits
from engine.decision.limits import PLACE_LIMITS
from engine.decision.machine import Machine
from engine.decision.machines import able, first
from engine.decision.online import least_usd, load_at
from engine.decision.option import Option
from engine.decision.ranking import Ranking
from engine.decision.situation import ONLINE
from knowledge.schema.place import Place

_BY_COST: Final = frozenset({None, "balanced", "simplicity"})
"""Priorities under which a plan can be too dear for whatever else it is. Under cost alone all plans count: what one of them breaks may
close what hangs on a condition."""
_FIRST_LOOK: Final = 8
"""Plans that are made before it is asked how dear a better one may be; then that is asked at twice as many, and so on."""


class _Waiting(NamedTuple):
    """A machine of which no plan is made yet."""

    least_usd: float
    """What any plan on it costs a month."""
    order: int
    """Among all machines and plans: which one is the choice must not hang on which came first."""
    planner: Planner
    machine: Machine


def best_endpoint(context: Context) -> Option | None:
    """The plan that ranks first of all; None where that cannot be told without making all of them."""
    if context.situation != ONLINE or context.workload.priority not in _BY_COST or context.policy.savings_plans:
        return None
    made: list[tuple[int, Option]] = []
    waiting: list[_Waiting] = []
    for place in places(context):
        order = len(made) + len(waiting)
        if first(PLACE_LIMITS, context, place) is not None:
            continue
        at_place = kept(context, place) if place.instances else at(context, place)
        if at_place is None:
            waiting += _machines(context, place, order)
        else:
            made += enumerate(paid(context, at_place).options, order)
    made += _worth_making(context, sorted(waiting), [option for _, option in made])
    options = [option for _, option in sorted(made)] or in_fewer_bits(context)
    return Ranking(context, options).best() if options else None


def _machines(context: Context, place: Place, order: int) -> Iterator[_Waiting]:
    """The machines of a place, the first of them as number `order`."""
    planner, load = Planner(context, place), load_at(context, place)
    for number, machine in enumerate(able(context, place)[0], order):
        least = least_usd(load, machine)
        if least is not None:
            yield _Waiting(least, number, planner, machine)


def _worth_making(context: Context, waiting: list[_Waiting], made: list[Option]) -> Iterator[tuple[int, Option]]:
    """The plans that may be better than those `made`, each with its number; `waiting` begins with the cheapest."""
    found = list(made)
    looks, dearest = 0, math.inf
    for one in waiting:
        if len(found) >= _FIRST_LOOK << looks:
            looks, dearest = looks + 1, Ranking(context, found).dearest()
        if one.least_usd > dearest:
            return
        plan = one.planner.plan(one.machine)
        if plan.option is not None and plan.failure is None and can_be_paid(context, plan.option):
            found.append(plan.option)
            yield one.order, plan.option
