"""Compares everything that could be chosen for one part of a plan: the winner, and what surely loses and why."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from engine.advice import Rejection
from engine.decision.choice import Decision
from engine.decision.context import Option, processor_of_name
from engine.decision.costs import advised_purchase, paid_share
from engine.decision.explanation import build_rejection, explain_plan, why_not
from engine.decision.limits import Failure
from engine.decision.scoring import cost_of, time_of
from knowledge.schema.instance import Instance
from quizzes.generated.scenario import Aspect

SURELY_DEARER: Final = 1.5
"""Times the winner's cost from which a working plan is surely not the answer."""
SURELY_DEARER_PAYMENT: Final = 1.25
"""The same for two purchase options of one plan, whose ratio depends on no hardware estimate."""
SURE_FACTOR: Final = 1.25
"""Times a limit by which an estimate must exceed it; anything nearer might keep it."""
_EXACT_LIMITS: Final = frozenset({"payload", "processing_time"})
"""Ids of limits that depend on no estimate."""
_UNINSTRUCTIVE_LIMITS: Final = frozenset(
    {"bare metal", "variant", "exam", "price", "known hardware", "ruled out", "ranking", "model on offer"}
)
"""Names of limits about our own data or taste, which teach nothing about hardware."""
_LIST_LIMITS: Final = frozenset({"job_name", "multi_model_gpu"})
"""Ids of limits given by a list of names. Used only if they alone stop every machine of a processor kind."""
_LAST_RESORT_LIMITS: Final = frozenset({"exam_standing", "bare_metal", "variant", "price", "known_hardware"})
"""Ids of limits used only if there is no other."""
_LIST_LIMIT_NAMES: Final = frozenset({"accepted name", "multi-model endpoint"})


class Loss(NamedTuple):
    """Why something is surely not the answer."""

    name: str
    why: str
    limit: str
    """Name of the limit."""
    ratio: float
    """Times the winner's cost, if it would work; 0 if a limit stops it."""
    sources: tuple[str, ...]


class OptionContest:
    """One aspect (place, processor, family, purchase) of a decision that has a choice."""

    def __init__(self, decision: Decision, aspect: Aspect, winner: str | None = None) -> None:
        """`winner` defaults to the choice's own part. Raises ValueError if nothing fits."""
        if decision.best is None:
            raise ValueError("This decision has no choice.")
        self.decision, self.aspect, self.best = decision, aspect, decision.best
        self.winner = winner if winner is not None else chosen_part(decision, aspect)
        self._champion = next(iter(self._plans_of(self.winner or "")), self.best)

    def find_loss(self, name: str) -> Loss | None:
        """Why `name` surely loses; None for the winner and for anything defensible."""
        if name == self.winner:
            return None
        told = self._main_rejection(name) or why_not(self.decision, name)
        if (
            not isinstance(told, Rejection)
            or told.limit in _UNINSTRUCTIVE_LIMITS
            or (told.limit in _LIST_LIMIT_NAMES and self.aspect == "family")
        ):
            return None
        ratio = self._payment_ratio(told) if self.aspect == "purchase" else self._cost_ratio(name, told.limit)
        return None if ratio is None else Loss(name, told.text, told.limit, ratio, told.sources)

    def _main_rejection(self, name: str) -> Rejection | None:
        """The limit that stops most machines of a family or processor without any plan, told of the smallest machine."""
        context, gone = self.decision.context, self._stopped_machines.get(name)
        if self.aspect not in ("family", "processor") or name in self._names_missing_limits or self._plans_of(name) or not gone:
            return None
        limits = Counter(failure.limit for _, failure in gone)
        limit = min(limits, key=lambda one: (one in _LAST_RESORT_LIMITS, one in _LIST_LIMITS, -limits[one], one))
        instance, failure = min(
            (pair for pair in gone if pair[1].limit == limit), key=lambda pair: (pair[0].memory_gb, pair[0].instance_type)
        )
        return build_rejection(context, self.aspect, name, failure, instance.instance_type)

    @cached_property
    def _stopped_machines(self) -> Mapping[str | None, Sequence[tuple[Instance, Failure]]]:
        base, found = self.decision.context.knowledge, defaultdict[str | None, list[tuple[Instance, Failure]]](list)
        for instance, failure in self.decision.candidates.ruled_out_types:
            family = instance.family
            found[family if self.aspect == "family" else processor_of_name(family, base)].append((instance, failure))
        return found

    @cached_property
    def _names_missing_limits(self) -> Collection[str | None]:
        """Names of plans that were made and broke a limit."""
        return {name for option, _ in self.decision.candidates.near_misses for name in option.names}

    def _payment_ratio(self, told: Rejection) -> float | None:
        if told.limit != "cost":
            return 0.0
        ratio = 1 / paid_share(self.decision.context, self.best)
        return ratio if ratio >= SURELY_DEARER_PAYMENT else None

    def _cost_ratio(self, name: str, limit: str) -> float | None:
        """Times the champion's cost; 0 if no plan keeps all limits; None if neither is certain."""
        context, kept = self.decision.context, self._plans_of(name)
        least = cost_of(context, self._champion)
        if not self._is_surely_stopped(name, least * SURELY_DEARER):
            return None
        if not kept:
            return None if limit == "cost" else 0.0  # dearer by who knows how much
        if limit == "Neuron":
            return None  # it would do, if the model compiles
        cheapest, cents = min(cost_of(context, option) for option in kept), negligible_cost(self.decision, self._champion)
        is_dearer = (cheapest + cents) / (least + cents) >= SURELY_DEARER
        return cheapest / least if is_dearer and all(self._is_no_better(option) for option in kept) else None

    def _is_no_better(self, option: Option) -> bool:
        """True if a plan is not ahead in what the workload puts before cost."""
        context = self.decision.context
        match context.workload.priority:
            case "latency" | "throughput":
                return time_of(context, option) >= time_of(context, self._champion)
            case "simplicity":
                return option.complexity >= self._champion.complexity
            case _:
                return True

    def _is_surely_stopped(self, name: str, within: float) -> bool:
        """True if every plan within the cost that breaks a limit breaks it by more than an estimate may be off."""
        context, fallen = self.decision.context, self.decision.candidates
        missed = [failure for option, failure in fallen.near_misses if name in option.names and cost_of(context, option) < within]
        if self.aspect == "family":
            missed += [failure for instance, failure in fallen.ruled_out_types if instance.family == name]
        return all(failure.shortfall >= SURE_FACTOR or not failure.shortfall or failure.limit in _EXACT_LIMITS for failure in missed)

    def _plans_of(self, name: str) -> Sequence[Option]:
        return self._plans_by_name.get(name, ())

    @cached_property
    def _plans_by_name(self) -> Mapping[str | None, Sequence[Option]]:
        found = defaultdict[str | None, list[Option]](list)
        for option in self.decision.ranked_options:
            for name in dict.fromkeys(option.names):
                found[name].append(option)
        return found


