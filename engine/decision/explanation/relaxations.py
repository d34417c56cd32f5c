"""Where nothing fits: the nearest misses, and what to give up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.advice import Relaxation
from engine.decision.candidates import options_in_fewer_bits
from engine.decision.choice import Decision
from engine.decision.explanation.wording import say
from engine.decision.limits import Failure
from engine.decision.scoring import Ranking
from engine.number_format import format_amount
from engine.vocabulary import accepted_values
from engine.workload import Quantity
from knowledge.sentences import fill_placeholders

_MAX_RELAXATIONS = 4
Miss = tuple[str, Failure]
"""A machine or place, and its failure."""


def list_relaxations(decision: Decision) -> tuple[Relaxation, ...]:
    """The nearest miss per limit that can be relaxed, nearest first; empty where something fits."""
    if decision.ranked_options:
        return ()
    machines: list[Miss] = [(option.what, failure) for option, failure in decision.candidates.near_misses]
    machines += [(instance.instance_type, failure) for instance, failure in decision.candidates.ruled_out_types]
    places: list[Miss] = [(place.name, failure) for place, failure in decision.candidates.closed_places]
    nearest = _nearest_by_limit(decision, machines) or _nearest_by_limit(decision, places)
    found = tuple(_relax_limit(decision, what, failure) for what, failure in nearest[:_MAX_RELAXATIONS])
    return (*_relax_precision(decision), *found)


def _relax_precision(decision: Decision) -> Iterator[Relaxation]:
    """The option in fewer bits, where the decision did not consider it."""
    context = decision.context
    if context.workload.priority == "cost" and (options := options_in_fewer_bits(context)):
        best = Ranking(context, options).best_first()[0]
        text = say(context, "relax", "fewer_bits", what=best.what, precision=best.precision)
        yield Relaxation(fact="quantization_ok", to=True, text=text)


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
    enough = format_amount(to, kind.unit) if to is not None and isinstance(kind, Quantity) else failure.has
    text = fill_placeholders(limit.relax, {"what": what, "need": failure.need, "has": failure.has, "to": enough})
    return Relaxation(fact=limit.fact, to=to, text=text)
