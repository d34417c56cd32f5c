"""One decision as a contest for one part of the plan: what wins it, and of everything else whether it surely loses, and why."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from engine.advice import Rejection
from engine.decision.choice import Decision
from engine.decision.compare import names_of
from engine.decision.explained import explained
from engine.decision.limits import Failure
from engine.decision.named import processor_named
from engine.decision.option import Option
from engine.decision.purchasing import advised_purchase, paid_share
from engine.decision.ranking import cost_of, time_of
from engine.decision.why_not import why_not
from engine.decision.wording import rejection
from knowledge.schema.instance import Instance
from quizzes.generated.scenario import Aspect

DEARER: Final = 1.5
"""Times the winner's cost from which a plan that works is surely not the answer."""
DEARER_PAYMENT: Final = 1.25
"""The same for two ways to pay for one plan, whose ratio no estimate of hardware enters."""
SURE: Final = 1.25
"""Times a limit by which an estimate must break it; what comes nearer might keep it."""
_EXACT: Final = frozenset({"payload", "processing_time"})
"""Ids of limits that documents set against what the scenario states: no estimate enters."""
_SAYS_LITTLE: Final = frozenset({"bare metal", "variant", "exam", "price", "known hardware", "ruled out", "ranking"})
"""Names of limits that tell of our own knowledge or of a matter of taste, and teach nothing of hardware."""
_OF_A_LIST: Final = frozenset({"job_name", "multi_model_gpu"})
"""Ids of limits that a list of names sets. They are told where they alone stop every machine of a kind of processor."""
_OF_OURS: Final = frozenset({"exam_standing", "bare_metal", "variant", "price", "known_hardware"})
"""Ids of limits that are told only where there is no other."""
_NAMES_OF_LISTS: Final = frozenset({"accepted name", "multi-model endpoint"})


class Loss(NamedTuple):
    """Why something is surely not the answer."""

    name: str
    why: str
    limit: str
    """The limit's name."""
    ratio: float
    """Times the winner's cost, of what would work; 0 for what is stopped."""
    sources: tuple[str, ...]


