"""When nothing fits: the nearest misses, and what to give up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.advice import Relaxation
from engine.decision.choice import Decision
from engine.decision.fewer_bits import narrowed
from engine.decision.limits import Failure
from engine.decision.limits.failure import amount
from engine.decision.ranking import Ranking
from engine.decision.wording import say
from engine.vocabulary import accepts
from engine.workload import Quantity
from knowledge.sentences import filled

_MOST = 4
Miss = tuple[str, Failure]
"""What was stopped, and by what."""


def relaxations(decision: Decision) -> tuple[Relaxation, ...]:
    """The nearest miss per limit that can be relaxed, nearest first; empty where something fits."""
    if decision.ranked:
        return ()
    machines: list[Miss] = [(option.what, failure) for option, failure in decision.fallen.missed]
    machines += [(instance.instance_type, failure) for instance, failure in decision.fallen.stopped]
    places: list[Miss] = [(place.name, failure) for place, failure in decision.fallen.closed]
    nearest = _nearest(decision, machines) or _nearest(decision, places)
    found = tuple(_relaxation(decision, what, failure) for what, failure in nearest[:_MOST])
    return (*_fewer_bits(decision), *found)


def _fewer_bits(decision: Decision) -> Iterator[Relaxation]:
    """What would do it in fewer bits, where the decision itself did not go so far."""
    context = decision.context
    if context.workload.priority == "cost" and (options := narrowed(context)):
        best = Ranking(context, options).best()
        text = say(context, "relax", "fewer_bits", what=best.what, precision=best.precision)
        yield Relaxation(fact="quantization_ok", to=True, text=text)


def _nearest(decision: Decision, misses: Iterable[Miss]) -> list[Miss]:
    """One miss per limit, by how little it was missed; limits that are no matter of degree only where there is no other."""
    nearest: dict[str, Miss] = {}
    for what, failure in misses:
        kept = nearest.get(failure.limit)
        if decision.context.knowledge.limits[failure.limit].relax and (kept is None or failure.shortfall < kept[1].shortfall):
            nearest[failure.limit] = (what, failure)
    by_degree = [miss for miss in nearest.values() if miss[1].shortfall]
    return sorted(by_degree or nearest.values(), key=lambda miss: (miss[1].shortfall, miss[1].limit))


def _relaxation(decision: Decision, what: str, failure: Failure) -> Relaxation:
    limit = decision.context.knowledge.limits[failure.limit]
    current = getattr(decision.context.workload, limit.fact) if limit.fact else None
    kind = accepts(limit.fact) if limit.fact else None
    to = None
    if isinstance(kind, Quantity) and isinstance(current, (int, float)) and failure.shortfall:
        to = current / failure.shortfall if limit.lower else current * failure.shortfall
    enough = amount(to, kind.unit) if to is not None and isinstance(kind, Quantity) else failure.has
    text = filled(limit.relax, {"what": what, "need": failure.need, "has": failure.has, "to": enough})
    return Relaxation(fact=limit.fact, to=to, text=text)
