"""An answer for each name that the person asked about: a plan or a rejection."""

from __future__ import annotations

from engine.advice import Plan, Rejection
from engine.decision.choice import Decision
from engine.decision.explanation.plans import explain_plan
from engine.decision.explanation.wording import build_rejection
from engine.decision.limits import Failure
from knowledge.schema.practice import Tool


def list_comparisons(decision: Decision) -> tuple[Plan | Rejection, ...]:
    """One answer for each id of `compare`, in order: its best plan, else its rejection."""
    return tuple(_compare_name(decision, name) for name in decision.context.workload.compare or ())


def _compare_name(decision: Decision, name: str) -> Plan | Rejection:
    option = next((option for option in decision.ranked_options if name in option.names), None)
    if option is not None:
        return explain_plan(decision, option)
    tool = decision.context.knowledge.tools.get(name)
    if tool is not None:
        return build_rejection(decision.context, "service", name, _service_failure(decision, tool), tool.name)
    kind, failure, named = find_stopping_limit(decision, name)
    return build_rejection(decision.context, kind, name, failure, named)


def _service_failure(decision: Decision, tool: Tool) -> Failure:
    """Why a service is not hardware to choose: it was discontinued, or is used beside it."""
    if tool.replaced_by is not None:
        return Failure("ended", "hardware on offer", decision.context.knowledge.processors[tool.replaced_by].name, 0, tool.sources)
    return Failure("not_in_question", decision.context.workload.stage or "", tool.name)


def find_stopping_limit(decision: Decision, name: str) -> tuple[str, Failure, str]:
    """The kind of record that `name` is, the failure that stops it, and the type or place that came nearest."""
    knowledge = decision.context.knowledge
    kinds = {"place": knowledge.places, "processor": knowledge.processors, "family": knowledge.families, "type": knowledge.instances}
    kind = next((kind for kind, records in kinds.items() if name in records), "purchase")
    misses = [(failure, option.what) for option, failure in decision.candidates.near_misses if name in option.names]
    misses += [(failure, place.name) for place, failure in decision.candidates.closed_places if place.id == name]
    for instance, failure in decision.candidates.ruled_out_types:
        family = decision.context.family_of(instance)
        if name in (instance.instance_type, instance.family, family.processor if family else "cpu"):
            misses.append((failure, instance.instance_type))
    if not misses:
        return kind, Failure("not_in_question", decision.context.workload.stage or "", name), name
    failure, named = min(misses, key=lambda pair: (pair[0].limit == "job_name", pair[0].shortfall, pair[1]))
    return kind, failure, named
