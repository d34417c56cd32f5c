"""The offer of each place: options that keep every limit, and for all else the limit that stopped it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from engine.decision.candidates.edge_device import edge_device_option
from engine.decision.candidates.endpoints import Load, endpoint_planner, load_at_place
from engine.decision.candidates.jobs import job_planner, notebook_planner, training_memory_failure
from engine.decision.candidates.machines import (
    NONE_RULED_OUT,
    Machine,
    RuledOutTypes,
    TypeFailure,
    certainty_of_facts,
    eligible_machines,
    fact_values,
    merge_by_family,
    softened_targets,
)
from engine.decision.candidates.places_in_question import places_in_question
from engine.decision.candidates.serverless import memory_limit_failure, serverless_options
from engine.decision.context import ONLINE, CacheTable, Context, MeasuredRatios, Option, Situation
from engine.decision.costs import token_option
from engine.decision.limits import (
    PLACE_FACTS,
    PLACE_LIMITS,
    Failure,
    PlanCheck,
    first_failure,
    not_sold_failure,
    payment_limits,
    plan_limits,
)
from engine.policy import Policy
from engine.sizing.needs import Needs
from engine.workload import FACT_NAMES
from knowledge.schema.place import Place
from knowledge.schema.processor import ProcessorId
from knowledge.schema.record import Lens

PlannerFactory = Callable[[Context, Place], Callable[[Machine], Option | None]]
"""Prepares planning at a place; the result plans each machine there."""

_PLANNERS: dict[Situation, PlannerFactory] = {
    "online": endpoint_planner,
    "batch": job_planner,
    "training": job_planner,
    "processing": job_planner,
    "notebook": notebook_planner,
}

_OF_TODAYS_PLAN = frozenset({"current_instance", "current_place", "current_gpu_utilization_percent"})
"""Facts of today that limits look at."""
PICKING_FACTS = frozenset(
    {"priority", "commitment_years", "interruptible", "checkpointing", "budget_usd_per_hour", "budget_usd_per_month"}
    | {"budget_usd_per_run", "asks"}
    | {name for name in FACT_NAMES if name.startswith("current_") and name not in _OF_TODAYS_PLAN}
)
"""Facts that decide among the options, or how they are paid for, but neither add nor remove one."""

_SHAPING_FACTS = tuple(name for name in FACT_NAMES if name not in PICKING_FACTS and name not in PLACE_FACTS)
"""Facts that decide which options an open place has."""

_CHOOSING_FACTS = frozenset({"require", "exclude", "region", "arm_ok", "run_days", "neuron_compatible", "custom_cuda_kernels", "framework"})
"""Facts that decide which machines are eligible, but change nothing in the plan on one of them."""

_JOB_FACTS = tuple(name for name in _SHAPING_FACTS if name not in _CHOOSING_FACTS)
"""Facts that the plan of a job depends on."""

_ENDPOINT_FACTS = (
    "latency_p99_ms",
    "time_to_first_token_ms",
    "time_per_output_token_ms",
    "instances_wanted",
    "accelerators_wanted",
    "accelerators_per_instance_max",
    "training_deadline_hours",
    "processing_seconds",
    "precision",
    "quantization_ok",
)
"""Facts that the plan of an endpoint depends on, besides the load and the needs of the model."""


class MachinePlan(NamedTuple):
    """The outcome for one machine: an option that keeps all limits, one that breaks a limit, or none."""

    machine: Machine
    option: Option | None
    failure: Failure | None
    """The limit that the option breaks, or the reason why there is no option."""


class PlaceOffer(msgspec.Struct):
    """What one open place offers."""

    place: Place
    options: list[Option] = msgspec.field(default_factory=list)
    near_misses: list[tuple[Option, Failure]] = msgspec.field(default_factory=list)
    """Options that break a target or a budget, each with its failure."""
    ruled_out: RuledOutTypes = NONE_RULED_OUT
    """Instance types that a hard limit stopped."""
    unpriced: list[TypeFailure] = msgspec.field(default_factory=list)
    """Instance types that keep the hard limits but have no known price or rate."""


class Candidates(msgspec.Struct):
    """The offers of the open places, and the closed places with the limit that closed each."""

    offers: list[PlaceOffer]
    closed_places: list[tuple[Place, Failure]]
    """Places that a hard limit closed, each with its failure."""

    @property
    def options(self) -> list[Option]:
        """Every option that keeps all limits."""
        return [option for at_place in self.offers for option in at_place.options]

    @property
    def near_misses(self) -> list[tuple[Option, Failure]]:
        """Every option that breaks a target or a budget."""
        return [pair for at_place in self.offers for pair in at_place.near_misses]

    @property
    def ruled_out_types(self) -> Iterator[TypeFailure]:
        """Every instance type that a hard limit stopped, place by place."""
        return (pair for at_place in self.offers for pair in (*at_place.ruled_out.pairs, *at_place.unpriced))

    def failures_by_family(self) -> dict[str, TypeFailure]:
        """Family -> the most informative failure among its types at the open places."""
        return merge_by_family([at_place.ruled_out.by_family for at_place in self.offers], [at_place.unpriced for at_place in self.offers])


def find_candidates(context: Context) -> Candidates:
    """All options for the workload, place by place."""
    found = Candidates([], [])
    for place in places_in_question(context):
        failure = first_failure(PLACE_LIMITS, context, place)
        at_place = place_offer(context, place) if failure is None else None
        if at_place is not None and not place.instances and not (at_place.options or at_place.near_misses):
            failure = not_sold_failure(context) if place.billing.by == "token" else memory_limit_failure(context, place)
        if failure is None and at_place is not None:
            found.offers.append(apply_payment_limits(context, at_place))
        elif failure is not None:
            found.closed_places.append((place, failure))
    return found


class _OfferKey(NamedTuple):
    """Everything that the offer of a place depends on."""

    place: str
    lens: Lens
    phase_case: int
    favoured_processors: tuple[ProcessorId, ...]
    policy: Policy
    measured: MeasuredRatios
    facts: tuple[object, ...]
    certainty: tuple[bool, ...]


class _PlanKey(NamedTuple):
    """Everything that the plan on a machine depends on, besides the machine; what-ifs that only add or remove machines share plans."""

    place: str
    lens: Lens
    policy: Policy
    measured: MeasuredRatios
    needs: Needs
    situation: Situation
    load: Load | None
    facts: tuple[object, ...]
    softened_targets: tuple[bool, ...]


_OFFERS: CacheTable[_OfferKey, PlaceOffer] = CacheTable(max_entries=400)
_PLANS: CacheTable[_PlanKey, dict[str, MachinePlan]] = CacheTable(max_entries=150)


def place_offer(context: Context, place: Place) -> PlaceOffer:
    """The offer of an open place, before payment limits."""
    key = _OfferKey(
        place=place.id,
        lens=context.lens,
        phase_case=context.phase_case,
        favoured_processors=context.favoured_processors,
        policy=context.policy,
        measured=context.measured,
        facts=fact_values(context, _SHAPING_FACTS),
        certainty=certainty_of_facts(context),
    )
    make = _offer_on_instances if place.instances else _offer_without_instances
    return context.cache.recall(_OFFERS, key, lambda: make(context, place))


def _offer_without_instances(context: Context, place: Place) -> PlaceOffer:
    found = PlaceOffer(place)
    if place.billing.by == "token":
        tokens = token_option(context, place)
        offered: Iterable[Option] = () if tokens is None else (tokens,)
    elif place.billing.by == "device":
        offered = (edge_device_option(context, place),)
    else:
        offered = serverless_options(context, place)
    _check_options(context, offered, found, plan_limits(context, place))
    return found


def _offer_on_instances(context: Context, place: Place) -> PlaceOffer:
    machines, ruled_out = eligible_machines(context, place)
    offer = PlaceOffer(place, ruled_out=ruled_out)
    for machine, (_, option, failure) in zip(machines, _machine_plans(context, place, machines), strict=True):
        if failure is None and option is not None:
            offer.options.append(option)
        elif failure is not None and option is not None:
            offer.near_misses.append((option, failure))
        elif failure is not None:
            offer.unpriced.append((machine.instance, failure))
    return offer


def _machine_plans(context: Context, place: Place, machines: Iterable[Machine]) -> Iterator[MachinePlan]:
    """The outcome for each machine, in their order."""
    online = context.situation == ONLINE
    key = _PlanKey(
        place=place.id,
        lens=context.lens,
        policy=context.policy,
        measured=context.measured,
        needs=context.needs,
        situation=context.situation,
        load=load_at_place(context, place) if online else None,
        facts=fact_values(context, _ENDPOINT_FACTS if online else _JOB_FACTS),
        softened_targets=softened_targets(context),
    )
    known = context.cache.recall(_PLANS, key, dict)
    plan_on, limits = _PLANNERS[context.situation](context, place), plan_limits(context, place)
    for machine in machines:
        name = machine.instance.instance_type
        plan = known.get(name)
        if plan is None or plan.machine != machine:
            option = plan_on(machine)
            failure = _failure_without_option(context, place, machine) if option is None else first_failure(limits, context, option)
            plan = known[name] = MachinePlan(machine, option, failure)
        yield plan


def _failure_without_option(context: Context, place: Place, machine: Machine) -> Failure:
    """Why there is no option on an eligible machine."""
    if machine.usd_per_hour is None and place.job_kind is not None:
        return Failure("ml_price", place.job_kind, "a price that is not known")
    if machine.usd_per_hour is None:
        return Failure("price", "a price", machine.instance.no_price_reason or "none known")
    too_few = training_memory_failure(context, machine.instance) if context.situation == "training" else None
    return too_few or Failure("known_hardware", "figures for its data type", "none that we know")


def apply_payment_limits(context: Context, at_place: PlaceOffer) -> PlaceOffer:
    """The offer with the options that break a budget or a required purchase moved to the near misses. Not cached: purchases vary more."""
    limits = payment_limits(context)
    if not limits:
        return at_place
    found = PlaceOffer(at_place.place, near_misses=list(at_place.near_misses), ruled_out=at_place.ruled_out, unpriced=at_place.unpriced)
    _check_options(context, at_place.options, found, limits)
    return found


def _check_options(context: Context, options: Iterable[Option], found: PlaceOffer, limits: tuple[PlanCheck, ...]) -> None:
    for option in options:
        failure = first_failure(limits, context, option)
        if failure is None:
            found.options.append(option)
        else:
            found.near_misses.append((option, failure))
