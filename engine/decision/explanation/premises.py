"""What a choice rests on that nobody stated, where it decides how much is bought: told beside the price, before anybody buys it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.decision.choice import Decision, summarize_choice
from engine.decision.context import ONLINE, complete_workload, milder_facts
from engine.decision.costs import paid_share
from engine.decision.explanation.wording import say
from engine.fact_wording import describe_fact
from engine.number_format import format_duration
from engine.plan_wording import describe_plan, format_cost
from engine.workload import Origin, Workload

_MUCH_LESS: Final = 0.5
"""Share of the cost from which another reading of a sentence is told."""
_READ: Final = Origin(kind="answered")


def list_premises(decision: Decision, stated: Workload) -> tuple[str, ...]:
    """What was assumed milder than usual because nothing fits else, and what a target would cost in its other meaning.

    `stated` is the workload before assumptions.
    """
    return (*_milder(decision, stated), *_first_word(decision, stated)) if decision.best is not None else ()


def _milder(decision: Decision, stated: Workload) -> Iterator[str]:
    """Each fact that was taken below what is usual, since nothing fits that."""
    context = decision.context
    usual = complete_workload(stated, context.knowledge)
    for fact in milder_facts(context.workload, context.knowledge):
        before, taken = (describe_fact(context.knowledge, fact, getattr(work, fact)) for work in (usual, context.workload))
        yield say(context, "answers", "premise_milder", usual=before, taken=taken)


def _first_word(decision: Decision, stated: Workload) -> Iterator[str]:
    """A time for an answer of a language model, where its first word within that time costs much less than the whole of it."""
    context, target = decision.context, stated.latency_p99_ms
    is_streamed = context.needs.kind == "language-model" and context.situation == ONLINE
    if not is_streamed or target is None or stated.is_assumed("latency_p99_ms") or stated.time_to_first_token_ms is not None:
        return
    other = decision.decide_again(stated.without_fact("latency_p99_ms").with_fact("time_to_first_token_ms", target, _READ))
    cost, least = _monthly_cost(decision), _monthly_cost(other)
    if least is None or cost is None or least > cost * _MUCH_LESS:
        return
    plan = describe_plan(summarize_choice(other), context.knowledge)
    yield say(context, "answers", "premise_first_word", time=format_duration(target), plan=plan, cost=format_cost(least, a_run=False))


def _monthly_cost(decision: Decision) -> float | None:
    best = decision.best
    return best.usd_per_month * paid_share(decision.context, best) if best is not None else None
