"""How several models share a place."""

from __future__ import annotations

from engine.decision.context.decision_context import Context
from knowledge.schema.place import Place, PlaceOption


def sharing_mode(context: Context, place: Place) -> PlaceOption | None:
    """The option by which several models share a place; None for a single model, and where the place offers none."""
    count = context.workload.model_count or 1
    if count <= 1:
        return None
    offered = {name for name, fact in place.options.items() if fact.value_for(context.lens)}
    few = count <= context.thresholds["most_containers"] and context.workload.traffic != "intermittent"
    if context.needs.kind == "language-model" and "inference_components" in offered:
        return "inference_components"
    if few and context.workload.framework is None and "multi_container" in offered:
        return "multi_container"
    return "multi_model" if "multi_model" in offered else None
