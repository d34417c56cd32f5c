"""The few other plans worth showing, each in a role of its own."""

from __future__ import annotations

from engine.advice import Plan, Role
from engine.decision.choice import Decision
from engine.decision.explained import explained
from engine.decision.limits import PAYMENT_LIMITS, PLACE_LIMITS, PLAN_LIMITS
from engine.decision.machines import first
from engine.decision.option import Option
from engine.decision.ranking import cost_of, time_of
from engine.decision.tokens import token_option


def alternatives(decision: Decision, other_lens: Decision) -> tuple[Plan, ...]:
    """At most five plans besides the choice: one per role, none twice."""
    if decision.best is None:
        return ()
    chosen: list[tuple[Role, Decision, Option]] = []
    seen = {_identity(decision.best)}

    def take(role: Role, source: Decision, option: Option | None) -> None:
        if option is not None and _identity(option) not in seen:
            seen.add(_identity(option))
            chosen.append((role, source, option))

    sure = [option for option in decision.ranked if not option.open_condition]
    context = decision.context
    take("exam" if context.lens == "today" else "today", other_lens, other_lens.best)
    take("cheapest", decision, min(sure, key=lambda option: (cost_of(context, option), option.what), default=None))
    tokens = _tokens(decision)
    if tokens is not None:
        take("simplest", decision, tokens)
    take("runner-up", decision, _other_processor(decision))
    near = _near(decision)
    within = [option for option in sure if cost_of(context, option) <= near]
    take(
        "fastest", decision, min(within, key=lambda option: (time_of(context, option), cost_of(context, option), option.what), default=None)
    )
    simplest = min(sure, key=lambda option: option.complexity, default=None)
    if tokens is None and simplest is not None and simplest.complexity < decision.best.complexity:
        take("simplest", decision, simplest)
    return tuple(explained(source, option, role) for role, source, option in chosen[:5])


def _tokens(decision: Decision) -> Option | None:
    """The model's tokens from Bedrock, where they are sold and break no limit."""
    context, place = decision.context, decision.context.knowledge.places["bedrock"]
    option = None if context.workload.require else token_option(context, place)
    if option is None or first(PLACE_LIMITS, context, place) or first((*PLAN_LIMITS, *PAYMENT_LIMITS), context, option):
        return None
    return option


def _other_processor(decision: Decision) -> Option | None:
    """The best plan on another kind of processor within reach of the choice, even where a condition is open; else of another family."""
    best = decision.best
    if best is None:
        return None
    near = _near(decision)
    rivals = [option for option in decision.ranked if cost_of(decision.context, option) <= near]
    neuron = next((o for o in rivals if o.processor in ("inferentia", "trainium") and o.processor != best.processor), None)
    processor = next((o for o in rivals if o.processor != best.processor), None)
    family = next((o for o in rivals if o.instance and best.instance and o.instance.family != best.instance.family), None)
    return neuron or processor or family


def _near(decision: Decision) -> float:
    """The most an alternative may cost."""
    return cost_of(decision.context, decision.ranked[0]) * decision.context.thresholds["alternative_cost_factor"]


def _identity(option: Option) -> tuple[object, ...]:
    return option.place.id, option.what
