"""Every option of the catalogue that keeps its limits, and for every one that does not, the limit that stopped it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import ParamSpec

from engine.decision.context import Context
from engine.decision.jobs import job_option, memory_of_nodes, notebook_option
from engine.decision.limits import (
    ACCESS_FACTS,
    ACCESS_LIMITS,
    FITNESS_FACTS,
    FITNESS_LIMITS,
    PAYMENT_LIMITS,
    PLACE_LIMITS,
    PLAN_LIMITS,
    Failure,
    payment_matters,
)
from engine.decision.limits.hardware import HardwareCheck
from engine.decision.limits.of_places import PLACE_FACTS
from engine.decision.limits.of_plans import PlanCheck
from engine.decision.machine import Machine, machine_at
from engine.decision.online import endpoint_option, serverless_options, too_small
from engine.decision.option import Option
from engine.decision.situation import PLACES, Situation
from engine.decision.tokens import token_option
from engine.workload import FACT_NAMES
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

Subject = ParamSpec("Subject")
"""What a limit looks at: a place, a machine at a place, or a plan."""
Make = Callable[[Context, Place, Machine], Option | None]
Stopped = tuple[Instance, Failure]

_MAKE: dict[Situation, Make] = {
    "online": endpoint_option,
    "queued": endpoint_option,
    "batch": job_option,
    "training": job_option,
    "processing": job_option,
    "notebook": notebook_option,
}

PICKING_FACTS = frozenset(
    {"priority", "commitment_years", "interruptible", "checkpointing", "compare", "budget_usd_per_hour", "budget_usd_per_month"}
)
"""Facts that pick among the options, or how they are paid for, but open and close none."""

_TARGETS = ("latency_p99_ms", "time_to_first_token_ms", "time_per_output_token_ms")

_SHAPING_FACTS = tuple(name for name in FACT_NAMES if name not in PICKING_FACTS and name not in PLACE_FACTS)
"""Facts that decide which options there are at a place that is open."""


@dataclasses.dataclass(slots=True)
class AtPlace:
    """What one open place has to offer."""

    place: Place
    options: list[Option] = dataclasses.field(default_factory=list)
    missed: list[tuple[Option, Failure]] = dataclasses.field(default_factory=list)
    """Whole plans that break a target or a budget."""
    stopped: list[Stopped] = dataclasses.field(default_factory=list)
    """Hardware that a hard limit stopped."""


@dataclasses.dataclass(slots=True)
class Candidates:
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
        return (pair for at_place in self.open for pair in at_place.stopped)


def candidates(context: Context) -> Candidates:
    """All options of the workload's situation."""
    found = Candidates([], [])
    for place in _places(context):
        failure = _first(PLACE_LIMITS, context, place)
        at_place = _at(context, place) if failure is None else None
        if at_place is not None and not place.instances and not (at_place.options or at_place.missed):
            failure = too_small(context, place)
        if failure is None and at_place is not None:
            found.open.append(_paid(context, at_place))
        elif failure is not None:
            found.closed.append((place, failure))
    return found


def _places(context: Context) -> list[Place]:
    names = list(PLACES[context.situation])
    names += [name for name in context.workload.require or () if name in context.knowledge.places and name not in names]
    return [context.knowledge.places[name] for name in names]


def _at(context: Context, place: Place) -> AtPlace:
    """The place's offer; kept for every what-if that leaves its facts alone."""
    key = ("at", place.id, context.lens, context.case, context.favoured, *_values(context, _SHAPING_FACTS), *_sure(context))
    if key not in context.memo:
        context.memo[key] = _on_instances(context, place) if place.instances else _by_memory(context, place)
    found: AtPlace = context.memo[key]
    return found


def _by_memory(context: Context, place: Place) -> AtPlace:
    found = AtPlace(place)
    if place.billing.by == "token":
        tokens = token_option(context, place)
        offered: Iterable[Option] = () if tokens is None else (tokens,)
    else:
        offered = serverless_options(context, place)
    _judge(context, offered, found)
    return found