def negligible_cost(decision: Decision, option: Option) -> float:
    """USD a run or a month below which a difference does not count; the ranking adds it to every cost."""
    return decision.context.thresholds["cents_run" if option.usd_per_run is not None else "cents_month"]


def best_among(decision: Decision, aspect: Aspect, names: tuple[str | None, ...]) -> str | None:
    """The first of `names` among the plans that keep all limits; None if none of them does."""
    if aspect == "purchase":
        advised = chosen_part(decision, aspect)
        return advised if advised in names else None
    return next((name for option in decision.ranked_options for name in option.names if name in names and name is not None), None)


def chosen_part(decision: Decision, aspect: Aspect) -> str | None:
    """The choice's place, processor, family or purchase; None if it has none."""
    best = decision.best
    if best is None:
        return None
    match aspect:
        case "place":
            return best.place.id
        case "processor":
            return best.processor
        case "family":
            return best.instance.family if best.instance is not None else None
        case "purchase":
            return advised_purchase(decision.context, best)


def reasons_for_choice(decision: Decision, aspect: Aspect) -> tuple[list[str], tuple[str, ...]]:
    """The engine's reasons for its choice that concern the aspect, and their sources."""
    if decision.best is None:
        return [], ()
    reasons = explain_plan(decision, decision.best).reasons
    texts = decision.context.knowledge.wording["reasons"].texts
    of_place = texts.get(f"place_{decision.best.place.id}")
    payment = tuple(text.partition("$")[0] or text for key, text in texts.items() if key.startswith("purchase_"))
    groups: dict[Aspect, list[int]] = {"place": [], "purchase": [], "family": []}
    for at, reason in enumerate(reasons):
        kind: Aspect = "place" if reason.text == of_place else "purchase" if reason.text.startswith(payment) else "family"
        groups[kind].append(at)
    chosen = groups["family" if aspect == "processor" else aspect] or groups["place"]
    sources = tuple(dict.fromkeys(source for at in chosen for source in reasons[at].sources))
    return [reasons[at].text for at in chosen], sources
