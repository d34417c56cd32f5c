"""The choice for each of several models that a person weighs: bought by the token or run on machines."""

from __future__ import annotations

from engine.advice import ComparedModel
from engine.decision.choice import Decision, summarize_choice
from engine.decision.costs import paid_share
from engine.decision.explanation.relaxations import describe_conflict
from engine.workload import Origin, Workload
from knowledge import Knowledge

_SUPPOSED = Origin(kind="answered")
_BY_TOKEN = ("bedrock",)


def compare_models(decision: Decision, stated: Workload) -> tuple[ComparedModel, ...]:
    """The plan and its cost for each model of `compare_models`; without a plan, what stands in the way. `stated` is before assumptions."""
    return tuple(_compare_model(decision, stated, name) for name in stated.compare_models or ())


def _compare_model(decision: Decision, stated: Workload, name: str) -> ComparedModel:
    knowledge = decision.context.knowledge
    model = knowledge.models.get(name) or knowledge.hosted_models[name]
    other = decision.decide_again(_with_model(stated, name, knowledge))
    best = other.best
    if best is None:
        return ComparedModel(model=name, name=model.name, why_not=describe_conflict(other, ()))
    share = paid_share(other.context, best)
    return ComparedModel(
        model=name,
        name=model.name,
        plan=summarize_choice(other),
        usd_per_month=best.usd_per_month * share,
        usd_per_run=best.usd_per_run * share if best.usd_per_run is not None else None,
    )


def _with_model(stated: Workload, name: str, knowledge: Knowledge) -> Workload:
    """The workload with another model, without what followed from the one before."""
    for fact, origin in tuple(stated.origins.items()):
        if origin.kind == "derived" and fact in {"require", "model_family", "precision", "software"}:
            stated = stated.without_fact(fact)
    stated = stated.with_fact("model", name, _SUPPOSED)
    is_sold_alone = name in knowledge.hosted_models and not knowledge.hosted_models[name].open_weights
    return stated.with_fact("require", _BY_TOKEN, _SUPPOSED) if is_sold_alone and stated.require is None else stated
