"""An answer for each name that the person asked about: a plan or a rejection."""

from __future__ import annotations

from engine.advice import Plan, Rejection
from engine.decision.choice import Decision
from engine.decision.costs import token_option
from engine.decision.explanation.plans import explain_plan
from engine.decision.explanation.purchase_rejection import reject_purchase
from engine.decision.explanation.wording import build_rejection, say
from engine.decision.limits import PLACE_LIMITS, Failure, first_failure, not_sold_failure
from engine.decision.scoring import cost_of
from engine.number_format import format_money
from knowledge.schema.place import Place
from knowledge.schema.practice import Tool


def list_comparisons(decision: Decision) -> tuple[Plan | Rejection, ...]:
    """One answer for each id of `compare`, in order: its best plan, else its rejection."""
    return tuple(_compare_name(decision, name) for name in decision.context.workload.compare or ())


def _compare_name(decision: Decision, name: str) -> Plan | Rejection:
    option = next((option for option in decision.ranked_options if name in option.names), None)
    if option is not None:
        return explain_plan(decision, option)
    if name in decision.context.knowledge.purchases:
        return reject_purchase(decision, name)
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
        place = knowledge.places.get(name)
        return kind, _failure_out_of_question(decision, name, place), place.name if place is not None else name
    failure, named = min(misses, key=lambda pair: (pair[0].limit == "job_name", pair[0].shortfall, pair[1]))
    return kind, failure, named


def _failure_out_of_question(decision: Decision, name: str, place: Place | None) -> Failure:
    """The failure of something that was not considered: a place on request only, hardware that the catalogue lacks, or other work."""
    knowledge, stage = decision.context.knowledge, decision.context.workload.stage or ""
    if place is not None:
        return _place_failure(decision, place) or Failure("not_in_question", stage, place.name)
    if name in knowledge.families and all(instance.family != name for instance in knowledge.instances.values()):
        return Failure("not_in_catalogue", "an instance type", "no instance type")
    return Failure("not_in_question", stage, name)


def _place_failure(decision: Decision, place: Place) -> Failure | None:
    """The failure of a place that is considered only on request: a limit; for tokens, that none are sold, or their cost."""
    context, best = decision.context, decision.best
    failure = first_failure(PLACE_LIMITS, context, place)
    if failure is not None or place.billing.by != "token":
        return failure
    tokens = token_option(context, place)
    if tokens is None or best is None:
        return not_sold_failure(context)
    dearer = cost_of(context, tokens) > cost_of(context, best)
    more = Failure("cost", format_money(cost_of(context, best)), format_money(cost_of(context, tokens)))
    return more if dearer else Failure("rank", say(context, "score", "less_control"), "")
