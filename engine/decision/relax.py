"""When nothing fits: the nearest misses, and what to give up."""

from __future__ import annotations

from string import Template

from engine.advice import Relaxation
from engine.decision.choice import Decision
from engine.decision.limits import Failure


def relaxations(decision: Decision) -> tuple[Relaxation, ...]:
    """The nearest miss per limit that can be relaxed, nearest first; empty where something fits."""
    if decision.ranked:
        return ()
    nearest: dict[str, tuple[str, Failure]] = {}
    misses = [(option.what, failure) for option, failure in decision.fallen.missed]
    misses += [(instance.instance_type, failure) for instance, failure in decision.fallen.stopped]
    misses += [(place.name, failure) for place, failure in decision.fallen.closed]
    for what, failure in misses:
        if decision.context.knowledge.limits[failure.limit].relax:
            kept = nearest.get(failure.limit)
            if kept is None or failure.shortfall < kept[1].shortfall:
                nearest[failure.limit] = (what, failure)
    order = sorted(nearest.items(), key=lambda item: (not item[1][1].shortfall, item[1][1].shortfall, item[0]))
    return tuple(_relaxation(decision, name, what, failure) for name, (what, failure) in order[:4])


def _relaxation(decision: Decision, name: str, what: str, failure: Failure) -> Relaxation:
    limit = decision.context.knowledge.limits[name]
    text = Template(limit.relax).substitute(what=what, need=failure.need, has=failure.has)
    current = getattr(decision.context.workload, limit.fact, None) if limit.fact else None
    to = current * failure.shortfall if isinstance(current, (int, float)) and not isinstance(current, bool) and failure.shortfall else None
    return Relaxation(fact=limit.fact, to=to, text=text)
