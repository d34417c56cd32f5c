"""The places that a workload may run at, before any limit is looked at."""

from __future__ import annotations

from engine.decision.context import PLACES, SPEED_TARGETS, Context
from engine.decision.costs import token_price
from knowledge.schema.place import Place

_OF_ONES_OWN = (
    "precision",
    "quantization_ok",
    "framework",
    "custom_cuda_kernels",
    "accelerator_memory_gb",
    "instances_wanted",
    "accelerators_wanted",
    "batch_size",
)
"""Facts of a model that somebody hosts, so that tokens of somebody else's are no answer."""


def places_in_question(context: Context) -> list[Place]:
    """The places for this kind of run, and those that the person requires; tokens too where cost alone counts or the model is hosted."""
    names = list(PLACES[context.situation])
    if context.workload.model in context.knowledge.hosted_models or (context.workload.priority == "cost" and _may_buy_tokens(context)):
        names += [place.id for place in context.knowledge.places.values() if place.billing.by == "token"]
    names += [name for name in context.workload.require or () if name in context.knowledge.places]
    return [context.knowledge.places[name] for name in dict.fromkeys(names)]


def _may_buy_tokens(context: Context) -> bool:
    """Whether tokens are an answer unasked: no target binds a speed that nobody publishes, and the person hosts no model."""
    work = context.workload
    told = {fact for fact in (*_OF_ONES_OWN, *SPEED_TARGETS) if getattr(work, fact) is not None and not work.is_assumed(fact)}
    names = work.require or work.compare or work.current_instance
    return token_price(context) is not None and not told and not names and not work.is_assumed("model")
