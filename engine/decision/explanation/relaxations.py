"""Where nothing fits: what stands in the way, and what to give up, each with the nearest plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from engine.advice import PlanInShort, Relaxation
from engine.decision.candidates import options_in_fewer_bits
from engine.decision.choice import DEMANDS, Concession, Decision, WhatIf, find_concessions, summarize_option
from engine.decision.context import Option, instance_type_name
from engine.decision.costs import paid_share
from engine.decision.explanation.wording import say
from engine.decision.limits import Failure
from engine.decision.scoring import Ranking
from engine.fact_wording import describe_fact, fact_name
from engine.number_format import format_quantity
from engine.plan_wording import format_cost
from engine.vocabulary import accepted_values
from engine.workload import Quantity
from knowledge.sentences import fill_placeholders

_MAX_RELAXATIONS = 4
_HAIR = 1e-6
"""A share by which a value is moved beyond the edge that was computed."""
Miss = tuple[str, Failure]
"""A machine or place, and its failure."""


def list_relaxations(what_if: WhatIf) -> tuple[Relaxation, ...]:
    """What to give up, a few of it; empty where something fits.

    First what is known to be enough, then the nearest miss for each limit that no demand is to blame for: memory, load, quotas.
    """
    decision = what_if.decision
    if decision.ranked_options:
        return ()
    by_plan: dict[tuple[bool, PlanInShort | None], Relaxation] = {}
    for one in map(partial(_describe_concession, decision), find_concessions(what_if)):
        by_plan.setdefault((one.is_assumed, one.plan), one)
    nearest = [_relax_limit(decision, what, failure) for what, failure in _nearest_misses(decision)]
    others = [one for one in nearest if not by_plan or (one.fact not in DEMANDS and _opens_a_way(what_if, one))]
    return tuple([*_relax_precision(decision), *by_plan.values(), *others][:_MAX_RELAXATIONS])


def describe_conflict(decision: Decision, relaxed: Sequence[Relaxation]) -> str:
    """The demands that stand in the way, in one sentence; empty where none of those that were stated does."""
    decided = [one for one in relaxed if one.plan is not None]
    stated = [one for one in decided if not one.is_assumed]
    facts = list(dict.fromkeys(fact for one in stated or decided[:1] for fact in (one.fact, *one.together_with)))
    if not facts:
        return ""
    joint = any(one.together_with for one in stated)
    key = "conflict_assumed" if not stated else "conflict_joint" if joint else "conflict" if len(facts) > 1 else "conflict_one"
    return say(decision.context, "relax", key, facts=_name_facts(decision, facts))


def _describe_concession(decision: Decision, one: Concession) -> Relaxation:
    text = _limit_text(decision, one) or _fact_text(decision, one)
    plan = summarize_option(one.decision, one.option)
    first, *more = one.facts
    return Relaxation(fact=first, to=one.to, text=text, together_with=tuple(more), is_assumed=one.is_assumed, plan=plan)


def _limit_text(decision: Decision, one: Concession) -> str:
    """A concession in the words of the limit that its plan breaks today; empty where that limit is one on another fact."""
    failure = _failure_of(decision, one.option)
    if failure is None or one.is_assumed or len(one.facts) > 1:
        return ""
    limit, kind = decision.context.knowledge.limits[failure.limit], accepted_values(one.facts[0])
    if limit.fact != one.facts[0] or not limit.relax:
        return ""
    plan = _plan_text(one.decision, one.option)
    if isinstance(kind, Quantity) and isinstance(one.to, (int, float)):
        values = {"what": plan, "need": failure.need, "has": failure.has, "to": format_quantity(one.to, kind.unit)}
        return fill_placeholders(limit.relax, values)
    text = fill_placeholders(limit.relax, {"what": one.option.what, "need": failure.need, "has": failure.has, "to": failure.has})
    return say(decision.context, "relax", "then", what=text, plan=plan)


def _fact_text(decision: Decision, one: Concession) -> str:
    """A concession by the names of its facts."""
    context, plan = decision.context, _plan_text(one.decision, one.option)
    if one.is_assumed and one.to is not None:
        return say(context, "relax", "answered", fact=describe_fact(context.knowledge, one.facts[0], one.to), plan=plan)
    if isinstance(accepted_values(one.facts[0]), Quantity) and one.to is not None:
        return say(context, "relax", "allow", fact=describe_fact(context.knowledge, one.facts[0], one.to), plan=plan)
    return say(context, "relax", "without", facts=_name_facts(decision, one.facts), plan=plan)


def _name_facts(decision: Decision, facts: Iterable[str]) -> str:
    """Facts with the values they have, those without one by name: "an answer within 50 ms · no servers to run"."""
    base, work = decision.context.knowledge, decision.context.workload
    values = {fact: getattr(work, fact) for fact in facts}
    return " · ".join(fact_name(base, fact) if value is None else describe_fact(base, fact, value) for fact, value in values.items())


def _plan_text(decision: Decision, option: Option) -> str:
    """The plan that would do it, with its cost: "1 × ml.g5.xlarge, SageMaker real-time endpoint, $1,028 a month"."""
    hardware = instance_type_name(option)
    what = f"{option.count} × {hardware}" if hardware else f"{option.memory_mb} MB" if option.memory_mb else ""
    usd = option.usd_per_run if option.usd_per_run is not None else option.usd_per_month
    cost = format_cost(usd * paid_share(decision.context, option), a_run=option.usd_per_run is not None)
    return ", ".join(part for part in (what, option.place.name, cost) if part)


def _failure_of(decision: Decision, option: Option) -> Failure | None:
    """What stops an option of another decision in this one: its place, its machine, or the plan."""
    fallen = decision.candidates
    by_place = (failure for place, failure in fallen.closed_places if place.id == option.place.id)
    by_plan = (failure for miss, failure in fallen.near_misses if (miss.place.id, miss.what) == (option.place.id, option.what))
    by_type = (failure for instance, failure in fallen.ruled_out_types if instance is option.instance)
    return next(by_place, None) or next(by_plan, None) or next(by_type, None)


def _relax_precision(decision: Decision) -> Iterator[Relaxation]:
    """The option in fewer bits, where the decision did not consider it."""
    context = decision.context
    if context.workload.priority == "cost" and (options := options_in_fewer_bits(context)):
        best = Ranking(context, options).best_first()[0]
        text = say(context, "relax", "fewer_bits", what=best.what, precision=best.precision)
        yield Relaxation(fact="quantization_ok", to=True, text=text)


def _nearest_misses(decision: Decision) -> list[Miss]:
    """The nearest miss of each limit, of machines where there are any, else of places."""
    machines: list[Miss] = [(option.what, failure) for option, failure in decision.candidates.near_misses]
    machines += [(instance.instance_type, failure) for instance, failure in decision.candidates.ruled_out_types]
    places: list[Miss] = [(place.name, failure) for place, failure in decision.candidates.closed_places]
    return _nearest_by_limit(decision, machines) or _nearest_by_limit(decision, places)


def _nearest_by_limit(decision: Decision, misses: Iterable[Miss]) -> list[Miss]:
    """The nearest miss for each limit, nearest first; limits that are no matter of degree only where there is no other."""
    nearest: dict[str, Miss] = {}
    for what, failure in misses:
        kept = nearest.get(failure.limit)
        if decision.context.knowledge.limits[failure.limit].relax and (kept is None or failure.shortfall < kept[1].shortfall):
            nearest[failure.limit] = (what, failure)
    by_degree = [miss for miss in nearest.values() if miss[1].shortfall]
    return sorted(by_degree or nearest.values(), key=lambda miss: (miss[1].shortfall, miss[1].limit))


def _relax_limit(decision: Decision, what: str, failure: Failure) -> Relaxation:
    limit = decision.context.knowledge.limits[failure.limit]
    current = getattr(decision.context.workload, limit.fact) if limit.fact else None
    kind = accepted_values(limit.fact) if limit.fact else None
    to = None
    if isinstance(kind, Quantity) and isinstance(current, (int, float)) and failure.shortfall:
        to = current / failure.shortfall if limit.lower else current * failure.shortfall
    enough = format_quantity(to, kind.unit) if to is not None and isinstance(kind, Quantity) else failure.has
    text = fill_placeholders(limit.relax, {"what": what, "need": failure.need, "has": failure.has, "to": enough})
    return Relaxation(fact=limit.fact, to=to, text=text)


def _opens_a_way(what_if: WhatIf, one: Relaxation) -> bool:
    """False for a value that is proposed and is not enough by itself."""
    if not one.fact or not isinstance(one.to, float):
        return True
    current: float = getattr(what_if.decision.context.workload, one.fact)
    return what_if.decide_with(one.fact, one.to * (1 + _HAIR if one.to > current else 1 - _HAIR)).best is not None
