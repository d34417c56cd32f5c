"""Every option of the catalogue that keeps its limits, and for every one that does not, the limit that stopped it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from engine.decision.context import Context
from engine.decision.edge import device_option
from engine.decision.jobs import jobs, memory_of_nodes, notebooks
from engine.decision.limits import (
    PLACE_LIMITS,
    Failure,
    payment_limits,
    payment_matters,
    plan_limits,
)
from engine.decision.limits.of_places import PLACE_FACTS
from engine.decision.limits.of_plans import PlanCheck
from engine.decision.machine import Machine
from engine.decision.machines import NOTHING, Gone, Stopped, able, about, first, merged, sure, values
from engine.decision.online import endpoints, load_at, serverless_options, too_small
from engine.decision.option import Option
from engine.decision.situation import ONLINE, PLACES, Situation
from engine.decision.tokens import token_option
from engine.workload import FACT_NAMES
from knowledge.schema.place import Place

Make = Callable[[Context, Place], Callable[[Machine], Option | None]]
"""Makes the plans at a place: what all its machines have in common is found once."""

_MAKE: dict[Situation, Make] = {
    "online": endpoints,
    "batch": jobs,
    "training": jobs,
    "processing": jobs,
    "notebook": notebooks,
}

PICKING_FACTS = frozenset(
    {"priority", "commitment_years", "interruptible", "checkpointing", "compare", "budget_usd_per_hour", "budget_usd_per_month"}
)
"""Facts that pick among the options, or how they are paid for, but open and close none."""

_SHAPING_FACTS = tuple(name for name in FACT_NAMES if name not in PICKING_FACTS and name not in PLACE_FACTS)
"""Facts that decide which options there are at a place that is open."""

_CHOOSING_FACTS = frozenset({"require", "exclude", "region", "arm_ok", "run_days", "neuron_compatible", "custom_cuda_kernels", "framework"})
"""Facts that decide which machines there are, but nothing of the plan on one of them."""

_JOB_FACTS = tuple(name for name in _SHAPING_FACTS if name not in _CHOOSING_FACTS)
"""Facts that a plan of a job hangs on."""

_ENDPOINT_FACTS = (
    "latency_p99_ms",
    "time_to_first_token_ms",
    "time_per_output_token_ms",
    "instances_wanted",
    "training_deadline_hours",
    "processing_seconds",
    "precision",
    "quantization_ok",
)
"""Facts that a plan of an endpoint hangs on, besides its load and what the model needs."""


class Plan(NamedTuple):
    """What becomes of one machine."""

    machine: Machine
    option: Option | None
    failure: Failure | None
    """What stops the plan; without one, why there is none."""


class AtPlace(msgspec.Struct):
    """What one open place has to offer."""

    place: Place
    options: list[Option] = msgspec.field(default_factory=list)
    missed: list[tuple[Option, Failure]] = msgspec.field(default_factory=list)
    """Whole plans that break a target or a budget."""
    gone: Gone = NOTHING
    """Hardware that a hard limit stopped."""
    unpriced: list[Stopped] = msgspec.field(default_factory=list)
    """Hardware that keeps its limits, and of which a price or a rate is not known."""


class Candidates(msgspec.Struct):
    """What is left, and what fell away."""

    open: list[AtPlace]
    closed: list[tuple[Place, Failure]]
    """Places that a hard limit closed."""

    @property
    def options(self) -> list[Option]:
        """Every plan that keeps all limits."""
        return [option for at_place in self.open for option in at_place.options]

    @property
    def missed(self) -> list[tuple[Option, Failure]]:
        """Every plan that breaks a target or a budget."""
        return [pair for at_place in self.open for pair in at_place.missed]

    @property
    def stopped(self) -> Iterator[Stopped]:
        """Every machine that a hard limit stopped, place by place."""
        return (pair for at_place in self.open for pair in (*at_place.gone.pairs, *at_place.unpriced))

    def telling(self) -> dict[str, Stopped]:
        """Family -> what stops it at the places that are open, the most telling of its types."""
        return merged([at_place.gone.by_family for at_place in self.open], [at_place.unpriced for at_place in self.open])


def candidates(context: Context) -> Candidates:
    """All options of the workload's situation."""
    found = Candidates([], [])
    for place in places(context):
        failure = first(PLACE_LIMITS, context, place)
        at_place = at(context, place) if failure is None else None
        if at_place is not None and not place.instances and not (at_place.options or at_place.missed):
            failure = too_small(context, place)
        if failure is None and at_place is not None:
            found.open.append(paid(context, at_place))
        elif failure is not None:
            found.closed.append((place, failure))
    return found


