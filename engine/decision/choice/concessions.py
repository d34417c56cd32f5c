"""What stands in the way where nothing fits: each demand that has to be given up, with the nearest plan without it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from engine.decision.choice.decision import Decision, fit_milder_assumptions
from engine.decision.choice.what_if import WhatIf
from engine.decision.context import Context, Option
from engine.decision.costs import hourly_share, paid_share
from engine.decision.limits import Failure
from engine.workload import Origin, Value, Workload

_SUPPOSED: Final = Origin(kind="answered")
_DIGITS: Final = 3
"""Significant digits of a proposed value, rounded up, so that what is shown is enough."""

DEMANDS: Final = (
    *("latency_p99_ms", "time_to_first_token_ms", "time_per_output_token_ms", "training_deadline_hours"),
    *("budget_usd_per_hour", "budget_usd_per_month", "budget_usd_per_run"),
    *("instances_wanted", "accelerators_wanted", "accelerators_per_instance_max", "run_days", "start_in_days"),
    *("require", "exclude", "operations", "region", "on_site", "connectivity", "environment"),
    *("cold_start_ok", "network_isolation", "data_capture", "survive_zone_loss", "interruptible", "arm_ok"),
    *("software", "fine_tuning_method", "precision", "quantization_ok", "custom_cuda_kernels", "neuron_compatible"),
)
"""Facts that a person can give up; the others say what the work is."""

_MEASURES: Final[Mapping[str, Callable[[Context, Option], float | None]]] = {
    "latency_p99_ms": lambda _, option: option.latency_ms,
    "time_to_first_token_ms": lambda _, option: option.first_token_ms,
    "time_per_output_token_ms": lambda _, option: option.per_token_ms,
    "training_deadline_hours": lambda _, option: option.hours,
    "budget_usd_per_hour": lambda context, option: option.usd_per_hour * min(_hourly_share(context, option), 1.0),
    "budget_usd_per_month": lambda context, option: option.usd_per_month * paid_share(context, option),
    "budget_usd_per_run": lambda context, option: (option.usd_per_run or 0.0) * paid_share(context, option),
    "instances_wanted": lambda _, option: option.count,
    "accelerators_per_instance_max": lambda _, option: option.instance.accelerator_count if option.instance is not None else None,
}
"""Upper limit -> what a plan has of it."""


def _hourly_share(context: Context, option: Option) -> float:
    return hourly_share(context, option, paid_share(context, option))


class Concession(NamedTuple):
    """Demands that are given up together, and the nearest plan without them."""

    facts: tuple[str, ...]
    """One in most cases; several where none alone opens a way."""
    to: Value | None
    """The value that is enough, for one fact; None where it has to be dropped."""
    is_assumed: bool
    """True if nobody stated it: another answer to a question."""
    decision: Decision
    """The decision without them."""
    option: Option


def find_concessions(what_if: WhatIf) -> tuple[Concession, ...]:
    """What to give up, assumptions first; empty where something fits, and where no demand is to blame.

    Each concession but a joint one opens a way by itself: with two of them, the two demands stand against each other.
    """
    if what_if.decision.best is not None:
        return ()
    demands = [fact for fact in DEMANDS if not what_if.stated.is_assumed(fact)]
    single = (*_other_answers(what_if), *(one for fact in demands if (one := _give_up(what_if, fact)) is not None))
    if single or len(demands) < 2:  # noqa: PLR2004  # two are the least that can be given up together
        return tuple(single)
    joint = _give_up_together(what_if, demands)
    return (joint,) if joint is not None else ()


def _other_answers(what_if: WhatIf) -> Iterator[Concession]:
    """Open questions with the likeliest answer that opens a way."""
    found: set[str] = set()
    for fact, value, decision in what_if.fitting_answers():
        if fact not in found and decision.best is not None:
            found.add(fact)
            yield Concession((fact,), value, is_assumed=True, decision=decision, option=decision.best)


def _give_up(what_if: WhatIf, fact: str) -> Concession | None:
    """The least to give up of one fact; None where that does not help."""
    measure = _MEASURES.get(fact)
    for value, workload in _without(what_if.stated, fact):
        decision = _decide(what_if, workload)
        if decision.best is None:
            continue
        if measure is not None and (lowest := _lower_to(what_if, fact, measure, decision)) is not None:
            return lowest
        return Concession((fact,), value, is_assumed=False, decision=decision, option=decision.best)
    return None


def _without(stated: Workload, fact: str) -> Iterator[tuple[Value | None, Workload]]:
    """The workload without a demand, the smallest concession first: a name of several, then all of them; a flag turned round."""
    value = getattr(stated, fact)
    if isinstance(value, tuple) and len(value) > 1:
        for name in value:
            rest = tuple(other for other in value if other != name)
            yield rest, stated.with_fact(fact, rest, stated.origins[fact])
    if isinstance(value, bool):
        yield not value, stated.with_fact(fact, not value, _SUPPOSED)
    else:
        yield None, stated.without_fact(fact)


def _lower_to(what_if: WhatIf, fact: str, measure: Callable[[Context, Option], float | None], decision: Decision) -> Concession | None:
    """The lowest value of an upper limit that a plan sized without it keeps, else the nearest miss; None where neither is enough.

    What nearly kept the limit was sized for it, and may cost many times as much for a little less.
    """
    context, current = what_if.decision.context, getattr(what_if.stated, fact)
    missed = [current * failure.shortfall for _, failure in what_if.decision.candidates.near_misses if _is_about(context, failure, fact)]
    reached = [value for option in decision.ranked_options if (value := measure(decision.context, option)) is not None]
    for value in (_round_up(min(values)) for values in (reached, missed) if values):
        again = _decide(what_if, what_if.stated.with_fact(fact, value, _SUPPOSED))
        if again.best is not None:
            return Concession((fact,), value, is_assumed=False, decision=again, option=again.best)
    return None


def _is_about(context: Context, failure: Failure, fact: str) -> bool:
    """True if a plan failed by degree on an upper limit on this fact."""
    limit = context.knowledge.limits[failure.limit]
    return limit.fact == fact and not limit.lower and failure.shortfall > 0


def _round_up(value: float) -> float:
    """The next number of three significant digits; itself where it is 0."""
    if value <= 0:
        return value
    step = 10.0 ** (math.floor(math.log10(value)) - _DIGITS + 1)
    return float(f"{math.ceil(value / step - 1e-9) * step:.{_DIGITS}g}")


def _give_up_together(what_if: WhatIf, demands: list[str]) -> Concession | None:
    """As few demands as possible that open a way when they are given up at once; those said last are the first to be kept."""
    given_up = list(demands)
    if _decide(what_if, _without_all(what_if.stated, given_up)).best is None:
        return None
    for fact in reversed(demands):
        fewer = [one for one in given_up if one != fact]
        if _decide(what_if, _without_all(what_if.stated, fewer)).best is not None:
            given_up = fewer
    decision = _decide(what_if, _without_all(what_if.stated, given_up))
    return Concession(tuple(given_up), None, is_assumed=False, decision=decision, option=decision.ranked_options[0])


def _without_all(workload: Workload, facts: list[str]) -> Workload:
    for fact in facts:
        workload = workload.without_fact(fact)
    return workload


def _decide(what_if: WhatIf, workload: Workload) -> Decision:
    return fit_milder_assumptions(what_if.decision.decide_again(workload))