class Contest:
    """The contest for one aspect of a decision that has a choice."""

    def __init__(self, decision: Decision, aspect: Aspect, winner: str | None = None) -> None:
        """Take the choice's own part of the plan as the winner, or another one. Raises ValueError where nothing fits."""
        if decision.best is None:
            raise ValueError("This decision has no choice.")
        self.decision, self.aspect, self.best = decision, aspect, decision.best
        self.winner = winner if winner is not None else part_of(decision, aspect)
        self._champion = next(iter(self._kept(self.winner or "")), self.best)

    def loss(self, name: str) -> Loss | None:
        """Why `name` is surely not the answer; None for the winner and for what somebody might defend."""
        if name == self.winner:
            return None
        told = self._stopped(name) or why_not(self.decision, name)
        if not isinstance(told, Rejection) or told.limit in _SAYS_LITTLE or (told.limit in _NAMES_OF_LISTS and self.aspect == "family"):
            return None
        ratio = self._ratio_of_payment(told) if self.aspect == "purchase" else self._ratio(name, told.limit)
        return None if ratio is None else Loss(name, told.text, told.limit, ratio, told.sources)

    def _stopped(self, name: str) -> Rejection | None:
        """The limit that stops most machines of a family or kind of which no plan comes into being, told of the smallest."""
        context, gone = self.decision.context, self._gone.get(name)
        if self.aspect not in ("family", "processor") or name in self._missed or self._kept(name) or not gone:
            return None
        limits = Counter(failure.limit for _, failure in gone)
        limit = min(limits, key=lambda one: (one in _OF_OURS, one in _OF_A_LIST, -limits[one], one))
        instance, failure = min(
            (pair for pair in gone if pair[1].limit == limit), key=lambda pair: (pair[0].memory_gb, pair[0].instance_type)
        )
        return rejection(context, self.aspect, name, failure, instance.instance_type)

    @cached_property
    def _gone(self) -> Mapping[str | None, Sequence[tuple[Instance, Failure]]]:
        """The machines that a limit stopped, by their family or kind of processor."""
        base, found = self.decision.context.knowledge, defaultdict[str | None, list[tuple[Instance, Failure]]](list)
        for instance, failure in self.decision.fallen.stopped:
            family = instance.family
            found[family if self.aspect == "family" else processor_named(family, base)].append((instance, failure))
        return found

    @cached_property
    def _missed(self) -> Collection[str | None]:
        """All names of plans that came into being and broke a limit."""
        return {name for option, _ in self.decision.fallen.missed for name in names_of(option)}

    def _ratio_of_payment(self, told: Rejection) -> float | None:
        if told.limit != "cost":
            return 0.0
        ratio = 1 / paid_share(self.decision.context, self.best)
        return ratio if ratio >= DEARER_PAYMENT else None

    def _ratio(self, name: str, limit: str) -> float | None:
        """Times the champion's cost; 0 for what no plan keeps all limits of; None where neither is sure."""
        context, kept = self.decision.context, self._kept(name)
        least = cost_of(context, self._champion)
        if not self._is_surely_stopped(name, least * DEARER):
            return None
        if not kept:
            return None if limit == "cost" else 0.0  # dearer by who knows how much
        if limit == "Neuron":
            return None  # it would do, if the model compiles
        cheapest, cents = min(cost_of(context, option) for option in kept), cents_of(self.decision, self._champion)
        is_dearer = (cheapest + cents) / (least + cents) >= DEARER
        return cheapest / least if is_dearer and all(self._is_no_better(option) for option in kept) else None

    def _is_no_better(self, option: Option) -> bool:
        """Whether a plan is not ahead in what was asked for before cost."""
        context = self.decision.context
        match context.workload.priority:
            case "latency" | "throughput":
                return time_of(context, option) >= time_of(context, self._champion)
            case "simplicity":
                return option.complexity >= self._champion.complexity
            case _:
                return True

    def _is_surely_stopped(self, name: str, within: float) -> bool:
        """Whether what breaks a limit at no more than a cost of `within` breaks it by more than an estimate may be off."""
        context, fallen = self.decision.context, self.decision.fallen
        missed = [failure for option, failure in fallen.missed if name in names_of(option) and cost_of(context, option) < within]
        if self.aspect == "family":
            missed += [failure for instance, failure in fallen.stopped if instance.family == name]
        return all(failure.shortfall >= SURE or not failure.shortfall or failure.limit in _EXACT for failure in missed)

    def _kept(self, name: str) -> Sequence[Option]:
        return self._kept_by_name.get(name, ())

    @cached_property
    def _kept_by_name(self) -> Mapping[str | None, Sequence[Option]]:
        """The plans that keep all limits, the best first, by every name they go by."""
        found = defaultdict[str | None, list[Option]](list)
        for option in self.decision.ranked:
            for name in dict.fromkeys(names_of(option)):
                found[name].append(option)
        return found


def cents_of(decision: Decision, option: Option) -> float:
    """USD a run or a month, a difference below which is not worth a word: what the ranking adds to every cost."""
    return decision.context.thresholds["cents_run" if option.usd_per_run is not None else "cents_month"]


def best_of(decision: Decision, aspect: Aspect, names: tuple[str | None, ...]) -> str | None:
    """Which of `names` comes first among the plans that keep all limits; None where none of them does."""
    if aspect == "purchase":
        advised = part_of(decision, aspect)
        return advised if advised in names else None
    return next((name for option in decision.ranked for name in names_of(option) if name in names and name is not None), None)


def part_of(decision: Decision, aspect: Aspect) -> str | None:
    """The choice's place, processor, family or purchase; None where it has none."""
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


def reasons_for(decision: Decision, aspect: Aspect) -> tuple[list[str], tuple[str, ...]]:
    """What the engine says for its choice, as far as it bears on the aspect, and the sources of that."""
    if decision.best is None:
        return [], ()
    reasons = explained(decision, decision.best).reasons
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
