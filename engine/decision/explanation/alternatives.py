"""A few other plans worth showing, each with its own role."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.advice import Plan, Role
from engine.decision.choice import Decision
from engine.decision.context import Option
from engine.decision.costs import token_option
from engine.decision.explanation.plans import explain_plan
from engine.decision.limits import PAYMENT_LIMITS, PLACE_LIMITS, PLAN_LIMITS, first_failure
from engine.decision.scoring import cost_of, time_of
from knowledge.schema.processor import NEURON


def list_alternatives(decision: Decision, other_lens: Decision) -> tuple[Plan, ...]:
    """At most five plans besides the choice: one per role, none twice."""
    if decision.best is None:
        return ()
    chosen: list[tuple[Role, Decision, Option]] = []
    seen = {_option_identity(decision.best)}

    def take(role: Role, source: Decision, option: Option | None) -> None:
        if option is not None and _option_identity(option) not in seen:
            seen.add(_option_identity(option))
            chosen.append((role, source, option))

    context = decision.context
    priced = [(cost_of(context, option), option) for option in decision.ranked_options]
    near = priced[0][0] * context.thresholds["alternative_cost_factor"]  # the most that an alternative may cost
    sure = [(cost, option) for cost, option in priced if not option.open_condition]
    take("exam" if context.lens == "today" else "today", other_lens, other_lens.best)
    least = min((cost for cost, _ in sure), default=0.0)
    take("cheapest", decision, min((option for cost, option in sure if cost == least), key=lambda option: option.what, default=None))
    tokens = _token_option(decision)
    if tokens is not None:
        take("simplest", decision, tokens)
    take("runner-up", decision, _rival_option(decision.best, [option for cost, option in priced if cost <= near]))
    within = [(cost, option) for cost, option in sure if cost <= near]
    take("fastest", decision, _lowest_by(within, lambda cost, option: (time_of(context, option), cost, option.what)))
    simplest = _lowest_by(sure, lambda _, option: option.complexity)
    if tokens is None and simplest is not None and simplest.complexity < decision.best.complexity:
        take("simplest", decision, simplest)
    return tuple(explain_plan(source, option, role) for role, source, option in chosen[:5])


def _token_option(decision: Decision) -> Option | None:
    """The option of tokens from Bedrock, where they are sold and keep all limits."""
    context, place = decision.context, decision.context.knowledge.places["bedrock"]
    option = None if context.workload.require else token_option(context, place)
    if option is None or first_failure(PLACE_LIMITS, context, place) or first_failure((*PLAN_LIMITS, *PAYMENT_LIMITS), context, option):
        return None
    return option


def _rival_option(best: Option, rivals: Sequence[Option]) -> Option | None:
    """The best-ranked rival on Neuron, else on another processor, else of another family."""
    neuron = next((o for o in rivals if o.processor in NEURON and o.processor != best.processor), None)
    processor = next((o for o in rivals if o.processor != best.processor), None)
    family = next((o for o in rivals if o.instance and best.instance and o.instance.family != best.instance.family), None)
    return neuron or processor or family


def _lowest_by(priced: Sequence[tuple[float, Option]], key: Callable[[float, Option], Any]) -> Option | None:
    """The option with the lowest key; None without options."""
    return min(priced, key=lambda pair: key(*pair), default=(0.0, None))[1]


def _option_identity(option: Option) -> tuple[object, ...]:
    return option.place.id, option.what
