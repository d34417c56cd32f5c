"""From an advice to what to measure: the choice and its rivals, each with its test, the jobs, and what to fill in."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from engine.advice import Advice, Plan, PlanInShort
from engine.decision.jobs import items_of
from engine.decision.limits.failure import amount
from engine.handover.in_words import name_of, price
from engine.handover.verify.commands import commands, folder_of
from engine.handover.verify.facts import Facts
from engine.handover.verify.load_test import load_test, send
from engine.handover.verify.plan_record import Blank, Finalist, RecommenderJob, VerifyPlan
from engine.handover.verify.recommender_job import PACKAGE, ROLE, recommender_jobs
from engine.sizing.speed.training import training_units
from engine.words import significant
from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.sentences import sentence

_SECONDS: Final = 3600.0
_LEAST_HOURS: Final = 1e-6
_SHORT: Final = PlanInShort.__struct_fields__
_OTHER_LENS: Final = {"today": "exam", "exam": "today"}
_AT_SAGEMAKER, _ELSEWHERE, _BODY = "ENDPOINT_NAME", "ENDPOINT_URL", ("PAYLOAD_FILE", "CONTENT_TYPE")
_WITH_BODY: Final = frozenset({"locust", "k6"})


def verify_plan(advice: Advice, knowledge: Knowledge) -> VerifyPlan:
    """The plan for the choice and the alternatives of the advice's own lens.

    Raises InputError where nothing fits, and for a plan that the base does not know, as one of a file may be.
    """
    if advice.choice is None:
        raise InputError(sentence(knowledge, "verify", "nothing"))
    facts = Facts(advice, knowledge)
    plans = [advice.choice, *(plan for plan in advice.alternatives if plan.role != _OTHER_LENS[advice.lens])]
    for plan in plans:
        _refuse_unknown(plan, knowledge)
    finalists = tuple(_finalist(facts, plan) for plan in plans)
    jobs = recommender_jobs(facts, plans)
    notes = (facts.say("recommender_generative"),) if jobs and facts.generates else ()
    return VerifyPlan(
        title=facts.say("title", what=facts.subject),
        finalists=finalists,
        jobs=jobs,
        fill_in=tuple(Blank(name=name, meaning=facts.say(f"fill_{name}")) for name in _blanks(finalists, jobs)),
        notes=notes,
    )


def _refuse_unknown(plan: Plan, knowledge: Knowledge) -> None:
    """Folders and commands are named after a plan, so its names are those of the base and no others."""
    if plan.place not in knowledge.places:
        raise InputError(f"place: there is no place {shown(plan.place)}.{suggestion(plan.place, knowledge.places)}")
    if plan.instance_type is not None and plan.instance_type.removeprefix("ml.") not in knowledge.instances:
        raise InputError(f"instance_type: there is no {shown(plan.instance_type)} today. Advise anew.")


def _finalist(facts: Facts, plan: Plan) -> Finalist:
    test = load_test(facts, plan) if _answers_at_once(facts, plan) else None
    folder = folder_of(plan)
    return Finalist(
        role=plan.role or facts.say("choice"),
        plan=PlanInShort(**{name: getattr(plan, name) for name in _SHORT}),
        place=name_of(facts.knowledge.places, plan.place),
        latency_ms=plan.latency_ms,
        capacity_per_s=facts.capacity(plan) or None,
        utilization=plan.utilization,
        hours_per_run=plan.hours_per_run,
        cost=price(plan),
        test=test,
        trial="" if test is not None else _trial(facts, plan),
        folder=folder,
        commands=commands(facts, plan, test, folder) if test is not None else (),
    )


def _answers_at_once(facts: Facts, plan: Plan) -> bool:
    place = facts.knowledge.places.get(plan.place)
    return place is not None and place.answers == "synchronous" and place.billing.by not in ("token", "device")


def _trial(facts: Facts, plan: Plan) -> str:
    """What to do where a load test is no test: a short run, a queue that empties, or nothing."""
    place = facts.knowledge.places.get(plan.place)
    billed = place.billing.by if place is not None else ""
    if billed in ("token", "device"):
        return facts.say("tokens_bought" if billed == "token" else "device")
    if place is not None and place.answers == "queued":
        requests = math.ceil(facts.capacity(plan) * facts.rates["run_seconds_least"]) or 1
        return facts.say("send_queue", requests=amount(requests, ""), send=send(facts))
    if plan.hours_per_run is None:
        return facts.say("notebook")
    return _short_run(facts, max(plan.hours_per_run - facts.context.rates["job_start_hours"], _LEAST_HOURS))


def _short_run(facts: Facts, hours: float) -> str:
    """So many steps of a training run of `hours` without its start, or minutes of a batch; all of it where no part tells of the rest."""
    context, rates = facts.context, facts.rates
    expected = hours * _SECONDS
    if context.situation == "training" and context.needs.kind != "classic":
        unit = "tokens" if context.needs.kind == "language-model" else "samples"
        steps = {"steps": f"{rates['training_warm_steps'] + rates['training_steps']:g}", "warm": f"{rates['training_warm_steps']:g}"}
        rate = training_units(context.needs, context.workload) / expected
        return facts.say("training", **steps, unit=facts.say(f"unit_{unit}"), expected=significant(rate))
    if context.situation == "batch":
        rate, seconds = items_of(context) / expected, rates["batch_sample_seconds"]
        sample = min(items_of(context), max(math.ceil(rate * seconds), 1))
        return facts.say("batch", items=amount(sample, ""), minutes=f"{seconds / 60:g}", expected=significant(rate))
    return facts.say("whole_run", hours=amount(hours, "h"))


def _blanks(finalists: Sequence[Finalist], jobs: Sequence[RecommenderJob]) -> Iterator[str]:
    """What has to be filled in before anything runs."""
    if jobs:
        yield from (ROLE, PACKAGE)
    tools = {command.tool for finalist in finalists for command in finalist.commands}
    tested = [finalist.plan.place for finalist in finalists if finalist.commands]
    if any(place.startswith("sagemaker") for place in tested):
        yield _AT_SAGEMAKER
    if not all(place.startswith("sagemaker") for place in tested):
        yield _ELSEWHERE
    if tools & _WITH_BODY:
        yield from _BODY