def places(context: Context) -> list[Place]:
    """The places of its situation, and those it asks for."""
    names = list(PLACES[context.situation])
    names += [name for name in context.workload.require or () if name in context.knowledge.places and name not in names]
    return [context.knowledge.places[name] for name in names]


def kept(context: Context, place: Place) -> AtPlace | None:
    """The place's offer, where it was made already, or is asked for again: what is asked twice is worth making whole."""
    key, asked = _key(context, place), context.memo.setdefault("asked", set())
    if key in context.memo or key in asked:
        return _made(context, place, key)
    asked.add(key)
    return None


def _key(context: Context, place: Place) -> tuple[object, ...]:
    """All that the offer of a place hangs on."""
    return "at", place.id, context.lens, context.case, context.favoured, context.policy, *values(context, _SHAPING_FACTS), *sure(context)


def at(context: Context, place: Place) -> AtPlace:
    """The place's offer; kept for every what-if that leaves its facts alone."""
    return _made(context, place, _key(context, place))


def _made(context: Context, place: Place, key: tuple[object, ...]) -> AtPlace:
    if key not in context.memo:
        context.memo[key] = _on_instances(context, place) if place.instances else _by_memory(context, place)
    found: AtPlace = context.memo[key]
    return found


def _by_memory(context: Context, place: Place) -> AtPlace:
    found = AtPlace(place)
    if place.billing.by == "token":
        tokens = token_option(context, place)
        offered: Iterable[Option] = () if tokens is None else (tokens,)
    elif place.billing.by == "device":
        offered = (device_option(context, place),)
    else:
        offered = serverless_options(context, place)
    _judge(context, offered, found, plan_limits(context, place))
    return found


def _on_instances(context: Context, place: Place) -> AtPlace:
    planner = Planner(context, place)
    machines, gone = able(context, place)
    found = AtPlace(place, gone=gone)
    for machine in machines:
        plan = planner.plan(machine)
        if plan.failure is None and plan.option is not None:
            found.options.append(plan.option)
        elif plan.failure is not None and plan.option is not None:
            found.missed.append((plan.option, plan.failure))
        elif plan.failure is not None:
            found.unpriced.append((machine.instance, plan.failure))
    return found


class Planner:
    """Makes the plans on the machines of a place, each once for all that leaves its facts alone."""

    def __init__(self, context: Context, place: Place) -> None:
        """For one decision and one of its places."""
        self._context, self._make, self._limits = context, _MAKE[context.situation](context, place), plan_limits(context, place)
        self._known: dict[str, Plan] = context.memo.setdefault(_plans_key(context, place), {})

    def plan(self, machine: Machine) -> Plan:
        """What becomes of a machine."""
        name = machine.instance.instance_type
        plan = self._known.get(name)
        if plan is None or plan.machine != machine:
            plan = self._known[name] = _planned(self._context, machine, self._make(machine), self._limits)
        return plan


def _plans_key(context: Context, place: Place) -> tuple[object, ...]:
    """All that a plan on a machine hangs on, besides the machine: a what-if that only opens or closes machines finds the plans made."""
    online = context.situation == ONLINE
    asked = (load_at(context, place), *values(context, _ENDPOINT_FACTS)) if online else values(context, _JOB_FACTS)
    return "plans", place.id, context.lens, context.policy, context.needs, context.situation, *asked, *about(context)


def _planned(context: Context, machine: Machine, option: Option | None, limits: tuple[PlanCheck, ...]) -> Plan:
    return Plan(machine, option, _why_none(context, machine) if option is None else first(limits, context, option))


def _why_none(context: Context, machine: Machine) -> Failure:
    """Why there is no option on a machine that keeps all limits of its own."""
    if machine.usd_per_hour is None:
        return Failure("price", "a price", machine.instance.no_price_reason or "none known")
    too_few = memory_of_nodes(context, machine.instance) if context.situation == "training" else None
    return too_few or Failure("known_hardware", "figures for its data type", "none that we know")


def paid(context: Context, at_place: AtPlace) -> AtPlace:
    """The offer less what cannot be paid for as asked; budgets count what is paid, so this comes after all that is kept."""
    if not payment_matters(context):
        return at_place
    found = AtPlace(at_place.place, missed=list(at_place.missed), gone=at_place.gone, unpriced=at_place.unpriced)
    _judge(context, at_place.options, found, payment_limits(context))
    return found


def can_be_paid(context: Context, option: Option) -> bool:
    """Whether a plan that keeps all other limits can be paid for as asked."""
    return not payment_matters(context) or first(payment_limits(context), context, option) is None


def _judge(context: Context, options: Iterable[Option], found: AtPlace, limits: tuple[PlanCheck, ...]) -> None:
    for option in options:
        failure = first(limits, context, option)
        if failure is None:
            found.options.append(option)
        else:
            found.missed.append((option, failure))
