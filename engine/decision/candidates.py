"""Every option of the catalogue that keeps its limits, and for every one that does not, the limit that stopped it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from engine.decision.context import Context
from engine.decision.jobs import job_option, notebook_option
from engine.decision.limits import ACCESS_FACTS, ACCESS_LIMITS, FITNESS_FACTS, FITNESS_LIMITS, PLACE_LIMITS, PLAN_LIMITS, Failure
from engine.decision.limits.of_hardware import HardwareCheck
from engine.decision.online import endpoint_option, serverless_options
from engine.decision.option import Option
from engine.decision.situation import PLACES, Situation
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

Make = Callable[[Context, Place, Instance], Option | None]
Stopped = tuple[Place, Instance, Failure]
Sorted = tuple[list[Instance], list[Stopped]]
"""Types that keep the limits, and those that do not."""

_MAKE: dict[Situation, Make] = {
    "online": endpoint_option,
    "queued": endpoint_option,
    "batch": job_option,
    "training": job_option,
    "processing": job_option,
    "notebook": notebook_option,
}


@dataclasses.dataclass(slots=True)
class Candidates:
    """What is left, and what fell away."""

    options: list[Option]
    missed: list[tuple[Option, Failure]]
    """Whole plans that break a target or a budget."""
    stopped: list[Stopped]
    """Hardware that a hard limit stopped."""
    closed: list[tuple[Place, Failure]]
    """Places that a hard limit closed."""


def candidates(context: Context) -> Candidates:
    """All options of the workload's situation."""
    found = Candidates([], [], [], [])
    for place in _places(context):
        failure = _first(check(context, place) for check in PLACE_LIMITS)
        if failure is not None:
            found.closed.append((place, failure))
        elif place.instances:
            _on_instances(context, place, found)
        else:
            _judge(context, serverless_options(context, place), found)
    return found


def _places(context: Context) -> list[Place]:
    names = list(PLACES[context.situation])
    names += [name for name in context.workload.require or () if name in context.knowledge.places and name not in names]
    return [context.knowledge.places[name] for name in names]


def _on_instances(context: Context, place: Place, found: Candidates) -> None:
    make = _MAKE[context.situation]
    able, stopped = _able(context, place)
    found.stopped.extend(stopped)
    for instance in able:
        option = make(context, place, instance)
        if option is not None:
            _judge(context, (option,), found)
        elif context.hourly(place, instance) is None:
            found.stopped.append((place, instance, Failure("price", "a price", instance.no_price_reason or "none known")))
        else:
            found.stopped.append((place, instance, Failure("known_hardware", "figures for its data type", "none that we know")))


def _able(context: Context, place: Place) -> Sorted:
    """Types that can be had at the place and do the work, and those that cannot; kept for every what-if that leaves their facts alone."""
    had = ("had", place.id, context.lens, *_values(context, ACCESS_FACTS))
    if had not in context.memo:
        context.memo[had] = _sorted(context, place, context.knowledge.instances.values(), ACCESS_LIMITS)
    able = ("able", *had, context.needs, context.situation, *_values(context, FITNESS_FACTS), *_sure(context))
    if able not in context.memo:
        to_be_had, gone = context.memo[had]
        fit, unfit = _sorted(context, place, to_be_had, FITNESS_LIMITS)
        context.memo[able] = (fit, [*gone, *unfit])
    found: Sorted = context.memo[able]
    return found


def _values(context: Context, facts: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(getattr(context.workload, fact) for fact in facts)


def _sure(context: Context) -> tuple[bool, ...]:
    """A stated model or Neuron support counts otherwise than an assumed one."""
    return tuple(context.workload.is_assumed(fact) for fact in ("model", "neuron_compatible"))


def _sorted(context: Context, place: Place, instances: Iterable[Instance], limits: tuple[HardwareCheck, ...]) -> Sorted:
    kept: list[Instance] = []
    stopped: list[Stopped] = []
    for instance in instances:
        failure = _first(check(context, place, instance) for check in limits)
        if failure is None:
            kept.append(instance)
        else:
            stopped.append((place, instance, failure))
    return kept, stopped


def _judge(context: Context, options: Iterable[Option], found: Candidates) -> None:
    for option in options:
        failure = _first(check(context, option) for check in PLAN_LIMITS)
        if failure is None:
            found.options.append(option)
        else:
            found.missed.append((option, failure))


def _first(failures: Iterable[Failure | None]) -> Failure | None:
    return next((failure for failure in failures if failure is not None), None)