def _on_instances(context: Context, place: Place) -> AtPlace:
    make = _MAKE[context.situation]
    able, stopped = _able(context, place)
    found = AtPlace(place, stopped=list(stopped))
    for machine in able:
        option = make(context, place, machine)
        if option is not None:
            _judge(context, (option,), found)
        else:
            found.stopped.append((machine.instance, _why_none(context, machine)))
    return found


def _why_none(context: Context, machine: Machine) -> Failure:
    """Why there is no option on a machine that keeps all limits of its own."""
    if machine.usd_per_hour is None:
        return Failure("price", "a price", machine.instance.no_price_reason or "none known")
    too_few = memory_of_nodes(context, machine.instance) if context.situation == "training" else None
    return too_few or Failure("known_hardware", "figures for its data type", "none that we know")


def _able(context: Context, place: Place) -> tuple[list[Machine], list[Stopped]]:
    """Machines that can be had at the place and do the work, and types that cannot."""
    had = ("had", place.job_kind, place.arm.under(context.lens), context.lens, *_values(context, ACCESS_FACTS))
    if had not in context.memo:
        context.memo[had] = _sifted(context, place, context.knowledge.instances.values(), ACCESS_LIMITS)
    fit = ("fit", *had, context.needs, context.situation, context.case, context.favoured, *_values(context, FITNESS_FACTS), *_sure(context))
    if fit not in context.memo:
        to_be_had, gone = context.memo[had]
        kept, unfit = _sifted(context, place, to_be_had, FITNESS_LIMITS)
        context.memo[fit] = (kept, [*gone, *unfit])
    kept, stopped = context.memo[fit]
    able = ("able", place.id, context.asks_only_neuron, *fit)
    if able not in context.memo:
        context.memo[able] = [machine_at(context, place, instance) for instance in kept]
    return context.memo[able], stopped


def _values(context: Context, facts: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(getattr(context.workload, fact) for fact in facts)


def _sure(context: Context) -> tuple[bool, ...]:
    """A stated model or Neuron support counts otherwise than an assumed one, a target otherwise than one of about so much."""
    assumed = (context.workload.is_assumed(fact) for fact in ("model", "neuron_compatible"))
    return (context.asks_only_neuron, *assumed, *(context.most(fact) != getattr(context.workload, fact) for fact in _TARGETS))


def _sifted(
    context: Context, place: Place, instances: Iterable[Instance], limits: tuple[HardwareCheck, ...]
) -> tuple[list[Instance], list[Stopped]]:
    kept: list[Instance] = []
    stopped: list[Stopped] = []
    for instance in instances:
        failure = _first(limits, context, place, instance)
        if failure is None:
            kept.append(instance)
        else:
            stopped.append((instance, failure))
    return kept, stopped


def _paid(context: Context, at_place: AtPlace) -> AtPlace:
    """The offer less what cannot be paid for as asked; budgets count what is paid, so this comes after all that is kept."""
    if not payment_matters(context):
        return at_place
    found = AtPlace(at_place.place, missed=list(at_place.missed), stopped=at_place.stopped)
    _judge(context, at_place.options, found, PAYMENT_LIMITS)
    return found


def _judge(context: Context, options: Iterable[Option], found: AtPlace, limits: tuple[PlanCheck, ...] = PLAN_LIMITS) -> None:
    for option in options:
        failure = _first(limits, context, option)
        if failure is None:
            found.options.append(option)
        else:
            found.missed.append((option, failure))


def _first(limits: Iterable[Callable[Subject, Failure | None]], *args: Subject.args, **kwargs: Subject.kwargs) -> Failure | None:
    """The first limit that is not kept. A plain loop: this is where a decision spends its time."""
    for check in limits:
        failure = check(*args, **kwargs)
        if failure is not None:
            return failure
    return None
