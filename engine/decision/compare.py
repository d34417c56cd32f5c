"""Plans or rejections for what the person asked about by name."""

from __future__ import annotations

from engine.advice import Plan, Rejection
from engine.decision.choice import Decision
from engine.decision.explained import explained
from engine.decision.limits import Failure
from engine.decision.option import Option
from engine.decision.wording import rejection
from knowledge.schema.practice import Tool


def comparison(decision: Decision) -> tuple[Plan | Rejection, ...]:
    """One answer per id of `compare`, in order: its best plan, else what stops it."""
    return tuple(_of(decision, name) for name in decision.context.workload.compare or ())


def _of(decision: Decision, name: str) -> Plan | Rejection:
    option = next((option for option in decision.ranked if name in names_of(option)), None)
    if option is not None:
        return explained(decision, option)
    tool = decision.context.knowledge.tools.get(name)
    if tool is not None:
        return rejection(decision.context, "service", name, _service(decision, tool), tool.name)
    kind, failure, named = stopped_by(decision, name)
    return rejection(decision.context, kind, name, failure, named)


def _service(decision: Decision, tool: Tool) -> Failure:
    """Why a service is no hardware to choose: it ended, or works beside it."""
    if tool.replaced_by is not None:
        return Failure("ended", "hardware on offer", decision.context.knowledge.processors[tool.replaced_by].name, 0, tool.sources)
    return Failure("not_in_question", decision.context.workload.stage or "", tool.name)


def names_of(option: Option) -> tuple[str | None, ...]:
    """All names that an option's place and hardware go by."""
    instance = option.instance
    return option.place.id, option.processor, *((instance.instance_type, instance.family) if instance else ())


def stopped_by(decision: Decision, name: str) -> tuple[str, Failure, str]:
    """What kind of thing `name` is, the limit that stops it, and the type or place that came nearest."""
    knowledge = decision.context.knowledge
    kinds = {"place": knowledge.places, "processor": knowledge.processors, "family": knowledge.families, "type": knowledge.instances}
    kind = next((kind for kind, records in kinds.items() if name in records), "purchase")
    misses = [(failure, option.what) for option, failure in decision.fallen.missed if name in names_of(option)]
    misses += [(failure, place.name) for place, failure in decision.fallen.closed if place.id == name]
    for instance, failure in decision.fallen.stopped:
        family = decision.context.family(instance)
        if name in (instance.instance_type, instance.family, family.processor if family else "cpu"):
            misses.append((failure, instance.instance_type))
    if not misses:
        return kind, Failure("not_in_question", decision.context.workload.stage or "", name), name
    failure, named = min(misses, key=lambda pair: (pair[0].limit == "job_name", pair[0].shortfall, pair[1]))
    return kind, failure, named
